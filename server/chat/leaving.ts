import { and, asc, eq, isNull } from "drizzle-orm"
import type { AccountExport } from "#contract/export.ts"
import { dolls } from "../catalog/tables.ts"
import { statement } from "../db/statement.ts"
import type { Tx } from "../db/store.ts"
import { forget } from "../moderation/queue.ts"
import { flaggedItems } from "../moderation/tables.ts"
import { tellRoom, tellUnread } from "./events.ts"
import { waitingFor } from "./rows.ts"
import { chatMessages, chatRooms } from "./tables.ts"

/** What a person has said is emptied, their files end, and nobody writes in their rooms any more. */
export async function emptyRooms(tx: Tx, userId: number): Promise<void> {
  const mine = eq(chatRooms.userId, userId)
  const rooms = await tx.db.select().from(chatRooms).where(mine).orderBy(asc(chatRooms.id)).for("no key update")
  if (rooms.length === 0) return
  await forgetSaid(tx, userId)
  await statement(
    tx,
    "chat_empty",
    `with gone as (
       select m.id, m.room_id, m.file_key, r.head_seq + row_number() over (partition by m.room_id order by m.id) as seq
       from chat_messages m join chat_rooms r on r.id = m.room_id
       where r.user_id = $1 and m.sender_id = $1 and m.deleted_at is null
     ), emptied as (
       update chat_messages m set seq = g.seq, content = '', flagged = false, file_key = null, file_name = null, file_type = null,
         file_size = null, file_width = null, file_height = null, updated_at = $2, deleted_at = $2
       from gone g where g.id = m.id
     ), ended as (
       insert into chat_file_ends (file_key, due_at) select file_key, $2 from gone where file_key is not null
     )
     update chat_rooms r set frozen_at = $2, head_seq = r.head_seq + c.count, message_count = r.message_count - c.count
     from (select r.id, count(g.id)::int as count from chat_rooms r left join gone g on g.room_id = r.id where r.user_id = $1
       group by r.id) c where c.id = r.id`,
    [userId, tx.now().toISOString()],
  )
  await statement(
    tx,
    "chat_empty_waiting",
    `update chat_rooms r set moderator_unread = ${waitingFor("r.moderator_id")} where r.user_id = $1`,
    [userId],
  )
  for (const { id } of rooms) tellRoom(tx, id, { kind: "access" })
  tellUnread(
    tx,
    [...new Set(rooms.map((room) => room.moderatorId))].filter((id) => id !== null),
  )
}

/** Nobody needs to look at what is about to be gone. */
async function forgetSaid(tx: Tx, userId: number): Promise<void> {
  const { kind, subjectId, resolvedAt } = flaggedItems
  const said = await tx.db
    .select({ id: chatMessages.id, content: chatMessages.content, fileName: chatMessages.fileName })
    .from(flaggedItems)
    .innerJoin(chatMessages, eq(chatMessages.id, subjectId))
    .where(and(eq(kind, "message"), isNull(resolvedAt), eq(chatMessages.senderId, userId)))
  for (const { id, content, fileName } of said) {
    await forget(tx, { kind: "message", subjectId: id }, content || fileName || "")
  }
}

/** Every conversation of a person with what both sides have said, whatever the level. */
export async function ownConversations(tx: Tx, userId: number): Promise<AccountExport["conversations"]> {
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
