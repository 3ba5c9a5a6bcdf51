import { and, count, eq, inArray, isNull } from "drizzle-orm"
import type { Change, ChatMessage, MessageQuery } from "#contract/chat.ts"
import { t } from "#contract/t.ts"
import { generalTexts } from "#contract/texts.ts"
import { type Actor, assertNotSuspended, assertSignedIn } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { scheduleFileDeletion } from "../../platform/media/privateFiles.ts"
import { flag, keepEvidence, unflag } from "../../platform/moderation/queue.ts"
import { readAbout } from "../../platform/notifications/notifications.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { auditReading } from "./audit.ts"
import { publishToRoom, publishUnread } from "./events.ts"
import { type Entered, enter, type RoomRow } from "./policy.ts"
import { uncountAnswer } from "./responseTimes.ts"
import {
  changesSince,
  flaggedPage,
  forMembers,
  newestPage,
  type Page,
  pageAfter,
  pageAround,
  pageBefore,
  placeOf,
  present,
  presentChange,
  readMessage,
  waitingSince,
} from "./rows.ts"
import { chatMessages, chatReads, chatRooms } from "./tables.ts"

export interface Messages {
  items: Change[]
  headSeq: number
  total: number
}

/** Returns a page of messages, oldest first; with `after_seq` the changes since, in the order of `seq`. */
export async function listMessages(store: Store, actor: Actor, roomId: number, query: MessageQuery): Promise<Messages> {
  const entered = await enter(store, actor, roomId)
  if (query.flagged && entered.roomRole === "member") throw new Refusal("FORBIDDEN", generalTexts.moderatorRequired)
  await auditReading(store, entered)
  const { headSeq, messageCount, rows } = await pageOf(store, roomId, query)
  const items = rows.map(query.after_seq === undefined ? present : presentChange)
  const total = query.flagged ? await countFlagged(store, roomId) : messageCount
  return { items: entered.roomRole === "member" ? items.map(forMembers) : items, headSeq, total }
}

async function countFlagged(tx: Tx, roomId: number): Promise<number> {
  const shown = and(eq(chatMessages.roomId, roomId), eq(chatMessages.flagged, true), isNull(chatMessages.deletedAt))
  const [row] = await tx.db.select({ count: count() }).from(chatMessages).where(shown)
  return row!.count
}

function pageOf(tx: Tx, roomId: number, query: MessageQuery): Promise<Page> {
  const { limit, offset, before_id, after_id, around_id, after_seq } = query
  if (query.flagged) return flaggedPage(tx, roomId, limit, offset)
  if (after_seq !== undefined) return changesSince(tx, roomId, limit, after_seq)
  if (around_id !== undefined) return pageAround(tx, roomId, limit, around_id)
  if (after_id !== undefined) return pageAfter(tx, roomId, limit, after_id)
  return before_id === undefined ? newestPage(tx, roomId, limit, offset) : pageBefore(tx, roomId, limit, before_id)
}

/** Sets the read mark. It only rises, never past the last message. Admins have no read mark. */
export async function readUpTo(store: Store, actor: Actor, roomId: number, messageId: number): Promise<void> {
  const { roomRole, person } = await enter(store, actor, roomId)
  if (roomRole !== "admin") await store.transaction((tx) => markRead(tx, person.id, roomId, messageId))
}

/**
 * Sets the mark of a participant. A mark that is already set is published again: its sender repeats it when the first
 * answer, and perhaps the event, was lost.
 */
