import { and, count, eq, inArray, isNull } from "drizzle-orm"
import type { Change, ChatMessage, MessageQuery } from "#contract/chat.ts"
import { generalTexts } from "#contract/texts.ts"
import { type Actor, assertSignedIn } from "../accounts/actor.ts"
import { users } from "../accounts/tables.ts"
import { statement } from "../db/statement.ts"
import type { Store, Tx } from "../db/store.ts"
import { flag, forget, unflag } from "../moderation/queue.ts"
import { readAbout } from "../notifications/notifications.ts"
import { notFound, Refusal } from "../refusal.ts"
import { uncountAnswer } from "../staff/answers.ts"
import { auditReading } from "./audit.ts"
import { tellRoom, tellUnread } from "./events.ts"
import { endFiles } from "./files.ts"
import { type Entered, enter, type RoomRow } from "./policy.ts"
import {
  changesSince,
  flaggedPage,
  forMembers,
  newestPage,
  type Page,
  pageBefore,
  placeOf,
  present,
  presentChange,
  readMessage,
} from "./rows.ts"
import { chatMessages, chatReads, chatRooms } from "./tables.ts"

export interface Messages {
  items: Change[]
  headSeq: number
  total: number
}

/** A page of what was said, oldest first, or with `after_seq` what has changed since, in the order of `seq`. */
export async function listMessages(store: Store, actor: Actor, roomId: number, query: MessageQuery): Promise<Messages> {
  const entered = await enter(store, actor, roomId)
  if (query.flagged && entered.seat === "member") throw new Refusal("FORBIDDEN", generalTexts.moderatorRequired)
  await auditReading(store, entered)
  const { headSeq, messageCount, rows } = await pageOf(store, roomId, query)
  const items = rows.map(query.after_seq === undefined ? present : presentChange)
  const total = query.flagged ? await countFlagged(store, roomId) : messageCount
  return { items: entered.seat === "member" ? items.map(forMembers) : items, headSeq, total }
}

async function countFlagged(tx: Tx, roomId: number): Promise<number> {
  const shown = and(eq(chatMessages.roomId, roomId), eq(chatMessages.flagged, true), isNull(chatMessages.deletedAt))
  const [row] = await tx.db.select({ count: count() }).from(chatMessages).where(shown)
  return row!.count
}

function pageOf(tx: Tx, roomId: number, query: MessageQuery): Promise<Page> {
  const { limit, offset, before_id, after_seq } = query
  if (query.flagged) return flaggedPage(tx, roomId, limit, offset)
  if (after_seq !== undefined) return changesSince(tx, roomId, limit, after_seq)
  return before_id === undefined ? newestPage(tx, roomId, limit, offset) : pageBefore(tx, roomId, limit, before_id)
}

/** How far somebody has read. It only rises, and never past what is there; an admin's reading is not told. */
export async function readUpTo(store: Store, actor: Actor, roomId: number, messageId: number): Promise<void> {
  const { seat, person } = await enter(store, actor, roomId)
  if (seat !== "admin") await store.transaction((tx) => markRead(tx, person.id, roomId, messageId))
}

/** For somebody who is one of the two of the room. */
export async function markRead(tx: Tx, userId: number, roomId: number, messageId: number): Promise<void> {
  const room = await lockRoom(tx, roomId)
  const [marked] = await statement<{ last_message_id: number }>(
    tx,
    "chat_read",
    `with mark as (
       select id, created_seq from chat_messages where room_id = $1 and id <= $3
         and created_seq <= ${placeOf("$3", "$1")} order by created_seq desc limit 1
     ), moved as (
       insert into chat_reads as c (room_id, user_id, last_message_id) select $1, $2, id from mark
       on conflict (room_id, user_id) do update set last_message_id = excluded.last_message_id
       where c.last_message_id < excluded.last_message_id
       returning last_message_id
     ), waiting as (
       select last_message_id, (select count(*) from chat_messages m
         where m.room_id = $1 and m.created_seq > mark.created_seq and m.sender_id <> $2 and m.deleted_at is null) as unread
       from moved, mark
     )
     update chat_rooms r set user_unread = case when r.user_id = $2 then w.unread else r.user_unread end,
       moderator_unread = case when r.moderator_id = $2 then w.unread else r.moderator_unread end
     from waiting w where r.id = $1 returning w.last_message_id`,
    [roomId, userId, messageId],
  )
  if (!room || !marked) return
  if (userId === room.userId) await readAbout(tx, userId, roomLink(room))
  tellRoom(tx, roomId, { kind: "read", user_id: userId, last_message_id: marked.last_message_id })
  tellUnread(tx, [userId])
}

/** Its sender takes a message back: the text and the file are gone, and everybody's screen loses it. */
export async function deleteMessage(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { message, person } = await messageInSight(tx, actor, id)
  if (message.senderId !== person.id) throw new Refusal("FORBIDDEN", generalTexts.insufficient)
  if (message.deletedAt) return
  await removeMessage(tx, message.id)
  await forget(tx, { kind: "message", subjectId: message.id }, message.content || message.fileName || "")
}

