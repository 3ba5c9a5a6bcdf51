import { randomBytes } from "node:crypto"
import { hash, verify } from "@node-rs/argon2"
import { Refusal } from "../refusal.ts"

/** argon2id (the package's default), with OWASP's numbers for 19 MiB; tests try passwords by the hundred and pay less. */
const cost = process.env.VITEST
  ? { memoryCost: 64, timeCost: 1, parallelism: 1 }
  : { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Two at a time hold 40 MB and leave threads of the pool to files; more in a queue is a flood, told to come back. */
const atOnce = 2
const mostWaiting = 400
let running = 0
const waiting: (() => void)[] = []

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize("NFKC"), cost))
}

/** Takes as long for no account (`null`) as for a wrong password. */
export function isPassword(password: string, stored: string | null): Promise<boolean> {
  return inTurn(async () => {
    const right = await verify(stored ?? nobody, password.normalize("NFKC")).catch(() => false)
    return right && stored !== null
  })
}

/** Nobody's hash: the cost of a real one, and random bytes that no password leads to. */
const encoded = (bytes: number) => randomBytes(bytes).toString("base64").replace(/=+$/, "")
const nobody = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${encoded(16)}$${encoded(32)}`

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) {
      throw new Refusal("UNREADY", "Many people are signing in right now. Please try again in a moment.", {
        retryAfter: 5,
      })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
