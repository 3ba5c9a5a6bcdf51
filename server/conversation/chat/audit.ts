import type { Store } from "../../platform/db/store.ts"
import { auditOnce } from "../../platform/records/audit.ts"
import type { Entered } from "./policy.ts"

/** Records that an admin, who is neither of a chat's two participants, has read it. */
export async function auditReading(store: Store, { room, roomRole, person }: Entered): Promise<void> {
  if (roomRole === "admin")
    await auditOnce(store, person, { action: "chat.read", target: { kind: "chat_room", id: room.id } })
}
