import { and, asc, eq, isNull } from "drizzle-orm"
import type { AccountExport } from "#contract/export.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Tx } from "../../platform/db/store.ts"
import { flaggedItems } from "../../platform/moderation/tables.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { publishToRoom, publishUnread } from "./events.ts"
import { keepMessageAsEvidence } from "./messages.ts"
import { waitingFor } from "./rows.ts"
import { chatMessages, chatRooms } from "./tables.ts"

/** Clears the person's messages, removes their files unless they are evidence, and freezes their rooms. */
export async function eraseRooms(tx: Tx, userId: number): Promise<void> {
  const mine = eq(chatRooms.userId, userId)
  const rooms = await tx.db.select().from(chatRooms).where(mine).orderBy(asc(chatRooms.id)).for("no key update")
  if (rooms.length === 0) return
  await keepSaid(tx, userId)
  await statement(
    tx,
    "chat_empty",
    `with gone as (
       select m.id, m.room_id, m.file_key, r.head_seq + row_number() over (partition by m.room_id order by m.id) as seq
       from chat_messages m join chat_rooms r on r.id = m.room_id
       where r.user_id = $1 and m.sender_id = $1 and m.deleted_at is null
     ), emptied as (
       update chat_messages m set seq = g.seq, content = '', flagged = false, file_key = null, file_name = null,
         file_type = null,
         file_size = null, file_width = null, file_height = null, updated_at = $2, deleted_at = $2
       from gone g where g.id = m.id
     ), forgotten as (
       delete from chat_words where message_id in (select id from gone)
     ), ended as (
       insert into chat_file_ends (file_key, due_at) select file_key, $2 from gone where file_key is not null
         and not exists (select from flagged_items f where f.held_file ->> 'key' = gone.file_key)
     )
     update chat_rooms r set frozen_at = $2, waiting_since = null, snoozed_until = null, head_seq = r.head_seq + c.count, message_count = r.message_count - c.count
     from (select r.id, count(g.id)::int as count from chat_rooms r left join gone g on g.room_id = r.id
       where r.user_id = $1
       group by r.id) c where c.id = r.id`,
    [userId, tx.now().toISOString()],
  )
  await statement(
    tx,
    "chat_empty_waiting",
    `update chat_rooms r set moderator_unread = ${waitingFor("r.moderator_id")} where r.user_id = $1`,
    [userId],
  )
  for (const { id } of rooms) publishToRoom(tx, id, { kind: "access" })
  publishUnread(
    tx,
    [...new Set(rooms.map((room) => room.moderatorId))].filter((id) => id !== null),
  )
}

async function keepSaid(tx: Tx, userId: number): Promise<void> {
  const { kind, subjectId, resolvedAt } = flaggedItems
  const said = await tx.db
    .select({ message: chatMessages })
    .from(flaggedItems)
    .innerJoin(chatMessages, eq(chatMessages.id, subjectId))
    .where(
      and(eq(kind, "message"), isNull(resolvedAt), eq(chatMessages.senderId, userId), isNull(chatMessages.deletedAt)),
    )
  for (const { message } of said) await keepMessageAsEvidence(tx, message)
}

/** Exports all conversations of a person with the messages of both sides, whatever the membership level. */
export async function exportConversations(tx: Tx, userId: number): Promise<AccountExport["conversations"]> {
  const rooms = await tx.db
    .select({ id: chatRooms.id, dollId: chatRooms.dollId, name: dolls.name, createdAt: chatRooms.createdAt })
    .from(chatRooms)
    .innerJoin(dolls, eq(dolls.id, chatRooms.dollId))
    .where(eq(chatRooms.userId, userId))
    .orderBy(asc(chatRooms.id))
  const said = await tx.db
    .select({ message: chatMessages })
    .from(chatMessages)
    .innerJoin(chatRooms, eq(chatRooms.id, chatMessages.roomId))
    .where(eq(chatRooms.userId, userId))
    .orderBy(asc(chatMessages.id))
  const byRoom = Map.groupBy(said, ({ message }) => message.roomId)
  return rooms.map((room) => ({
    room_id: room.id,
    doll_id: room.dollId,
    doll_name: room.name,
    created_at: room.createdAt.toISOString(),
    messages: (byRoom.get(room.id) ?? []).map(({ message }) => ({
      id: message.id,
      from: message.senderId === userId ? ("you" as const) : ("shop" as const),
      content: message.content,
      file_name: message.fileName,
      created_at: message.createdAt.toISOString(),
      deleted_at: message.deletedAt?.toISOString() ?? null,
    })),
  }))
}
