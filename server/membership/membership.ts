import { eq } from "drizzle-orm"
import { tiers } from "#contract/membership.ts"
import { users } from "../accounts/tables.ts"
import { after, days, hours } from "../clock.ts"
import type { Tx } from "../db/store.ts"

export type PaidLevel = (typeof tiers)[number]["level"]
const period = days(30)

/**
 * Thirty days of a level for one payment; the caller makes sure that a payment grants once. The same level is added at the
 * end. On a higher one the unused days are worth their price; a lower one bought meanwhile makes the higher one last longer.
 */
export async function grant(tx: Tx, userId: number, level: PaidLevel, _paymentId: number): Promise<void> {
  const [user] = await tx.db.select().from(users).where(eq(users.id, userId)).for("no key update")
  if (!user) return
  const now = tx.now()
  const current = user.membershipLevel
  const left = current === "free" ? 0 : Math.max(0, (user.membershipExpiresAt?.getTime() ?? 0) - now.getTime())
  const held = left > 0 && current !== "free" ? current : level
  const kept = priceOf(held) > priceOf(level) ? held : level
  await tx.db
    .update(users)
    .set({
      membershipLevel: kept,
      membershipExpiresAt: after(now, worth(left, held, kept) + worth(period, level, kept)),
      updatedAt: now,
    })
    .where(eq(users.id, userId))
}

/** A refunded period is taken off the end again. */
export async function revoke(tx: Tx, userId: number, level: PaidLevel): Promise<void> {
  const [user] = await tx.db.select().from(users).where(eq(users.id, userId)).for("no key update")
  if (!user?.membershipExpiresAt || user.membershipLevel === "free") return
  const end = after(user.membershipExpiresAt, -worth(period, level, user.membershipLevel))
  await tx.db.update(users).set({ membershipExpiresAt: end, updatedAt: tx.now() }).where(eq(users.id, userId))
}

/** Time of one level in time of another, by price, floored to hours; its own time stays what it is. */
function worth(time: number, of: PaidLevel, inside: PaidLevel): number {
  if (of === inside) return time
  return Math.floor((time * priceOf(of)) / priceOf(inside) / hours(1)) * hours(1)
}

function priceOf(level: PaidLevel): number {
  return tiers.find((tier) => tier.level === level)!.price
}
