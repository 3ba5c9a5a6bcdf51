import type { FastifyBaseLogger } from "fastify"
import { seconds } from "../../platform/clock.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { enqueuePush, type NewPush } from "../../platform/push/outbox.ts"

/** Messages within this time, in milliseconds, are queued together. */
const together = 250
/** Somebody who has the room open reads a message within this time, and needs no notice of it. */
const wait = seconds(5)

/** Queues a notice of the first unread message of a room, without its text or its sender. */
export type MessagePush = (reader: { userId: number; roomId: number; isMember: boolean }) => void

/** A notice is lost if the node is killed within `together`; `catchUp` of missed messages sends those of members. */
export function createMessagePush(store: Store, log: FastifyBaseLogger): MessagePush {
  let waiting: NewPush[] = []
  return (reader) => {
    if (waiting.push(noticeOf(reader)) > 1) return
    setTimeout(() => {
      const notices = waiting
      waiting = []
      enqueuePush(store, notices, { wait }).catch((err) => log.warn({ err }, "could not queue push notices"))
    }, together)
  }
}

export function noticeOf({ userId, roomId, isMember }: Parameters<MessagePush>[0]): NewPush {
  const [page, preference] = isMember
    ? (["/chat", "push_messages"] as const)
    : (["/moderator", "tell_messages"] as const)
  return { userId, kind: "new_message", link: `${page}?room=${roomId}`, tag: `room-${roomId}`, roomId, preference }
}

/** Returns whether the person has no unread messages in the room. */
export async function hasReadAll(tx: Tx, roomId: number, userId: number): Promise<boolean> {
  const unread = await statement(
    tx,
    "chat_has_unread",
    `select 1 from chat_rooms where id = $1
      and ((user_id = $2 and user_unread > 0) or (moderator_id = $2 and moderator_unread > 0))`,
    [roomId, userId],
  )
  return unread.length === 0
}
