import { randomBytes } from "node:crypto"
import { eq } from "drizzle-orm"
import type { Database, Tx } from "./store.ts"
import { serverKeys } from "./tables.ts"

const kept = new WeakMap<Database, Map<string, Buffer>>()

/** A secret of the whole shop, created once by the first node that needs it. */
export async function serverKey({ db }: Tx, name: string): Promise<Buffer> {
  const keys = kept.get(db) ?? new Map<string, Buffer>()
  kept.set(db, keys)
  const found = keys.get(name)
  if (found) return found
  await db
    .insert(serverKeys)
    .values({ name, key: randomBytes(32) })
    .onConflictDoNothing()
  const [row] = await db.select({ key: serverKeys.key }).from(serverKeys).where(eq(serverKeys.name, name))
  keys.set(name, row!.key)
  return row!.key
}
