import { createHash, randomUUID } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { and, eq, isNull, lt, lte, or, sql } from "drizzle-orm"
import type { FastifyReply } from "fastify"
import { after, hours, seconds } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import { idempotencyKeys } from "../payments/tables.ts"
import { invalid, Refusal } from "../refusal.ts"

export interface Call {
  headers: IncomingHttpHeaders
  reply: FastifyReply
  /** Route and account (or order): the same key means nothing elsewhere. */
  scope: string
  body: unknown
}

/** Keeps the answer in the transaction that did the work, so that the two are never one without the other. */
export type Finish = <T>(tx: Tx, status: number, answer: T) => Promise<T>

/** How long a call may be under way before its key is free again: longer than any call takes, should a process die in it. */
const claimFor = seconds(60)

/**
 * Does the work once for each `Idempotency-Key`: the same key and body get the first answer again for 24 hours, another body
 * is refused, and so is a repeat while the first is under way. Refused work changed nothing, so its key stays free.
 */
export async function once<T>(store: Store, call: Call, work: (finish: Finish) => Promise<T>): Promise<T> {
  const key = keyOf(call.headers)
  if (key === null) {
    return work(async (_, status, answer) => {
      call.reply.status(status)
      return answer
    })
  }
  const bodyHash = createHash("sha256").update(JSON.stringify(call.body)).digest("hex")
  const claim = randomUUID()
  const earlier = await claimKey(store, { scope: call.scope, key, bodyHash, claim })
  if (earlier) {
    call.reply.status(earlier.status).header("idempotent-replayed", "true")
    return earlier.response as T
  }
  const finish: Finish = async (tx, status, answer) => {
    const kept = await tx.db
      .update(idempotencyKeys)
      .set({ status, response: answer })
      .where(and(mine(call.scope, key, claim), isNull(idempotencyKeys.status)))
      .returning({ id: idempotencyKeys.id })
    if (kept.length === 0) throw inFlight()
    call.reply.status(status)
    return answer
  }
  try {
    return await work(finish)
  } catch (error) {
    await store.db
      .delete(idempotencyKeys)
      .where(and(mine(call.scope, key, claim), isNull(idempotencyKeys.status)))
      .catch(() => {})
    throw error
  }
}

export async function forgetOldKeys(tx: Tx): Promise<void> {
  await tx.db.delete(idempotencyKeys).where(lte(idempotencyKeys.expiresAt, tx.now()))
}

function keyOf(headers: IncomingHttpHeaders): string | null {
  const key = headers["idempotency-key"]
  if (key === undefined) return null
  if (typeof key !== "string" || key.length < 8 || key.length > 128) {
    throw invalid("Idempotency-Key", "An Idempotency-Key has 8 to 128 characters.")
  }
  return key
}

interface Claim {
  scope: string
  key: string
  bodyHash: string
  claim: string
}

/** Null when the key is ours now; otherwise the answer that was given. */
async function claimKey(store: Store, { scope, key, bodyHash, claim }: Claim) {
  const now = store.now()
  const fresh = {
    bodyHash,
    claim,
    claimedUntil: after(now, claimFor),
    createdAt: now,
    expiresAt: after(now, hours(24)),
  }
  const [claimed] = await store.db
    .insert(idempotencyKeys)
    .values({ scope, key, ...fresh })
    .onConflictDoUpdate({
      target: [idempotencyKeys.scope, idempotencyKeys.key],
      set: { ...fresh, status: null, response: null },
      setWhere: or(
        lte(idempotencyKeys.expiresAt, now),
        and(
          isNull(idempotencyKeys.status),
          lt(idempotencyKeys.claimedUntil, now),
          eq(idempotencyKeys.bodyHash, sql`excluded.body_hash`),
        ),
      ),
    })
    .returning({ id: idempotencyKeys.id })
  if (claimed) return null
  const [row] = await store.db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)))
  if (row && row.bodyHash !== bodyHash) {
    throw new Refusal("IDEMPOTENCY_MISMATCH", "This Idempotency-Key was used for another request.")
  }
  if (!row || row.status === null) throw inFlight()
  return { status: row.status, response: row.response }
}

const mine = (scope: string, key: string, claim: string) =>
  and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key), eq(idempotencyKeys.claim, claim))

function inFlight(): Refusal {
  return new Refusal("IDEMPOTENCY_IN_FLIGHT", "This request is still being worked on.", { retryAfter: 2 })
}
