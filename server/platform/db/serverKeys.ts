import { randomBytes, timingSafeEqual } from "node:crypto"
import { inArray } from "drizzle-orm"
import { minutes, seconds } from "../clock.ts"
import type { Database, Tx } from "./store.ts"
import { serverKeys as table } from "./tables.ts"

interface Known {
  keys: [Buffer, ...Buffer[]]
  readAt: number
}
const known = new WeakMap<Database, Map<string, Known>>()

/** How long a key that another node has replaced is still used; its successor is read when it is needed. */
const keptFor = minutes(1)
const leastAge = seconds(1)

/**
 * Returns the secrets of the whole shop for one purpose: the first signs, all of them verify. The first node that needs
 * one creates it. To replace it, rename its row to "<name>, previous" (docs/operations.md). `again` reads them again,
 * at most once a second, for a value that none of them has made.
 */
export async function serverKeys({ db, now }: Tx, name: string, { again = false } = {}): Promise<Known["keys"]> {
  const names = known.get(db) ?? new Map<string, Known>()
  known.set(db, names)
  const found = names.get(name)
  const time = now().getTime()
  if (found && Math.abs(time - found.readAt) < (again ? leastAge : keptFor)) return found.keys
  const { current = await create(db, name), older } = await read(db, name)
  const keys: Known["keys"] = older ? [current, older] : [current]
  names.set(name, { keys, readAt: time })
  return keys
}

/** Returns whether one of the shop's keys for this purpose made the seal; `sealOf` makes it with a given key. */
export async function isSealed(tx: Tx, name: string, seal: string, sealOf: (key: Buffer) => Buffer): Promise<boolean> {
  const given = Buffer.from(seal, "base64url")
  const isMadeBy = (key: Buffer) => {
    const real = sealOf(key)
    return given.length === real.length && timingSafeEqual(given, real)
  }
  // Another node may have used a key that is newer than those known here.
  return (await serverKeys(tx, name)).some(isMadeBy) || (await serverKeys(tx, name, { again: true })).some(isMadeBy)
}

const previous = (name: string) => `${name}, previous`

async function read(db: Database, name: string): Promise<{ current?: Buffer; older?: Buffer }> {
  const rows = await db
    .select()
    .from(table)
    .where(inArray(table.name, [name, previous(name)]))
  const keyOf = (one: string) => rows.find((row) => row.name === one)?.key
  return { current: keyOf(name), older: keyOf(previous(name)) }
}

async function create(db: Database, name: string): Promise<Buffer> {
  await db
    .insert(table)
    .values({ name, key: randomBytes(32) })
    .onConflictDoNothing()
  return (await read(db, name)).current!
}
