import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { maxRoomSearchLength } from "#contract/limits.ts"
import { list } from "../api/client.ts"
import { pause } from "../chat/rooms.ts"

export type Queue = "all" | "unread" | "flagged"
export const queues: { id: Queue; label: string }[] = [
  { id: "all", label: "All" },
  { id: "unread", label: "Unread" },
  { id: "flagged", label: "Flagged" },
]

/** The filters of the list, kept in the address. */
export interface RoomFilters {
  queue: Queue
  q: string
  dollId: number | null
}

const perPage = 100

/** Newest activity first. New messages shift the pages, so duplicates are removed. */
export const roomsQuery = (owner: string, wanted: RoomFilters) =>
  infiniteQueryOptions({
    queryKey: ["chat-rooms", owner, "desk", wanted],
    queryFn: ({ signal, pageParam }) =>
      list("GET /chat/moderator/rooms", { query: { limit: perPage, ...queryOf(wanted), skip: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.items.length, 0)
      return last.items.length > 0 && loaded < last.total ? loaded : undefined
    },
    select: ({ pages }) => ({
      rooms: [...new Map(pages.flatMap((page) => page.items).map((room) => [room.id, room])).values()],
      total: pages.at(-1)?.total ?? 0,
    }),
    refetchInterval: pause,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
  })

interface Pages<R> {
  data: { rooms: R[] } | undefined
  hasNextPage: boolean
  isError: boolean
  fetchNextPage(how: { cancelRefetch: boolean }): Promise<Pages<R>>
}

/** Loads the next page. A refetch of the list cancels a page on its way, which is then requested again. */
export async function withNextPage<R>(query: Pages<R>): Promise<readonly R[] | undefined> {
  const known = query.data?.rooms.length ?? 0
  let now = query
  for (let turn = 0; turn < maxPages; turn++) {
    now = await now.fetchNextPage({ cancelRefetch: false })
    if (now.isError || !now.hasNextPage || (now.data?.rooms.length ?? 0) > known) break
  }
  return now.data?.rooms
}

const maxPages = 5

/** How many rooms a queue holds. */
export const queueSizeQuery = (owner: string, queue: Exclude<Queue, "all">) =>
  queryOptions({
    queryKey: ["chat-rooms", owner, "size", queue],
    queryFn: async ({ signal }) =>
      (await list("GET /chat/moderator/rooms", { query: { queue, limit: 1 }, signal })).total,
    refetchInterval: pause,
  })

const maxWaiting = 5

/** The rooms of a queue that have waited longest, the oldest activity first: its end. */
export const waitingQuery = (owner: string, queue: Exclude<Queue, "all"> = "unread") =>
  queryOptions({
    queryKey: ["chat-rooms", owner, "waiting", queue],
    queryFn: async ({ signal }) => {
      const from = (skip: number) =>
        list("GET /chat/moderator/rooms", { query: { queue, skip, limit: maxWaiting }, signal })
      const newest = await from(0)
      const { items } = newest.total > maxWaiting ? await from(newest.total - maxWaiting) : newest
      return items.reverse()
    },
    refetchInterval: pause,
  })

const queryOf = ({ queue, q, dollId }: RoomFilters) => ({
  queue: queue === "all" ? undefined : queue,
  q: q || undefined,
  doll_id: dollId ?? undefined,
})

/** Parses the address; invalid values are ignored. */
export function readRoomFilters(
  params: URLSearchParams,
): RoomFilters & { roomId: number | null; isRoomValid: boolean } {
  const queue = queues.find(({ id }) => id === params.get("queue"))?.id ?? "all"
  const q = (params.get("q") ?? "").slice(0, maxRoomSearchLength)
  const roomId = idIn(params.get("room"))
  return { queue, q, dollId: idIn(params.get("doll")), roomId, isRoomValid: roomId !== null || !params.has("room") }
}

function idIn(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
}
