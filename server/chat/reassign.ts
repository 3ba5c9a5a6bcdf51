import { asc, eq } from "drizzle-orm"
import { statement } from "../db/statement.ts"
import type { Tx } from "../db/store.ts"
import { publishToRoom, publishUnread } from "./events.ts"
import { waitingFor } from "./rows.ts"
import { chatRooms } from "./tables.ts"

/**
 * Assigns the rooms of a model to its new moderator, or to none. Call it under the model's lock, in the transaction
 * that changes the moderator: rooms are opened under the same lock, so none is missed. The new moderator's unread
 * messages are counted again.
 */
export async function reassignRooms(tx: Tx, dollId: number, moderatorId: number | null): Promise<void> {
  const rooms = await tx.db
    .select({ id: chatRooms.id, moderatorId: chatRooms.moderatorId })
    .from(chatRooms)
    .where(eq(chatRooms.dollId, dollId))
    .orderBy(asc(chatRooms.id))
    .for("no key update")
  if (rooms.length === 0) return
  await tx.db.update(chatRooms).set({ moderatorId }).where(eq(chatRooms.dollId, dollId))
  if (moderatorId !== null) await recount(tx, dollId, moderatorId)
  for (const { id } of rooms) publishToRoom(tx, id, { kind: "access" })
  const before = rooms.map((room) => room.moderatorId)
  publishUnread(
    tx,
    [...new Set([...before, moderatorId])].filter((id) => id !== null),
  )
}

async function recount(tx: Tx, dollId: number, moderatorId: number): Promise<void> {
  await statement(
    tx,
    "chat_recount",
    `update chat_rooms r set moderator_unread = ${waitingFor("$2")} where r.doll_id = $1`,
    [dollId, moderatorId],
  )
}
