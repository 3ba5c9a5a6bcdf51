import { createHmac } from "node:crypto"
import { and, eq, sql, sum } from "drizzle-orm"
import { orderTexts } from "#contract/buyingText.ts"
import { users } from "../../platform/auth/tables.ts"
import { keyedAdvisoryLocks } from "../../platform/db/advisoryLocks.ts"
import { serverKeys } from "../../platform/db/serverKeys.ts"
import type { Tx } from "../../platform/db/store.ts"
import { Refusal } from "../../platform/refusal.ts"
import { orderItems, orders } from "./tables.ts"

/** The maximum numbers of pieces reserved for unpaid orders. */
export const maxHeld = { unverified: 3, account: 30, address: 60 }

/** Returns a keyed hash of the client's IP address: it can be counted but not read. */
export async function sealAddress(tx: Tx, address: string): Promise<Buffer> {
  const [key] = await serverKeys(tx, "order addresses")
  return createHmac("sha256", key).update(address).digest()
}

/**
 * Serializes the orders from one address. It is the last lock of a checkout: its holder waits for no other lock, and so
 * does not delay anybody who waits for a model.
 */
export async function lockAddress(tx: Tx, placedFrom: Buffer): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(${keyedAdvisoryLocks.address}, ${placedFrom.readInt32BE()})`)
}

/** Throws HOLDS_FULL, and the rollback releases the stock. Call it after the order's stock is reserved. */
export async function assertMayHold(tx: Tx, userId: number, placedFrom: Buffer, scale: number): Promise<void> {
  const [user] = await tx.db.select({ verifiedAt: users.emailVerifiedAt }).from(users).where(eq(users.id, userId))
  const most = (number: number) => Math.ceil(number * scale)
  const mine = await heldBy(tx, eq(orders.userId, userId))
  if (!user?.verifiedAt && mine > most(maxHeld.unverified)) throw full(orderTexts.holdsUnverified(maxHeld.unverified))
  if (mine > most(maxHeld.account)) throw full(orderTexts.holdsFull(maxHeld.account))
  const fromHere = await heldBy(tx, eq(orders.placedFrom, placedFrom))
  if (fromHere > most(maxHeld.address)) throw full(orderTexts.holdsElsewhere)
}

const full = (text: string) => new Refusal("HOLDS_FULL", text)

async function heldBy(tx: Tx, whose: ReturnType<typeof eq>): Promise<number> {
  const [row] = await tx.db
    .select({ pieces: sum(orderItems.held).mapWith(Number) })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(and(whose, eq(orders.status, "unpaid")))
  return row!.pieces ?? 0
}
