import { and, eq, inArray, isNull, or, type SQL } from "drizzle-orm"
import type { AdminType } from "#contract/accounts.ts"
import { type CustomerPart, customerParts, type SubjectKind } from "#contract/customers.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { enter } from "../../conversation/chat/policy.ts"
import { type Actor, assertAdmin, assertStaff, type Person } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { notFound } from "../../platform/refusal.ts"
import { orders } from "../../sales/orders/tables.ts"

/** The subject of a timeline and of notes: a customer, one of their orders, or one of their chats. */
export interface Subject {
  kind: SubjectKind
  id: number
  /** The customer; null for an order without an account. */
  userId: number | null
  moderatorId: number | null
}

export type CustomerRow = typeof users.$inferSelect

const readers: Record<SubjectKind, AdminType[]> = {
  customer: ["super_admin", "content_admin", "financial_admin"],
  order: ["super_admin", "financial_admin"],
  room: ["super_admin", "content_admin"],
}

/** Throws unless the caller may read anything of this kind. Used by routes. A room also has a moderator. */
export function assertReads(actor: Actor, kind: SubjectKind): asserts actor is Person {
  assertStaff(actor)
  if (kind !== "room") assertAdmin(actor, ...readers[kind])
}

/**
 * Returns the subject, if the actor may read it. Throws NOT_FOUND for a missing one, for staff accounts and deleted
 * ones in place of a customer, and for a room of another moderator.
 */
export async function openSubject(tx: Tx, actor: Actor, kind: SubjectKind, id: number): Promise<Subject> {
  assertReads(actor, kind)
  if (kind === "customer") return { kind, id, userId: (await customerRow(tx, id)).id, moderatorId: null }
  if (kind === "room") {
    const { room } = await enter(tx, actor, id)
    return { kind, id, userId: room.userId, moderatorId: room.moderatorId }
  }
  const [order] = await tx.db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, id))
  if (!order) throw notFound()
  return { kind, id, userId: order.userId, moderatorId: null }
}

/** The condition on `users` for active staff who may read the subject. */
export function readersOf({ kind, moderatorId }: Subject): SQL | undefined {
  const admins = and(eq(users.role, "admin"), inArray(users.adminType, readers[kind]))
  const moderator = moderatorId === null ? undefined : and(eq(users.role, "moderator"), eq(users.id, moderatorId))
  return and(or(admins, moderator), eq(users.isActive, true), isNull(users.deletedAt))
}

/** Returns a customer who is not deleted; `locked` prevents the deletion until the commit. Throws NOT_FOUND. */
export async function customerRow(tx: Tx, id: number, { locked = false } = {}): Promise<CustomerRow> {
  const found = tx.db
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, "user"), isNull(users.deletedAt)))
  const [row] = await (locked ? found.for("no key update") : found)
  if (!row) throw notFound(customerTexts.notFound)
  return row
}

/** The admins who may open a part of a customer's page, besides super admins: those who see it elsewhere too. */
const openers: Record<CustomerPart, AdminType[]> = {
  orders: ["financial_admin"],
  returns: ["financial_admin"],
  payments: ["financial_admin"],
  memberships: ["financial_admin"],
  reviews: ["content_admin", "financial_admin"],
  chats: ["content_admin"],
  reports: ["content_admin"],
  sessions: ["super_admin"],
  emails: ["financial_admin"],
}

export const opens = ({ adminType }: Person, part: CustomerPart) =>
  adminType === "super_admin" || (adminType !== null && openers[part].includes(adminType))

export function assertOpens(actor: Actor, part: CustomerPart): asserts actor is Person {
  assertAdmin(actor, ...openers[part])
}

export const partsOf = (person: Person) => customerParts.filter((part) => opens(person, part))
