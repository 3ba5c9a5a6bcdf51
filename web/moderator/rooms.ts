import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import type { ChatRoom } from "#contract/chat.ts"
import { list } from "../api/client.ts"
import { pause } from "../chat/rooms.ts"

export type Queue = "all" | "unread" | "flagged"
export const queues: { id: Queue; label: string }[] = [
  { id: "all", label: "All" },
  { id: "unread", label: "Unread" },
  { id: "flagged", label: "Flagged" },
]

/** What of the rooms is looked at: it stands in the address. */
export interface Wanted {
  queue: Queue
  q: string
  dollId: number | null
}

const perPage = 50

/** Newest activity first. What comes meanwhile moves the places: a room that is met twice is shown once. */
export const roomsQuery = (owner: string, wanted: Wanted) =>
  infiniteQueryOptions({
    queryKey: ["chat-rooms", owner, "desk", wanted],
    queryFn: ({ signal, pageParam }) =>
      list<ChatRoom>(`GET /chat/moderator/rooms?${search(wanted, perPage)}&skip=${pageParam}`, { signal }),
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

/** All rooms up to the next page. Whatever is news asks for the list anew, which takes the place of a page on its way: then it is asked for again. */
export async function withNextPage<R>(query: Pages<R>): Promise<readonly R[] | undefined> {
  const known = query.data?.rooms.length ?? 0
  let now = query
  for (let turn = 0; turn < mostTurns; turn++) {
    now = await now.fetchNextPage({ cancelRefetch: false })
    if (now.isError || !now.hasNextPage || (now.data?.rooms.length ?? 0) > known) break
  }
  return now.data?.rooms
}

const mostTurns = 5

/** How many rooms a queue holds. */
export const queueSizeQuery = (owner: string, queue: Exclude<Queue, "all">) =>
  queryOptions({
    queryKey: ["chat-rooms", owner, "size", queue],
    queryFn: async ({ signal }) =>
      (await list<ChatRoom>(`GET /chat/moderator/rooms?queue=${queue}&limit=1`, { signal })).total,
    refetchInterval: pause,
  })

function search({ queue, q, dollId }: Wanted, limit: number): URLSearchParams {
  return new URLSearchParams({
    limit: String(limit),
    ...(queue === "all" ? {} : { queue }),
    ...(q ? { q } : {}),
    ...(dollId === null ? {} : { doll_id: String(dollId) }),
  })
}

/** Of an address; what is not understood counts as not said. */
export function wantedIn(params: URLSearchParams): Wanted & { roomId: number | null } {
  const queue = queues.find(({ id }) => id === params.get("queue"))?.id ?? "all"
  const q = (params.get("q") ?? "").slice(0, 100)
  return { queue, q, dollId: idIn(params.get("doll")), roomId: idIn(params.get("room")) }
}

function idIn(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
}
