import { eq } from "drizzle-orm"
import { membershipTexts } from "#contract/buyingText.ts"
import { chatTexts, generalTexts, modelTexts } from "#contract/texts.ts"
import { type Actor, assertSignedIn, type Person } from "../accounts/actor.ts"
import type { Tx } from "../db/store.ts"
import { notFound, Refusal } from "../refusal.ts"
import { chatRooms } from "./tables.ts"

export type RoomRow = typeof chatRooms.$inferSelect
/** As whom somebody is in a room. An admin reads, and does nothing else. */
export type Seat = "member" | "moderator" | "admin"
export interface Entered {
  room: RoomRow
  seat: Seat
  person: Person
}

/** On the free level the chat is closed altogether; what was said waits for the next membership. */
export function assertMember(actor: Actor): asserts actor is Person & { role: "user" } {
  assertSignedIn(actor)
  if (actor.role !== "user") throw new Refusal("FORBIDDEN", generalTexts.roleRequired("User"))
  assertPays(actor)
}

export function assertModerator(actor: Actor): asserts actor is Person & { role: "moderator" } {
  assertSignedIn(actor)
  if (actor.role !== "moderator") throw new Refusal("FORBIDDEN", generalTexts.moderatorRequired)
}

/** Throws NOT_FOUND for a room that is not there and for one of others alike. */
export async function enter(tx: Tx, actor: Actor, roomId: number): Promise<Entered> {
  assertSignedIn(actor)
  assertPays(actor)
  const [room] = await tx.db.select().from(chatRooms).where(eq(chatRooms.id, roomId))
  const seat = room ? seatOf(room, actor) : null
  if (!room || !seat) throw notFound("Chat room not found")
  return { room, seat, person: actor }
}

/** The same, to write in it, if it is open. */
export async function enterToWrite(tx: Tx, actor: Actor, roomId: number): Promise<Entered> {
  if (actor.kind === "guest") throw new Refusal("UNAUTHENTICATED", chatTexts.loginToSend)
  const entered = await enter(tx, actor, roomId)
  assertWrites(entered.seat)
  return entered
}

export function assertWrites(seat: Seat): void {
  if (seat === "admin") throw new Refusal("FORBIDDEN", membershipTexts.used)
}

export function assertOpen(isFrozen: boolean): void {
  if (isFrozen) throw new Refusal("ROOM_FROZEN", membershipTexts.used)
}

export function seatOf({ userId, moderatorId }: Pick<RoomRow, "userId" | "moderatorId">, person: Person): Seat | null {
  if (person.role === "user") return person.id === userId && person.level !== "free" ? "member" : null
  if (person.role === "moderator") return person.id === moderatorId ? "moderator" : null
  return person.adminType === "financial_admin" ? null : "admin"
}

/** Whom a room belongs to. */
export const peopleOf = ({ userId, moderatorId }: Pick<RoomRow, "userId" | "moderatorId">) =>
  moderatorId === null ? [userId] : [userId, moderatorId]

function assertPays({ role, level }: Person): void {
  if (role === "user" && level === "free") throw new Refusal("MEMBERS_ONLY", modelTexts.chatNeedsMembership)
}
