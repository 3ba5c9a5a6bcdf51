import type { Store } from "../../platform/db/store.ts"
import { auditOnce } from "../../platform/records/audit.ts"
import type { Entered } from "./policy.ts"

/** Audits admins who read a chat: they are neither of its two participants. */
export async function auditReading(store: Store, { room, roomRole, person }: Entered): Promise<void> {
  if (roomRole === "admin")
    await auditOnce(store, person, { action: "chat.read", target: { kind: "chat_room", id: room.id } })
}
