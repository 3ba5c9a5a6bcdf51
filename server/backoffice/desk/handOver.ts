import { and, asc, eq, isNull, ne } from "drizzle-orm"
import { notificationTexts } from "#contract/buyingText.ts"
import type { Colleague, HandOver } from "#contract/desk.ts"
import { deskTexts } from "#contract/memberText.ts"
import { assertModerator, enter } from "../../conversation/chat/policy.ts"
import { moveRooms } from "../../conversation/chat/reassign.ts"
import type { Online } from "../../conversation/chat/rooms.ts"
import { type Actor, assertNotSuspended } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { notify } from "../../platform/notifications/notifications.ts"
import { audit } from "../../platform/records/audit.ts"
import { invalid } from "../../platform/refusal.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { addNote } from "../customers/notes.ts"
import { lockOwn, publishToDesk } from "./snooze.ts"

const activeModerator = and(eq(users.role, "moderator"), eq(users.isActive, true), isNull(users.deletedAt))

/** Lists the other moderators, to whom a chat can be handed over. */
export async function listColleagues(tx: Tx, actor: Actor, online: Online): Promise<Colleague[]> {
  assertModerator(actor)
  const rows = await tx.db
    .select({ id: users.id, fullName: users.fullName })
    .from(users)
    .where(and(activeModerator, isNull(users.suspendedAt), ne(users.id, actor.id)))
    .orderBy(asc(users.fullName), asc(users.id))
  return rows.map(({ id, fullName }) => ({ id, full_name: fullName, online: online(id) }))
}

/**
 * Hands over one room: the other moderator answers in it from now on, whoever the model is assigned to. The note is
 * handed over too; the member only sees another name. Lock order: the moderator, the member (`addNote`), the room.
 */
export async function handOver(
  tx: Tx,
  actor: Actor,
  { id, moderator_id: moderatorId, note }: HandOver & { id: number },
): Promise<void> {
  assertModerator(actor)
  assertNotSuspended(actor)
  await enter(tx, actor, id)
  const [other] = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(activeModerator, isNull(users.suspendedAt), ne(users.id, actor.id), eq(users.id, moderatorId)))
    .for("share")
  if (!other) throw invalid("moderator_id", deskTexts.notAModerator)
  if (note) await addNote(tx, actor, "room", { id, content: note, mentions: [] })
  const room = await lockOwn(tx, actor, id)
  const [doll] = await tx.db.select({ moderatorId: dolls.moderatorId }).from(dolls).where(eq(dolls.id, room.dollId))
  const isBack = doll!.moderatorId === other.id
  await moveRooms(tx, [room], { moderatorId: other.id, handedOverAt: isBack ? null : tx.now() })
  for (const concerned of [actor.id, other.id]) publishToDesk(tx, concerned, id)
  const { title, body } = notificationTexts.chatHandedOver
  await notify(tx, other.id, { kind: "chat_handed_over", title, body, link: `/moderator?room=${id}` })
  await audit(tx, actor, {
    action: "chat.hand_over",
    target: { kind: "chat_room", id },
    before: { moderator_id: actor.id },
    after: { moderator_id: other.id },
  })
}
