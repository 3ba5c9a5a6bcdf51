import type { ChatMessage } from "#contract/chat.ts"
import type { Tx } from "../../platform/db/store.ts"

/** The topic of a room. Events with a `seq` may arrive in any order; the subscriber sorts them. */
export const roomTopic = (roomId: number) => `chat:room:${roomId}`
export type RoomEvent =
  | { kind: "create" | "update"; seq: number; message: ChatMessage }
  | { kind: "delete"; seq: number; message_id: number }
  | { kind: "read"; user_id: number; last_message_id: number }
  | { kind: "typing"; user_id: number; is_typing: boolean }
  /** The participants may have changed, or the room may have been frozen or unfrozen. */
  | { kind: "access" }

/** An event that takes a `seq` of its room. */
export type RoomChange = Extract<RoomEvent, { seq: number }>

/** The topic of users whose unread counts have changed. */
export const unreadTopic = "chat:unread"
export type UnreadEvent = { users: number[] }

export function publishToRoom(tx: Tx, roomId: number, event: RoomEvent): void {
  tx.publish(roomTopic(roomId), event)
}

export function publishUnread(tx: Tx, users: number[]): void {
  if (users.length > 0) tx.publish(unreadTopic, { users } satisfies UnreadEvent)
}
