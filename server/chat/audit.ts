import type { Store } from "../db/store.ts"
import { auditOnce } from "../staff/audit.ts"
import type { Entered } from "./policy.ts"

/** Who is neither of the two in a room, and reads along, leaves a trace. */
export async function auditReading(store: Store, { room, seat, person }: Entered): Promise<void> {
  if (seat === "admin")
    await auditOnce(store, person, { action: "chat.read", target: { kind: "chat_room", id: room.id } })
}
