import { randomInt } from "node:crypto"
import { and, desc, eq, inArray, or, sql } from "drizzle-orm"
import { giftTexts, notificationTexts } from "#contract/buyingText.ts"
import type { AdminGift, Gift, RedeemedGift, RedeemGift } from "#contract/gifts.ts"
import { giftDays } from "#contract/limits.ts"
import { levelName, type PaidLevel } from "#contract/membership.ts"
import type { PlanDays } from "#contract/memberships.ts"
import {
  assertSellable,
  grant,
  type MailContext,
  recordSale,
  revoke,
  timeBought,
} from "../../people/membership/membership.ts"
import { type Actor, assertNotSuspended, assertUser } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { after, days } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import * as emails from "../../platform/mail/emails.ts"
import { type Email, enqueue } from "../../platform/mail/outbox.ts"
import { notify } from "../../platform/notifications/notifications.ts"
import { invalid } from "../../platform/refusal.ts"
import { gifts, payments } from "./tables.ts"

type GiftRow = typeof gifts.$inferSelect

/** The alphabet has no characters that look alike. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
const makeCode = () => Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join("")
const grouped = (code: string) => code.replace(/(.{4})(?=.)/g, "$1-")

interface PaidGift {
  buyerId: number
  level: PaidLevel
  days: PlanDays
  termsId: number | null
  paymentId: number
  priceCents: number
}

/** Makes the code of a paid gift, once, and emails it to the buyer. */
export async function makeGift(
  tx: Tx,
  { buyerId, level, paymentId, priceCents, ...promised }: PaidGift,
  { home }: MailContext,
): Promise<true> {
  const [gift] = await tx.db
    .insert(gifts)
    .values({
      paymentId,
      buyerId,
      level,
      ...promised,
      priceCents,
      code: grouped(makeCode()),
      expiresAt: after(tx.now(), days(giftDays)),
      createdAt: tx.now(),
    })
    .onConflictDoNothing({ target: gifts.paymentId })
    .returning()
  if (!gift) return true
  await recordSale(tx, { userId: buyerId, level, days: promised.days, paymentId, priceCents })
  const [buyer] = await tx.db.select().from(users).where(eq(users.id, buyerId))
  await enqueue(tx, giftReadyEmail(gift, buyer!, home))
  await notify(tx, buyerId, {
    kind: "membership_bought",
    ...notificationTexts.giftReady,
    link: "/dashboard?tab=orders",
  })
  return true
}

export function giftReadyEmail(
  { paymentId, code: giftCode, expiresAt: endsAt }: GiftRow,
  { email: to, timeZone: zone }: typeof users.$inferSelect,
  home: string,
): Email {
  return emails.giftReady({ to, zone, url: `${home}/redeem`, paymentId, giftCode, endsAt })
}

/**
 * Gives the level's time to the account by the rules of a purchase, once. The payment's lock serializes it with a
 * refund and with others who redeem the code.
 */
export async function redeemGift(tx: Tx, actor: Actor, { code }: RedeemGift, mail: MailContext): Promise<RedeemedGift> {
  assertUser(actor)
  assertNotSuspended(actor)
  const named = tx.db.select({ id: gifts.paymentId }).from(gifts).where(eq(gifts.code, code))
  await tx.db.select({ id: payments.id }).from(payments).where(inArray(payments.id, named)).for("update")
  const [gift] = await tx.db.select().from(gifts).where(eq(gifts.code, code))
  const state = gift && stateOf(gift, tx.now())
  if (!gift || state === "void") throw invalid("code", giftTexts.unknown)
  if (state === "redeemed") throw invalid("code", giftTexts.redeemed)
  if (state === "expired") throw invalid("code", giftTexts.expired)
  const { level, paymentId } = gift
  await assertSellable(tx, actor.id, level, giftTexts.covered(said(levelName(level))))
  await tx.db.update(gifts).set({ redeemedBy: actor.id, redeemedAt: tx.now() }).where(eq(gifts.id, gift.id))
  await grant(tx, actor.id, gift, paymentId, mail, { isGift: true })
  const { starts_at, ends_at } = await timeBought(tx, actor, paymentId)
  return { level, starts_at: starts_at!, ends_at: ends_at! }
}

