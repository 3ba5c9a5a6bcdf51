import { createHmac } from "node:crypto"
import { and, desc, eq, gt, isNull, lt, ne, or } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import type { AccountExport } from "#contract/export.ts"
import { users } from "../../platform/auth/tables.ts"
import { after, days, hours, seconds } from "../../platform/clock.ts"
import { isSealed, serverKeys } from "../../platform/db/serverKeys.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { ageAssurances, ageChecks } from "./tables.ts"

/** How long the result of a provider is valid. */
const validFor = days(365)
/** How long the shop's own assurance about its staff is valid. */
const validForStaff = hours(12)
/** How long an assurance may stay cached after its account has been deleted. */
const cachedFor = seconds(30)

export interface Assurance {
  id: number
  userId: number | null
  expiresAt: Date
}

/**
 * The stored assurances. A cookie holds the id of one with a seal of the shop's key, so that neither the table nor a log
 * of it opens anything.
 */
export interface Assurances {
  /** Returns the assurance behind a cookie; null if the cookie is not ours, or the assurance has expired or is gone. */
  ofCookie(cookie: string): Promise<Assurance | null>
  /** Returns the assurance from memory; null also if it has to be looked up. */
  cached(cookie: string): Assurance | null
  ofAccount(userId: number): Promise<Assurance | null>
  /** Stores the result of a provider. */
  add(provider: string): Promise<Assurance>
  /** Gives an assurance without an owner to an account; repeating it is allowed. False if another account was first. */
  claim(id: number, userId: number): Promise<boolean>
  /** Returns an assurance without a check: the shop knows its staff to be adults. */
  ofStaff(userId: number): Promise<Assurance>
  cookieFor(assurance: Assurance): Promise<string>
}

const fields = { id: ageAssurances.id, userId: ageAssurances.userId, expiresAt: ageAssurances.expiresAt }

export function openAssurances(store: Store): Assurances {
  /** Keys are cookies, and ids of accounts: numbers, which no cookie is. */
  const cache = new LRUCache<string | number, Assurance & { until: number }>({ max: 20_000 })
  return { ofCookie, cached, ofAccount, add, claim, ofStaff, cookieFor }

  function cached(key: string | number): Assurance | null {
    const found = cache.get(key)
    return found && found.until > store.now().getTime() ? found : null
  }

  async function ofCookie(cookie: string): Promise<Assurance | null> {
    const known = cached(cookie)
    if (known) return known
    const id = await readSeal(cookie)
    if (id === null) return null
    const [row] = await store.db
      .select(fields)
      .from(ageAssurances)
      .leftJoin(users, eq(users.id, ageAssurances.userId))
      .where(and(eq(ageAssurances.id, id), isValid(), or(ne(ageAssurances.provider, "staff"), ne(users.role, "user"))))
    if (row) keep(cookie, row)
    return row ?? null
  }

  function keep(key: string | number, row: Assurance): void {
    cache.set(key, { ...row, until: Math.min(store.now().getTime() + cachedFor, row.expiresAt.getTime()) })
  }

  async function ofAccount(userId: number): Promise<Assurance | null> {
    const known = cached(userId)
    if (known) return known
    const [row] = await store.db
      .select(fields)
      .from(ageAssurances)
      .where(and(eq(ageAssurances.userId, userId), ne(ageAssurances.provider, "staff"), isValid()))
      .orderBy(desc(ageAssurances.expiresAt))
      .limit(1)
    if (row) keep(userId, row)
    return row ?? null
  }

  async function add(provider: string): Promise<Assurance> {
    const assuredAt = store.now()
    const [row] = await store.db
      .insert(ageAssurances)
      .values({ provider, assuredAt, expiresAt: after(assuredAt, validFor) })
      .returning(fields)
    return row!
  }

  async function claim(id: number, userId: number): Promise<boolean> {
    const [row] = await store.db
      .update(ageAssurances)
      .set({ userId })
      .where(and(eq(ageAssurances.id, id), or(isNull(ageAssurances.userId), eq(ageAssurances.userId, userId))))
      .returning(fields)
    if (row) keep(await cookieFor(row), row)
    return row !== undefined
  }

  async function ofStaff(userId: number): Promise<Assurance> {
    const assuredAt = store.now()
    const expiresAt = after(assuredAt, validForStaff)
    const [row] = await store.db
      .insert(ageAssurances)
      .values({ userId, provider: "staff", assuredAt, expiresAt })
      .onConflictDoUpdate({
        target: ageAssurances.userId,
        targetWhere: eq(ageAssurances.provider, "staff"),
        set: { assuredAt, expiresAt },
      })
      .returning(fields)
    return row!
  }

  function isValid() {
    return gt(ageAssurances.expiresAt, store.now())
  }

  async function cookieFor({ id }: Assurance): Promise<string> {
    const [key] = await serverKeys(store, keyName)
    return `${id}.${sealOf(key, id).toString("base64url")}`
  }

  async function readSeal(cookie: string): Promise<number | null> {
    const [, id, seal] = /^(\d{1,9})\.([\w-]{43})$/.exec(cookie) ?? []
    if (!id || !seal) return null
    return (await isSealed(store, keyName, seal, (key) => sealOf(key, id))) ? Number(id) : null
  }
}

const keyName = "age"

const sealOf = (key: Buffer, id: number | string) => createHmac("sha256", key).update(`age ${id}`).digest()

/** Deletes expired assurances, and checks that were not finished. */
export async function forgetOldAssurances(tx: Tx): Promise<void> {
  await tx.db.delete(ageAssurances).where(lt(ageAssurances.expiresAt, tx.now()))
  await tx.db.delete(ageChecks).where(lt(ageChecks.expiresAt, tx.now()))
}

export async function eraseAssurances({ db }: Tx, userId: number): Promise<void> {
  await db.delete(ageAssurances).where(eq(ageAssurances.userId, userId))
}

export async function exportAssurances({ db }: Tx, userId: number): Promise<AccountExport["age_assurances"]> {
  const rows = await db.select().from(ageAssurances).where(eq(ageAssurances.userId, userId)).orderBy(ageAssurances.id)
  return rows.map(({ provider, assuredAt, expiresAt }) => ({
    over_18: true,
    provider,
    assured_at: assuredAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  }))
}
