import { and, eq, gt, isNull, lte } from "drizzle-orm"
import type { ChatRoom } from "#contract/chat.ts"
import type { Snooze } from "#contract/desk.ts"
import { deskTexts } from "#contract/memberText.ts"
import type { AccountFrame } from "#contract/sockets.ts"
import { t } from "#contract/t.ts"
import { lockRoom } from "../../conversation/chat/messages.ts"
import { assertModerator, enter, type RoomRow } from "../../conversation/chat/policy.ts"
import { type RoomFacts, readRoomOf, untilAnswered } from "../../conversation/chat/rooms.ts"
import { chatMessages, chatRooms } from "../../conversation/chat/tables.ts"
import { type Actor, assertNotSuspended } from "../../platform/auth/actor.ts"
import { after, days } from "../../platform/clock.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { accountTopic } from "../../platform/notifications/notifications.ts"
import { invalid, notFound, Refusal } from "../../platform/refusal.ts"

const maxSnooze = days(90)

/**
 * Snoozes a chat until a time, or until the member writes. A message of the member ends it (`insert.ts`), and one that
 * the moderator has not seen prevents it: both happen under the room's lock.
 */
export async function snooze(
  tx: Tx,
  actor: Actor,
  { id, until, last_message_id }: Snooze & { id: number },
  facts: RoomFacts,
): Promise<ChatRoom> {
  const room = await lockOwn(tx, actor, id)
  const time = until === null ? untilAnswered : new Date(until)
  if (until !== null && (time <= tx.now() || time > after(tx.now(), maxSnooze)))
    throw invalid("until", deskTexts.snoozeTime)
  const { roomId, senderId, id: messageId, deletedAt } = chatMessages
  const unseen = and(eq(roomId, id), eq(senderId, room.userId), gt(messageId, last_message_id), isNull(deletedAt))
  const [newer] = await tx.db.select({ id: messageId }).from(chatMessages).where(unseen).limit(1)
  if (newer) throw new Refusal("CONFLICT", deskTexts.newMessage)
  return setSnooze(tx, actor, room, time, facts)
}

export async function wake(tx: Tx, actor: Actor, id: number, facts: RoomFacts): Promise<ChatRoom> {
  return setSnooze(tx, actor, await lockOwn(tx, actor, id), null, facts)
}

/** Locks and returns a room that the actor answers in. Throws NOT_FOUND if it was handed over meanwhile. */
export async function lockOwn(tx: Tx, actor: Actor, id: number): Promise<RoomRow> {
  assertModerator(actor)
  assertNotSuspended(actor)
  await enter(tx, actor, id)
  const room = await lockRoom(tx, id)
  if (room?.moderatorId !== actor.id) throw notFound(t`Chat room not found`)
  return room
}

async function setSnooze(
  tx: Tx,
  actor: Actor,
  { id, moderatorId }: RoomRow,
  snoozedUntil: Date | null,
  facts: RoomFacts,
): Promise<ChatRoom> {
  assertModerator(actor)
  await tx.db.update(chatRooms).set({ snoozedUntil }).where(eq(chatRooms.id, id))
  publishToDesk(tx, moderatorId, id)
  return readRoomOf(tx, actor, id, facts)
}

/** Makes every page of the moderator load its list of chats again. */
export function publishToDesk(tx: Tx, moderatorId: number | null, roomId: number): void {
  if (moderatorId !== null)
    tx.publish(accountTopic(moderatorId), { type: "desk", room_id: roomId } satisfies AccountFrame)
}

/** Ends snoozes that are due: the chats reappear on every page of their moderator. */
export async function endSnoozes(store: Store): Promise<number> {
  return store.transaction(async (tx) => {
    const rooms = await tx.db
      .update(chatRooms)
      .set({ snoozedUntil: null })
      .where(lte(chatRooms.snoozedUntil, tx.now()))
      .returning({ id: chatRooms.id, moderatorId: chatRooms.moderatorId })
    for (const { id, moderatorId } of rooms) publishToDesk(tx, moderatorId, id)
    return rooms.length
  })
}
