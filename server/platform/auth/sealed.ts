import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto"
import { sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { serverKeys } from "../db/serverKeys.ts"
import type { Store, Tx } from "../db/store.ts"

/**
 * Seals secrets that have to be read again, with AES-256-GCM. The first key seals; all of them open, so that a key can
 * be replaced while the server runs. Without `ENCRYPTION_KEYS` the key is stored in the database, which protects a
 * secret only from somebody who sees nothing but its table.
 */
export interface Sealer {
  seal(tx: Tx, text: string): Promise<Buffer>
  /** Throws when the key that sealed it is no longer known. */
  open(tx: Tx, sealed: Buffer): Promise<string>
  /** Returns the prefix of all values that the first key has sealed. */
  newestMark(tx: Tx): Promise<Buffer>
}

const keyIdLength = 4
const ivLength = 12
const tagLength = 16

export function createSealer(keys: readonly Buffer[]): Sealer {
  const keysOf = async (tx: Tx, again = false) => [...keys, ...(await serverKeys(tx, "sealed", { again }))]
  return {
    seal: async (tx, text) => {
      const [key] = await keysOf(tx)
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv("aes-256-gcm", key!, iv)
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
      return Buffer.concat([idOf(key!), iv, cipher.getAuthTag(), body])
    },
    open: async (tx, sealed) => {
      const id = sealed.subarray(0, keyIdLength)
      const isIt = (one: Buffer) => idOf(one).equals(id)
      const key = (await keysOf(tx)).find(isIt) ?? (await keysOf(tx, true)).find(isIt)
      if (!key) throw new Error("A secret was sealed with a key that is not in ENCRYPTION_KEYS")
      const tagAt = keyIdLength + ivLength
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(keyIdLength, tagAt))
      decipher.setAuthTag(sealed.subarray(tagAt, tagAt + tagLength))
      return Buffer.concat([decipher.update(sealed.subarray(tagAt + tagLength)), decipher.final()]).toString("utf8")
    },
    newestMark: async (tx) => idOf((await keysOf(tx))[0]!),
  }
}

const idOf = (key: Buffer) => createHash("sha256").update(key).digest().subarray(0, keyIdLength)

/**
 * Seals those secrets of a column again that an older key has sealed, so that this key can be removed. Throws at the
 * end if one of them could not be opened.
 */
export async function sealAgain(store: Store, sealer: Sealer, column: PgColumn): Promise<void> {
  const { table } = column
  const isOld = sql`substring(${column} for ${keyIdLength}) <> ${sql.param(await sealer.newestMark(store), column)}`
  const failures: unknown[] = []
  for (const { secret } of await store.db.select({ secret: column }).from(table).where(isOld)) {
    try {
      const renewed = await sealer.seal(store, await sealer.open(store, secret as Buffer))
      // No two sealed secrets are equal, so the value identifies its row, and shows that nobody has replaced it.
      await store.db.execute(sql`update ${table} set ${sql.identifier(column.name)} = ${sql.param(renewed, column)}
        where ${column} = ${sql.param(secret, column)}`)
    } catch (error) {
      failures.push(error)
    }
  }
  // The other secrets are sealed even if one cannot be opened.
  if (failures.length > 0) throw failures[0]
}
