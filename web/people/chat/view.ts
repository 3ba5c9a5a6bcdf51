import type { ChatRoomDetail } from "#contract/chat.ts"
import type { ConnectionStatus } from "./connection.ts"
import type { Outgoing } from "./outbox.ts"
import type { RoomState } from "./room.ts"

export interface Person {
  id: number
  uuid: string
  role: string
}

export interface View {
  /** `unavailable` means missing or forbidden; `failed` can be retried. */
  status: "loading" | "ready" | "failed" | "unavailable"
  /** Says why it is not ready. */
  title: string
  detail: string
  code: string | null
  facts: ChatRoomDetail | null
  room: RoomState
  connection: ConnectionStatus
  outgoing: readonly Outgoing[]
  older: "idle" | "loading" | "failed"
  /** The id of the first message that was unread when the room was opened; null if there is none, or after a reply. */
  firstNew: number | null
  /** Help offered by the server, for example after a message about self-harm. */
  help: string | null
  /** Whether the last call reached the server. */
  answers: boolean
}

export interface ConversationContext {
  readonly roomId: number
  readonly me: Person
  readonly view: View
  /** Changes with each start and stop, so that pending work of an earlier start is dropped. */
  readonly life: number
  update(change: Partial<View>): void
  /** Returns false if the socket is not open. */
  send(frame: { type: string } & Record<string, unknown>): boolean
}