/**
 * Ends a gift whose payment was refunded, and which the caller has locked: an unused code no longer works, and the time
 * of a redeemed one ends. Returns a note.
 */
export async function endGift(tx: Tx, paymentId: number, mail: MailContext): Promise<string> {
  const [gift] = await tx.db.select().from(gifts).where(eq(gifts.paymentId, paymentId))
  if (!gift || gift.voidedAt) return "there is no code"
  await tx.db.update(gifts).set({ voidedAt: tx.now() }).where(eq(gifts.id, gift.id))
  if (gift.redeemedBy !== null) {
    const ended = await revoke(tx, gift.redeemedBy, paymentId, mail, { isGift: true })
    return ended ? "redeemed gift taken back" : "the gift was over"
  }
  const [buyer] = await tx.db
    .select()
    .from(users)
    .where(eq(users.id, gift.buyerId ?? 0))
  if (buyer && !buyer.deletedAt) await enqueue(tx, emails.giftVoided({ to: buyer.email, paymentId, url: mail.home }))
  return "gift code voided"
}

/** Lists the gifts that the account has bought, newest first. */
export async function listGifts(tx: Tx, actor: Actor): Promise<Gift[]> {
  assertUser(actor)
  const rows = await tx.db.select().from(gifts).where(eq(gifts.buyerId, actor.id)).orderBy(desc(gifts.id)).limit(100)
  return rows.map((row) => present(row, tx.now()))
}

/** Returns the gift of a payment, for its buyer. */
export async function giftOf(tx: Tx, buyerId: number, paymentId: number): Promise<Gift | null> {
  const isOwn = and(eq(gifts.paymentId, paymentId), eq(gifts.buyerId, buyerId))
  const [row] = await tx.db.select().from(gifts).where(isOwn)
  return row ? present(row, tx.now()) : null
}

export function stateOf(
  { voidedAt, redeemedAt, expiresAt }: Pick<GiftRow, "voidedAt" | "redeemedAt" | "expiresAt">,
  now: Date,
): Gift["state"] {
  if (voidedAt) return "void"
  if (redeemedAt) return "redeemed"
  return expiresAt <= now ? "expired" : "open"
}

function present(row: GiftRow, now: Date): Gift {
  return {
    id: row.id,
    level: row.level,
    days: row.days,
    code: row.code,
    state: stateOf(row, now),
    expires_at: row.expiresAt.toISOString(),
    redeemed_at: row.redeemedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  }
}

/** A column for selects of gifts: the name of the person who redeemed it, until that account is deleted. */
export const redeemer = sql<string | null>`(select ${users.fullName} from ${users}
  where ${users.id} = ${gifts.redeemedBy} and ${users.deletedAt} is null)`

export function presentForStaff(
  { gift, redeemer }: { gift: GiftRow | null; redeemer: string | null },
  now: Date,
): AdminGift | null {
  return (
    gift && {
      ending: gift.code.slice(-4),
      state: stateOf(gift, now),
      expires_at: gift.expiresAt.toISOString(),
      redeemed_at: gift.redeemedAt?.toISOString() ?? null,
      redeemed_by: gift.redeemedBy,
      redeemer,
    }
  )
}

/** Exports the gifts that the account has bought or redeemed. */
export async function exportGifts(tx: Tx, userId: number) {
  const isOwn = or(eq(gifts.buyerId, userId), eq(gifts.redeemedBy, userId))
  const rows = await tx.db.select().from(gifts).where(isOwn).orderBy(desc(gifts.id))
  return rows.map((row) => ({
    level: row.level,
    days: row.days,
    code: row.code,
    is_buyer: row.buyerId === userId,
    expires_at: row.expiresAt.toISOString(),
    redeemed_at: row.redeemedAt?.toISOString() ?? null,
    voided_at: row.voidedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  }))
}
