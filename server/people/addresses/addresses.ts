import { isDeepStrictEqual } from "node:util"
import { and, desc, eq, sql } from "drizzle-orm"
import { type AddressForm, maxAddresses, type SavedAddress } from "#contract/addresses.ts"
import { accountTexts } from "#contract/memberText.ts"
import type { ShippingForm } from "#contract/orders.ts"
import { type Actor, assertUser } from "../../platform/auth/actor.ts"
import { keyedAdvisoryLocks } from "../../platform/db/advisoryLocks.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { addresses } from "./tables.ts"

type Row = typeof addresses.$inferSelect

/** Returns the default address first, then the latest. */
export async function listAddresses(store: Pick<Store, "db">, actor: Actor): Promise<SavedAddress[]> {
  assertUser(actor)
  return (await rowsOf(store, actor.id)).map(present)
}

/** Returns the country of the account's default address; undefined without one. */
export const defaultCountry = async (store: Pick<Store, "db">, userId: number) =>
  (await rowsOf(store, userId))[0]?.shipping.country

/** Returns an address that is already saved unchanged, except that it becomes the default if the form asks for that. */
export async function addAddress(tx: Tx, actor: Actor, { is_default, ...shipping }: AddressForm) {
  assertUser(actor)
  const rows = await lockAddresses(tx, actor.id)
  const same = rows.find((row) => isDeepStrictEqual(row.shipping, shipping))
  if (same)
    return { created: false, address: await write(tx, same, { shipping, isDefault: same.isDefault || is_default }) }
  if (rows.length >= maxAddresses) throw new Refusal("CONFLICT", accountTexts.tooManyAddresses(maxAddresses))
  return { created: true, address: await insert(tx, actor.id, shipping, is_default || rows.length === 0) }
}

export async function editAddress(tx: Tx, actor: Actor, id: number, { is_default, ...shipping }: AddressForm) {
  assertUser(actor)
  const row = (await lockAddresses(tx, actor.id)).find((one) => one.id === id)
  if (!row) throw notFound()
  return write(tx, row, { shipping, isDefault: is_default })
}

export async function removeAddress(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertUser(actor)
  const removed = await tx.db
    .delete(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.userId, actor.id)))
    .returning({ id: addresses.id })
  if (removed.length === 0) throw notFound()
}

/** Saves the address of an order, unless it is already saved or there are as many as allowed. */
export async function keepAddress(tx: Tx, userId: number, shipping: ShippingForm): Promise<void> {
  const rows = await lockAddresses(tx, userId)
  if (rows.length >= maxAddresses || rows.some((row) => isDeepStrictEqual(row.shipping, shipping))) return
  await insert(tx, userId, shipping, rows.length === 0)
}

async function lockAddresses(tx: Tx, userId: number): Promise<Row[]> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(${keyedAdvisoryLocks.addresses}, ${userId})`)
  return rowsOf(tx, userId)
}

function rowsOf({ db }: Pick<Store, "db">, userId: number): Promise<Row[]> {
  return db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), desc(addresses.updatedAt), desc(addresses.id))
}

async function insert(tx: Tx, userId: number, shipping: ShippingForm, isDefault: boolean): Promise<SavedAddress> {
  if (isDefault) await clearDefault(tx, userId)
  const now = tx.now()
  const [row] = await tx.db
    .insert(addresses)
    .values({ userId, shipping, isDefault, createdAt: now, updatedAt: now })
    .returning()
  return present(row!)
}

async function write(tx: Tx, { id, userId }: Row, given: Pick<Row, "shipping" | "isDefault">): Promise<SavedAddress> {
  if (given.isDefault) await clearDefault(tx, userId)
  const [row] = await tx.db
    .update(addresses)
    .set({ ...given, updatedAt: tx.now() })
    .where(eq(addresses.id, id))
    .returning()
  return present(row!)
}

async function clearDefault(tx: Tx, userId: number): Promise<void> {
  await tx.db
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), addresses.isDefault))
}

const present = ({ id, shipping, isDefault }: Row): SavedAddress => ({ id, ...shipping, is_default: isDefault })
