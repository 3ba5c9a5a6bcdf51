import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm"
import { stageOf } from "../../platform/auth/present.ts"
import { forgetPerson } from "../../platform/auth/sessions.ts"
import { users } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { recordEvent } from "../../platform/integrations/events.ts"
import { type Period, stages } from "./periods.ts"
import { promisedId, termsOf } from "./plans.ts"
import { membershipPeriods, planTerms } from "./tables.ts"

export type UserRow = typeof users.$inferSelect

interface Member {
  /** The same transaction with a fixed clock: one period ends at the exact moment the next begins. */
  tx: Tx
  user: UserRow
  queue: Period[]
}

/** Every change to an account's periods starts with this lock, which serializes them. */
export async function lockMember(given: Tx, userId: number): Promise<Member | null> {
  const [user] = await given.db.select().from(users).where(eq(users.id, userId)).for("no key update")
  if (!user) return null
  const now = given.now()
  const tx: Tx = { ...given, now: () => now }
  const queue = await queueOf(tx, user)
  if (queue[0]?.id !== null) return { tx, user, queue }
  const [granted] = await insert(tx, userId, [queue[0]!])
  return { tx, user, queue: [{ ...granted!, terms: queue[0]!.terms }] }
}

/**
 * The current and future periods. An account whose level was granted without a payment has one period that is not
 * stored yet.
 */
export async function queueOf(tx: Tx, user: UserRow): Promise<Period[]> {
  const rows = await tx.db
    .select({ period: membershipPeriods, terms: planTerms })
    .from(membershipPeriods)
    .innerJoin(planTerms, sql`${planTerms.id} = ${sql.raw(promisedId("membership_periods"))}`)
    .where(and(eq(membershipPeriods.userId, user.id), isLive(tx.now())))
    .orderBy(asc(membershipPeriods.startsAt), asc(membershipPeriods.id))
  if (rows.length > 0) return rows.map(({ period, terms }) => ({ ...period, terms }))
  const { level, endsAt } = stageOf(user, tx.now())
  if (level === "free") return []
  const terms = await termsOf(tx, level)
  const startsAt = user.createdAt
  const extra = { extraMessages: 0, extraPhotos: 0 }
  const own = { level, kind: "granted", terms, priceCents: terms.priceCents, ...extra, startsAt, endsAt } as const
  return [{ id: null, paymentId: null, partOf: null, ...own }]
}

/** Stores the differences between the queues, and updates the account's level columns. */
export async function storeQueue(tx: Tx, userId: number, before: Period[], queue: Period[]): Promise<void> {
  for (const period of queue) {
    const old = before.find((one) => one.id === period.id)
    if (!old || (+old.startsAt === +period.startsAt && old.endsAt?.getTime() === period.endsAt?.getTime())) continue
    const { startsAt, endsAt } = period
    await tx.db.update(membershipPeriods).set({ startsAt, endsAt }).where(eq(membershipPeriods.id, period.id!))
  }
  const fresh = queue.filter((period) => period.id === null)
  const [added] = await insert(tx, userId, fresh.filter(isAdded))
  await insert(
    tx,
    userId,
    fresh
      .filter((period) => !isAdded(period))
      .map((period) => ({ ...period, partOf: period.kind === "converted" ? added!.id : null })),
  )
  await storeStages(tx, userId, queue)
}

/** Ends periods early. A period that has not started gets length zero. */
export async function endPeriods(tx: Tx, ended: Period[]): Promise<void> {
  const now = tx.now()
  for (const { id, startsAt } of ended) {
    const set = { startsAt: new Date(Math.min(+startsAt, +now)), endsAt: now }
    await tx.db.update(membershipPeriods).set(set).where(eq(membershipPeriods.id, id!))
  }
}

export async function insert(tx: Tx, userId: number, periods: Period[]) {
  if (periods.length === 0) return []
  const createdAt = tx.now()
  const rows = periods.map(({ id: _, terms, ...period }) => ({ ...period, termsId: terms.id, userId, createdAt }))
  return tx.db.insert(membershipPeriods).values(rows).returning()
}

/** Updates the columns from which every request reads the level: the current one and at most two that follow. */
export async function storeStages(tx: Tx, userId: number, queue: Period[]): Promise<void> {
  const [current, next, last] = stages(queue)
  const level = current?.level ?? "free"
  const endsAt = current?.endsAt ?? null
  const [before] = await tx.db
    .select({ level: users.membershipLevel, endsAt: users.membershipExpiresAt })
    .from(users)
    .where(eq(users.id, userId))
  await tx.db
    .update(users)
    .set({
      membershipLevel: level,
      membershipExpiresAt: endsAt,
      membershipNextLevel: (next?.level as "standard" | "vip" | undefined) ?? null,
      membershipNextExpiresAt: next?.endsAt ?? null,
      membershipLastLevel: (last?.level as "standard" | undefined) ?? null,
      membershipLastExpiresAt: last?.endsAt ?? null,
      updatedAt: tx.now(),
    })
    .where(eq(users.id, userId))
  forgetPerson(tx, userId)
  if (before?.level === level && before.endsAt?.getTime() === endsAt?.getTime()) return
  await recordEvent(tx, "membership.changed", {
    user_id: userId,
    level,
    previous_level: before?.level ?? "free",
    expires_at: endsAt?.toISOString() ?? null,
  })
}

export const isLive = (now: Date) =>
  and(isNull(membershipPeriods.revokedAt), or(isNull(membershipPeriods.endsAt), gt(membershipPeriods.endsAt, now)))

/** Periods bought or granted by the current change; time without an end continues after them. */
const isAdded = ({ kind, endsAt }: Period) => kind !== "converted" && endsAt !== null