/** Without asking who: for the sender, and for the staff that clears the queue. */
export async function removeMessage(tx: Tx, id: number): Promise<void> {
  const locked = await lockMessage(tx, id)
  if (!locked || locked.message.deletedAt) return
  const { room, message } = locked
  const marks = await tx.db.select().from(chatReads).where(eq(chatReads.roomId, room.id))
  const waits = (userId: number | null) =>
    userId !== message.senderId && (marks.find((mark) => mark.userId === userId)?.lastMessageId ?? 0) < id
  const [forUser, forModerator] = [waits(room.userId), waits(room.moderatorId)]
  const seq = await nextSeq(tx, room, {
    messageCount: room.messageCount - 1,
    userUnread: room.userUnread - Number(forUser),
    moderatorUnread: room.moderatorUnread - Number(forModerator),
  })
  const now = tx.now()
  await tx.db
    .update(chatMessages)
    .set({ ...emptied, seq, updatedAt: now, deletedAt: now })
    .where(eq(chatMessages.id, id))
  if (message.fileKey) await endFiles(tx, [message.fileKey])
  await uncountAnswer(tx, message)
  tellRoom(tx, room.id, { kind: "delete", seq, message_id: id })
  tellUnread(
    tx,
    [forUser && room.userId, forModerator && room.moderatorId].filter((user) => typeof user === "number"),
  )
}

const emptied = {
  content: "",
  flagged: false,
  fileKey: null,
  fileName: null,
  fileType: null,
  fileSize: null,
  fileWidth: null,
  fileHeight: null,
}

/** Its moderator, or an admin, flags a message, or takes that back. */
export async function flagMessage(tx: Tx, actor: Actor, id: number, flagged: boolean): Promise<ChatMessage> {
  const { message, room, seat } = await messageInSight(tx, actor, id)
  if (seat === "member") throw new Refusal("FORBIDDEN", generalTexts.moderatorRequired)
  // Under the lock of the room from here on: a message that is taken back at the same moment leaves nothing in the queue.
  await setFlag(tx, id, flagged)
  const found = (await readMessage(tx, id))!
  if (found.deleted) throw notFound("Message not found")
  const subject = { kind: "message" as const, subjectId: id }
  if (flagged) await flag(tx, { ...subject, roomId: room.id, authorId: message.senderId })
  else await unflag(tx, subject)
  return present(found)
}

/** Without asking who: for the staff that clears the queue. */
export async function setFlag(tx: Tx, id: number, flagged: boolean): Promise<void> {
  const locked = await lockMessage(tx, id)
  if (!locked || locked.message.deletedAt || locked.message.flagged === flagged) return
  const seq = await nextSeq(tx, locked.room)
  await tx.db.update(chatMessages).set({ flagged, seq, updatedAt: tx.now() }).where(eq(chatMessages.id, id))
  tellRoom(tx, locked.room.id, { kind: "update", seq, message: present((await readMessage(tx, id))!) })
}

/** Nobody writes in the room any more. */
export async function freezeRoom(tx: Tx, roomId: number): Promise<void> {
  await tx.db.update(chatRooms).set({ frozenAt: tx.now() }).where(eq(chatRooms.id, roomId))
  tellRoom(tx, roomId, { kind: "access" })
}

/** They may write again, unless the member has left: nobody reads there any more. */
export async function reopenRoom(tx: Tx, roomId: number): Promise<void> {
  const here = tx.db.select({ id: users.id }).from(users).where(isNull(users.deletedAt))
  await tx.db
    .update(chatRooms)
    .set({ frozenAt: null })
    .where(and(eq(chatRooms.id, roomId), inArray(chatRooms.userId, here)))
  tellRoom(tx, roomId, { kind: "access" })
}

/** Everything that changes a room waits for this lock. */
export async function lockRoom(tx: Tx, id: number): Promise<RoomRow | undefined> {
  const [room] = await tx.db.select().from(chatRooms).where(eq(chatRooms.id, id)).for("no key update")
  return room
}

/** Until the transaction ends it is not taken back; false when it is gone already. */
export async function holdMessage(tx: Tx, id: number): Promise<boolean> {
  const locked = await lockMessage(tx, id)
  return locked !== null && locked.message.deletedAt === null
}

/** Both as they are under the lock of the room. */
async function lockMessage(tx: Tx, id: number) {
  const [found] = await tx.db.select({ roomId: chatMessages.roomId }).from(chatMessages).where(eq(chatMessages.id, id))
  const room = found && (await lockRoom(tx, found.roomId))
  if (!room) return null
  const [message] = await tx.db.select().from(chatMessages).where(eq(chatMessages.id, id))
  return { room, message: message! }
}

/** A message and its room, for somebody who may see both; nothing is locked. */
async function messageInSight(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<Entered & { message: typeof chatMessages.$inferSelect }> {
  assertSignedIn(actor)
  const [message] = await tx.db.select().from(chatMessages).where(eq(chatMessages.id, id))
  if (!message) throw notFound("Message not found")
  return { ...(await enter(tx, actor, message.roomId)), message }
}

/** `counts` are what else changes in a room that is locked. */
async function nextSeq(tx: Tx, room: RoomRow, counts: Partial<RoomRow> = {}): Promise<number> {
  const seq = room.headSeq + 1
  await tx.db
    .update(chatRooms)
    .set({ ...counts, headSeq: seq })
    .where(eq(chatRooms.id, room.id))
  return seq
}

/** Where a member finds it. */
export const roomLink = ({ id, dollId }: Pick<RoomRow, "id" | "dollId">) => `/model-chat/${dollId}?roomId=${id}`
