import { randomBytes } from "node:crypto"
import { hash, verify } from "@node-rs/argon2"
import { dictionary } from "@zxcvbn-ts/language-common"
import { passwordTexts } from "#contract/passwords.ts"
import { invalid } from "../refusal.ts"
import { createPasswordQueue } from "./passwordQueue.ts"

/**
 * argon2id (the package's default) with OWASP's parameters for 19 MiB. Tests check hundreds of passwords, with cheaper
 * parameters.
 */
const cost = process.env.VITEST
  ? { memoryCost: 64, timeCost: 1, parallelism: 1 }
  : { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Two concurrent hashes take 40 MB and leave threads of the pool to files. */
const queue = createPasswordQueue({ maxConcurrent: 2, maxWaiting: 400, maxPerNetwork: 120, maxPerAddress: 40 })

/** Words that are easy to guess here: the product, and the roles of its staff. The demo's password is one of them. */
const ownWords = ["vitrine", "vitrineshop", "dollshop", "superadmin", "contentadmin", "financialadmin", "moderator"]
const common = new Set([...dictionary["passwords-common"].filter((password) => password.length >= 8), ...ownWords])

/** Returns whether a password is a common one or one of our words, ignoring case and appended digits and signs. */
export function isCommon(password: string): boolean {
  const given = plain(password).toLowerCase()
  return common.has(given) || common.has(given.replace(/[^\p{L}]+$/u, ""))
}

/** Hashes a new password, refusing a common one for `field`. `address` determines the share of the queue. */
export async function hashChosen(password: string, field: string, address: string): Promise<string> {
  if (isCommon(password)) throw invalid(field, passwordTexts.common)
  return hashPassword(password, address)
}

export function hashPassword(password: string, address = ""): Promise<string> {
  return queue.run(address, () => hash(plain(password), cost))
}

/** Returns a hash that no password matches: only a password reset opens the account. */
export function dummyHash(address: string): Promise<string> {
  return hashPassword(encoded(32), address)
}

/** Takes as long for a missing account (`null`) as for a wrong password. */
export function isPassword(password: string, stored: string | null, address = ""): Promise<boolean> {
  return queue.run(address, async () => {
    const right = await verify(stored ?? noAccountHash, plain(password)).catch(() => false)
    return right && stored !== null
  })
}

const plain = (password: string) => password.normalize("NFKC")

const encoded = (bytes: number) => randomBytes(bytes).toString("base64").replace(/=+$/, "")
const parameters = `m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}`
/** Compared if there is no account: a hash of the same cost, of random bytes that no password leads to. */
const noAccountHash = `$argon2id$v=19$${parameters}$${encoded(16)}$${encoded(32)}`
