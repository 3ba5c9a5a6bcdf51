import type { ChatRoomDetail } from "#contract/chat.ts"
import type { ConnectionStatus } from "./connection.ts"
import type { Outgoing } from "./outbox.ts"
import type { RoomState } from "./room.ts"

export interface Person {
  id: number
  uuid: string
  role: string
}

/** The visible state of a conversation. */
export interface View {
  /** `unavailable`: missing or forbidden; `failed`: can be retried. */
  status: "loading" | "ready" | "failed" | "unavailable"
  /** Why it is not ready. */
  title: string
  detail: string
  code: string | null
  facts: ChatRoomDetail | null
  room: RoomState
  connection: ConnectionStatus
  outgoing: readonly Outgoing[]
  older: "idle" | "loading" | "failed"
  /** The first message unread when the room was opened; null if none, or after a reply. */
  firstNew: number | null
  /** Help offered by the server, for example after a message about self-harm. */
  help: string | null
  /** Whether the last call reached the server. */
  answers: boolean
}

/** Shared by the parts of a conversation. */
export interface ConversationContext {
  readonly roomId: number
  readonly me: Person
  readonly view: View
  /** Changes with each start and stop, so that pending work of an earlier life is dropped. */
  readonly life: number
  update(change: Partial<View>): void
  /** Sends a frame; false if the socket is not open. */
  send(frame: { type: string } & Record<string, unknown>): boolean
}
