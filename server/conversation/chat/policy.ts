import { and, arrayContains, eq, ne } from "drizzle-orm"
import { membershipTexts } from "#contract/buyingText.ts"
import { chatTexts, deskTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { generalTexts, modelTexts } from "#contract/texts.ts"
import { type Actor, assertSignedIn, type Person } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { chatRooms } from "./tables.ts"

export type RoomRow = typeof chatRooms.$inferSelect
/** A person's role in a room. Admins only read. */
export type RoomRole = "member" | "moderator" | "admin"
export interface Entered {
  room: RoomRow
  roomRole: RoomRole
  person: Person
}

/** Requires a membership: the chat is closed on the free level, whose messages are kept for the next membership. */
export function assertMember(actor: Actor): asserts actor is Person & { role: "user" } {
  assertSignedIn(actor)
  if (actor.role !== "user") throw new Refusal("FORBIDDEN", generalTexts.roleRequired(said("User")))
  assertPaidLevel(actor)
}

export function assertModerator(actor: Actor): asserts actor is Person & { role: "moderator" } {
  assertSignedIn(actor)
  if (actor.role !== "moderator") throw new Refusal("FORBIDDEN", generalTexts.moderatorRequired)
}

/** Requires somebody who may read any chat. */
export function assertMayRead(actor: Actor): asserts actor is Person {
  assertSignedIn(actor)
  assertPaidLevel(actor)
}

export function assertMayWrite(actor: Actor): asserts actor is Person {
  if (actor.kind === "guest") throw new Refusal("UNAUTHENTICATED", chatTexts.loginToSend)
  assertPaidLevel(actor)
}

/**
 * Throws NOT_FOUND both for a missing room and for somebody else's. For something in a room, `roomId` is undefined if
 * it does not exist, and `missing` is the message for both cases.
 */
export async function enter(
  tx: Tx,
  actor: Actor,
  roomId: number | undefined,
  missing = t`Chat room not found`,
): Promise<Entered> {
  assertMayRead(actor)
  const [room] = roomId === undefined ? [] : await tx.db.select().from(chatRooms).where(eq(chatRooms.id, roomId))
  const roomRole = room ? roomRoleOf(room, actor) : null
  if (!room || !roomRole) throw notFound(missing)
  return { room, roomRole, person: actor }
}

/** Throws for the room's former moderators, naming the current one. To everybody else the room does not exist. */
export async function assertNotMoved(tx: Tx, actor: Actor, roomId: number): Promise<void> {
  assertMayRead(actor)
  if (actor.role !== "moderator") return
  const [now] = await tx.db
    .select({ name: users.fullName })
    .from(chatRooms)
    .innerJoin(users, eq(users.id, chatRooms.moderatorId))
    .where(
      and(eq(chatRooms.id, roomId), ne(users.id, actor.id), arrayContains(chatRooms.formerModeratorIds, [actor.id])),
    )
  if (now) throw new Refusal("CHAT_MOVED", deskTexts.moved(now.name))
}

/** Like `enter`, for writing; throws if the room is frozen. */
export async function enterToWrite(tx: Tx, actor: Actor, roomId: number): Promise<Entered> {
  assertMayWrite(actor)
  const entered = await enter(tx, actor, roomId)
  assertParticipates(entered.roomRole)
  return entered
}

export function assertParticipates(roomRole: RoomRole): void {
  if (roomRole === "admin") throw new Refusal("FORBIDDEN", membershipTexts.used)
}

export function assertOpen(isFrozen: boolean): void {
  if (isFrozen) throw new Refusal("ROOM_FROZEN", membershipTexts.used)
}

export function roomRoleOf(
  { userId, moderatorId }: Pick<RoomRow, "userId" | "moderatorId">,
  person: Person,
): RoomRole | null {
  if (person.role === "user") return person.id === userId && person.level !== "free" ? "member" : null
  if (person.role === "moderator") return person.id === moderatorId ? "moderator" : null
  return person.adminType === "financial_admin" ? null : "admin"
}

export const peopleOf = ({ userId, moderatorId }: Pick<RoomRow, "userId" | "moderatorId">) =>
  moderatorId === null ? [userId] : [userId, moderatorId]

function assertPaidLevel({ role, level }: Person): void {
  if (role === "user" && level === "free") throw new Refusal("MEMBERS_ONLY", modelTexts.chatNeedsMembership)
}
