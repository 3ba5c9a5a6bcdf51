import type { ChatMessage, ServerFrame } from "#contract/chat.ts"
import { wireFrame } from "../../platform/sockets/wireFrame.ts"
import type { RoomChange } from "./events.ts"
import type { RoomRole } from "./policy.ts"

/** Returns a change as the bytes of its frame: encoded on first use, once for members and once for staff. */
export function framesOf(change: RoomChange): (roomRole: RoomRole) => Buffer {
  if (change.kind === "delete") {
    const { message_id, seq } = change
    const frame = wireFrame(JSON.stringify({ type: "delete", message_id, seq } satisfies ServerFrame))
    return () => frame
  }
  const { message, seq, kind } = change
  const head = `{"type":"${kind}","seq":${seq},"message":`
  const plain = JSON.stringify({ ...message, flagged: undefined })
  const tail = kind === "create" ? `,"client_id":${JSON.stringify(message.client_id)}}` : "}"
  let members: Buffer | null = null
  let staff: Buffer | null = null
  return (roomRole) => {
    if (roomRole === "member") {
      members ??= wireFrame(head + plain + tail)
      return members
    }
    staff ??= wireFrame(`${head}${plain.slice(0, -1)},"flagged":${message.flagged === true}}${tail}`)
    return staff
  }
}

export function createFrame(message: ChatMessage, roomRole: RoomRole): Buffer {
  return framesOf({ kind: "create", seq: message.seq, message })(roomRole)
}
