import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import { statement } from "../../platform/db/statement.ts"
import type { Tx } from "../../platform/db/store.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { publishToRoom, publishUnread } from "./events.ts"
import { waitingFor } from "./rows.ts"
import { chatRooms } from "./tables.ts"

/**
 * Assigns the rooms of a model to its new moderator, or to none, except those that were handed over to somebody. Call
 * it under the model's lock, in the transaction that changes the moderator: rooms are opened under the same lock, so
 * none is missed.
 */
export async function reassignRooms(tx: Tx, dollId: number, moderatorId: number | null): Promise<void> {
  const rooms = await tx.db
    .select({ id: chatRooms.id, moderatorId: chatRooms.moderatorId })
    .from(chatRooms)
    .where(and(eq(chatRooms.dollId, dollId), isNull(chatRooms.handedOverAt)))
    .orderBy(asc(chatRooms.id))
    .for("no key update")
  await moveRooms(tx, rooms, { moderatorId, handedOverAt: null })
}

/** Returns the rooms that were handed over to a moderator to the moderators of their models. */
export async function returnRooms(tx: Tx, moderatorId: number): Promise<void> {
  const handedOver = and(eq(chatRooms.moderatorId, moderatorId), isNotNull(chatRooms.handedOverAt))
  const models = tx.db.select({ id: chatRooms.dollId }).from(chatRooms).where(handedOver)
  // Models are locked before rooms, as everywhere, so that their moderators stay until the commit.
  const owners = await tx.db
    .select({ id: dolls.id, moderatorId: dolls.moderatorId })
    .from(dolls)
    .where(inArray(dolls.id, models))
    .orderBy(asc(dolls.id))
    .for("share")
  const rooms = await tx.db
    .select({ id: chatRooms.id, moderatorId: chatRooms.moderatorId, dollId: chatRooms.dollId })
    .from(chatRooms)
    .where(
      and(
        handedOver,
        inArray(
          chatRooms.dollId,
          owners.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(chatRooms.id))
    .for("no key update")
  for (const [owner, group] of Map.groupBy(rooms, (room) => owners.find(({ id }) => id === room.dollId)!.moderatorId)) {
    await moveRooms(tx, group, { moderatorId: owner, handedOverAt: null })
  }
}

/**
 * Moves locked rooms to a moderator: unread messages are counted again, snoozes of the previous moderator end, and
 * people who may no longer enter are disconnected.
 */
export async function moveRooms(
  tx: Tx,
  rooms: readonly { id: number; moderatorId: number | null }[],
  to: { moderatorId: number | null; handedOverAt: Date | null },
): Promise<void> {
  if (rooms.length === 0) return
  const ids = rooms.map(({ id }) => id)
  await tx.db
    .update(chatRooms)
    .set({ ...to, snoozedUntil: null, formerModeratorIds: withModerator })
    .where(inArray(chatRooms.id, ids))
  if (to.moderatorId !== null) await recount(tx, ids, to.moderatorId)
  for (const id of ids) publishToRoom(tx, id, { kind: "access" })
  const concerned = new Set([...rooms.map(({ moderatorId }) => moderatorId), to.moderatorId])
  publishUnread(
    tx,
    [...concerned].filter((id) => id !== null),
  )
}

const withModerator = sql`case
  when ${chatRooms.moderatorId} is null or ${chatRooms.moderatorId} = any(${chatRooms.formerModeratorIds})
  then ${chatRooms.formerModeratorIds}
  else array_append(${chatRooms.formerModeratorIds}, ${chatRooms.moderatorId}) end`

async function recount(tx: Tx, roomIds: number[], moderatorId: number): Promise<void> {
  await statement(
    tx,
    "chat_recount",
    `update chat_rooms r set moderator_unread = ${waitingFor("$2")} where r.id = any($1::int[])`,
    [roomIds, moderatorId],
  )
}