export async function markRead(tx: Tx, userId: number, roomId: number, messageId: number): Promise<void> {
  const room = await lockRoom(tx, roomId)
  const [marked] = await statement<{ last_message_id: number | null; moved: boolean }>(
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
         where m.room_id = $1 and m.created_seq > mark.created_seq and m.sender_id <> $2
           and m.deleted_at is null) as unread
       from moved, mark
     ), counted as (
       update chat_rooms r set user_unread = case when r.user_id = $2 then w.unread else r.user_unread end,
         moderator_unread = case when r.moderator_id = $2 then w.unread else r.moderator_unread end
       from waiting w where r.id = $1
     )
     select exists (select from moved) as moved, coalesce(
       (select last_message_id from moved),
       (select last_message_id from chat_reads where room_id = $1 and user_id = $2)
     ) as last_message_id`,
    [roomId, userId, messageId],
  )
  if (!room || marked!.last_message_id === null) return
  if (marked!.moved && userId === room.userId) await readAbout(tx, userId, roomLink(room))
  publishToRoom(tx, roomId, { kind: "read", user_id: userId, last_message_id: marked!.last_message_id })
  publishUnread(tx, [userId])
}

/** Deletes a message on behalf of its sender: its text and file are removed, and clients remove it from the screen. */
export async function deleteMessage(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { message, person } = await messageInSight(tx, actor, id)
  if (message.senderId !== person.id) throw new Refusal("FORBIDDEN", generalTexts.insufficient)
  assertNotSuspended(person)
  if (message.deletedAt) return
  await removeMessage(tx, message.id, (said) => keepMessageAsEvidence(tx, said))
}

/** Keeps the message as evidence if it was flagged or reported. */
export function keepMessageAsEvidence(
  tx: Tx,
  message: MessageRow,
  by: "author" | "staff" = "author",
): Promise<boolean> {
  const { id, content, fileKey, fileName, fileType, fileSize } = message
  const file = fileKey === null ? null : { key: fileKey, name: fileName!, type: fileType!, size: fileSize! }
  return keepEvidence(tx, { kind: "message", subjectId: id }, { text: content || fileName || "", file, by })
}

type MessageRow = typeof chatMessages.$inferSelect

/**
 * Removes a message without an access check, for the sender and for staff who work on the review queue. `keep` returns
 * whether the file is still needed.
 */
export async function removeMessage(tx: Tx, id: number, keep: (said: MessageRow) => Promise<boolean>): Promise<void> {
  const locked = await lockMessage(tx, id)
  if (!locked || locked.message.deletedAt) return
  const { room, message } = locked
  const isKept = await keep(message)
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
  await statement(tx, "chat_waits", `update chat_rooms r set waiting_since = ${waitingSince} where r.id = $1`, [
    room.id,
  ])
  await statement(tx, "chat_forget_words", "delete from chat_words where message_id = $1", [id])
  if (message.fileKey && !isKept) await scheduleFileDeletion(tx, [message.fileKey])
  await uncountAnswer(tx, message)
  publishToRoom(tx, room.id, { kind: "delete", seq, message_id: id })
  publishUnread(
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

/** Sets or clears the flag of a message, on behalf of the room's moderator or an admin. */
export async function flagMessage(tx: Tx, actor: Actor, id: number, flagged: boolean): Promise<ChatMessage> {
  const { message, room, roomRole } = await messageInSight(tx, actor, id)
  assertNotSuspended(actor)
  if (roomRole === "member") throw new Refusal("FORBIDDEN", generalTexts.moderatorRequired)
  // The rest happens under the room's lock, so that a message deleted at the same moment leaves nothing in the queue.
  await setFlag(tx, id, flagged)
  const found = (await readMessage(tx, id))!
  if (found.deleted) throw notFound(t`Message not found`)
  const subject = { kind: "message" as const, subjectId: id }
  if (flagged) await flag(tx, { ...subject, roomId: room.id, authorId: message.senderId })
  else await unflag(tx, subject)
  return present(found)
}

/** Sets the flag without an access check, for staff who work on the review queue. */
export async function setFlag(tx: Tx, id: number, flagged: boolean): Promise<void> {
  const locked = await lockMessage(tx, id)
  if (!locked || locked.message.deletedAt || locked.message.flagged === flagged) return
  const seq = await nextSeq(tx, locked.room)
  await tx.db.update(chatMessages).set({ flagged, seq, updatedAt: tx.now() }).where(eq(chatMessages.id, id))
  publishToRoom(tx, locked.room.id, { kind: "update", seq, message: present((await readMessage(tx, id))!) })
}

/** Freezes the room: nobody may write in it. */
export async function freezeRoom(tx: Tx, roomId: number): Promise<void> {
  await tx.db.update(chatRooms).set({ frozenAt: tx.now() }).where(eq(chatRooms.id, roomId))
  publishToRoom(tx, roomId, { kind: "access" })
}

/** Unfreezes the room, unless the member's account is deleted: nobody would read the messages. */
export async function reopenRoom(tx: Tx, roomId: number): Promise<void> {
  const here = tx.db.select({ id: users.id }).from(users).where(isNull(users.deletedAt))
  await tx.db
    .update(chatRooms)
    .set({ frozenAt: null })
    .where(and(eq(chatRooms.id, roomId), inArray(chatRooms.userId, here)))
  publishToRoom(tx, roomId, { kind: "access" })
}

/** Locks a room, which precedes every change to it. */
export async function lockRoom(tx: Tx, id: number): Promise<RoomRow | undefined> {
  const [room] = await tx.db.select().from(chatRooms).where(eq(chatRooms.id, id)).for("no key update")
  return room
}

/** Protects the message from deletion until the transaction ends. Returns false if it is already deleted. */
export async function lockUndeletedMessage(tx: Tx, id: number): Promise<boolean> {
  const locked = await lockMessage(tx, id)
  return locked !== null && locked.message.deletedAt === null
}

/** Returns the message and its room, read under the room's lock. */
async function lockMessage(tx: Tx, id: number) {
  const [found] = await tx.db.select({ roomId: chatMessages.roomId }).from(chatMessages).where(eq(chatMessages.id, id))
  const room = found && (await lockRoom(tx, found.roomId))
  if (!room) return null
  const [message] = await tx.db.select().from(chatMessages).where(eq(chatMessages.id, id))
  return { room, message: message! }
}

/** Returns a message and its room, if the actor may see both. Takes no lock. */
async function messageInSight(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<Entered & { message: typeof chatMessages.$inferSelect }> {
  assertSignedIn(actor)
  const [message] = await tx.db.select().from(chatMessages).where(eq(chatMessages.id, id))
  const entered = await enter(tx, actor, message?.roomId, t`Message not found`)
  return { ...entered, message: message! }
}

/** Takes the next `seq` of the locked room; `counts` are further changes to it. */
async function nextSeq(tx: Tx, room: RoomRow, counts: Partial<RoomRow> = {}): Promise<number> {
  const seq = room.headSeq + 1
  await tx.db
    .update(chatRooms)
    .set({ ...counts, headSeq: seq })
    .where(eq(chatRooms.id, room.id))
  return seq
}

/** The room's address for its member. */
export const roomLink = ({ id, dollId }: Pick<RoomRow, "id" | "dollId">) => `/model-chat/${dollId}?roomId=${id}`
