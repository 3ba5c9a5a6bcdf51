import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import type { ChatRoom } from "#contract/chat.ts"
import { maxRoomSearchLength } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import { pause } from "../../people/chat/rooms.ts"
import { call, list } from "../../platform/api/client.ts"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { durationOf } from "./durations.ts"

export type Queue = "all" | "waiting" | "unread" | "flagged" | "snoozed"
export const queues: { id: Queue; label: string }[] = [
  { id: "all", label: t`All` },
  { id: "waiting", label: t({ context: "queue of chats", message: "Waiting" }) },
  { id: "unread", label: t({ context: "queue of chats", message: "Unread" }) },
  { id: "flagged", label: t({ context: "queue of chats", message: "Flagged" }) },
  { id: "snoozed", label: t({ context: "queue of chats", message: "Snoozed" }) },
]

/** The filters of the list, kept in the address. */
export interface RoomFilters {
  queue: Queue
  q: string
  dollId: number | null
}

const perPage = 100

/** Sorted by newest activity. New messages shift the pages, so duplicates are removed. */
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

/** Loads the next page. A refetch of the list cancels a page under way, which is then requested again. */
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

export const queueSizeQuery = (owner: string, queue: Exclude<Queue, "all">) =>
  queryOptions({
    queryKey: ["chat-rooms", owner, "size", queue],
    queryFn: async ({ signal }) =>
      (await list("GET /chat/moderator/rooms", { query: { queue, limit: 1 }, signal })).total,
    refetchInterval: pause,
  })

const maxWaiting = 5

/** The rooms of a queue that have waited longest: for an answer in `waiting`, otherwise since the last activity. */
export const waitingQuery = (owner: string, queue: Exclude<Queue, "all"> = "waiting") =>
  queryOptions({
    queryKey: ["chat-rooms", owner, "waiting", queue],
    queryFn: async ({ signal }) => {
      const from = (skip: number) =>
        list("GET /chat/moderator/rooms", { query: { queue, skip, limit: maxWaiting }, signal })
      const first = await from(0)
      if (queue === "waiting") return first.items
      const { items } = first.total > maxWaiting ? await from(first.total - maxWaiting) : first
      return items.reverse()
    },
    refetchInterval: pause,
  })

/** The room that has waited longest, apart from the open one. */
export async function nextWaiting(roomId: number | null): Promise<ChatRoom | undefined> {
  const waiting = await call("GET /chat/moderator/rooms", { query: { queue: "waiting", limit: 2 } })
  return waiting.find(({ id }) => id !== roomId)
}

/** `text` is like `Waiting 2 h 5 min`. `isLate` is true if the shop's target has passed. */
export function waitOf(
  { waiting_since: since, answer_due_at: due }: Pick<ChatRoom, "waiting_since" | "answer_due_at">,
  now = Date.now(),
): { text: string; isLate: boolean } | null {
  if (!since) return null
  const isLate = Boolean(due) && Date.parse(due!) < now
  const minutes = (now - Date.parse(since)) / 60_000
  return { text: minutes < 0.5 ? t`Waiting under 1 min` : t`Waiting ${durationOf(minutes)}`, isLate }
}

export const snoozeText = ({ until }: { until: string | null }) =>
  until ? t`Snoozed until ${dateTimeOf(until)}` : t`Snoozed until the member writes`

const queryOf = ({ queue, q, dollId }: RoomFilters) => ({
  queue: queue === "all" ? undefined : queue,
  q: q || undefined,
  doll_id: dollId ?? undefined,
})

/** Parses the address and ignores invalid values. */
export function readRoomFilters(
  params: URLSearchParams,
): RoomFilters & { roomId: number | null; messageId: number | null; isRoomValid: boolean } {
  const queue = queues.find(({ id }) => id === params.get("queue"))?.id ?? "all"
  const q = (params.get("q") ?? "").slice(0, maxRoomSearchLength)
  const roomId = idIn(params.get("room"))
  const messageId = idIn(params.get("message"))
  const isRoomValid = roomId !== null || !params.has("room")
  return { queue, q, dollId: idIn(params.get("doll")), roomId, messageId, isRoomValid }
}

function idIn(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
}
