import type { ChatRoomDetail } from "#contract/chat.ts"
import type { ConnectionStatus } from "./connection.ts"
import type { Outgoing } from "./outbox.ts"
import type { RoomState } from "./room.ts"

export interface Person {
  id: number
  uuid: string
  role: string
}

/** What of a conversation is on the screen. */
export interface View {
  /** `unavailable`: not there, or not for this person; `failed`: it may be tried again. */
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
  /** The first message that had not been read when this was opened; null once one has answered, or when all was. */
  firstNew: number | null
  /** For somebody who may be in need. */
  help: string | null
  /** The last call reached the server. */
  answers: boolean
}

/** What the parts of one conversation share. */
export interface Talk {
  readonly roomId: number
  readonly me: Person
  readonly view: View
  /** Another number with each start and stop: what began in one life does not go on in the next. */
  readonly life: number
  update(change: Partial<View>): void
  /** Over the socket; false when it cannot go out just now. */
  tell(frame: { type: string } & Record<string, unknown>): boolean
}
