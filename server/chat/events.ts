import type { ChatMessage } from "#contract/chat.ts"
import type { Tx } from "../db/store.ts"

/** What is said on the bus of a room; everything with a `seq` in its order by whoever listens, whatever order it comes in. */
export const roomTopic = (roomId: number) => `chat:room:${roomId}`
export type RoomEvent =
  | { kind: "create" | "update"; seq: number; message: ChatMessage }
  | { kind: "delete"; seq: number; message_id: number }
  | { kind: "read"; user_id: number; last_message_id: number }
  | { kind: "typing"; user_id: number; is_typing: boolean }
  /** Who may be here, or whether anybody may write, has changed. */
  | { kind: "access" }

/** What takes a `seq` of its room. */
export type RoomChange = Extract<RoomEvent, { seq: number }>

/** Whose unread messages have changed. */
export const unreadTopic = "chat:unread"
export type UnreadEvent = { users: number[] }

export function tellRoom(tx: Tx, roomId: number, event: RoomEvent): void {
  tx.tell(roomTopic(roomId), event)
}

export function tellUnread(tx: Tx, users: number[]): void {
  if (users.length > 0) tx.tell(unreadTopic, { users } satisfies UnreadEvent)
}
