import { createHash, randomUUID } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { and, eq, isNull, like, lt, lte, or } from "drizzle-orm"
import type { FastifyReply } from "fastify"
import { t } from "#contract/t.ts"
import { after, hours, seconds } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import { invalid, Refusal } from "../refusal.ts"
import { idempotencyKeys } from "./tables.ts"

export interface Call {
  headers: IncomingHttpHeaders
  reply: FastifyReply
  /**
   * The route with the account (`orders user 7`) or the order, within which keys are unique. Guests share the route.
   */
  scope: string
  body: unknown
}

/** Stores the answer in the transaction that did the work, so that neither exists without the other. */
export type Finish = <T>(tx: Tx, status: number, answer: T) => Promise<T>

/** How long a call can hold its key: longer than any call takes, in case the process dies during it. */
const claimTimeout = seconds(60)

/**
 * Does the work once for each `Idempotency-Key`: the same key and body get the first answer again for 24 hours, and
 * another body is refused. While the first call is in progress, every repeat is refused. Refused work changed nothing,
 * so its key stays free.
 */
export async function withIdempotencyKey<T>(
  store: Store,
  call: Call,
  work: (finish: Finish) => Promise<T>,
): Promise<T> {
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
      .where(and(ownClaim(call.scope, key, claim), isNull(idempotencyKeys.status)))
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
      .where(and(ownClaim(call.scope, key, claim), isNull(idempotencyKeys.status)))
      .catch(() => {})
    throw error
  }
}

/** Returns the call of a part that is done and stored separately, under a key made from that of the whole. */
export function partOf({ headers, reply, scope, body }: Call, part: unknown): Call {
  const whole = headers["idempotency-key"]
  if (whole === undefined) return { headers, reply, scope, body }
  const key = createHash("sha256")
    .update(JSON.stringify([whole, part]))
    .digest("hex")
  // The response is that of the whole.
  const silent = { status: () => silent, header: () => silent } as unknown as FastifyReply
  return { headers: { ...headers, "idempotency-key": key }, reply: silent, scope, body: part }
}

export async function forgetOldKeys(tx: Tx): Promise<void> {
  await tx.db.delete(idempotencyKeys).where(lte(idempotencyKeys.expiresAt, tx.now()))
}

function keyOf(headers: IncomingHttpHeaders): string | null {
  const key = headers["idempotency-key"]
  if (key === undefined) return null
  if (typeof key !== "string" || key.length < 8 || key.length > 128) {
    throw invalid("Idempotency-Key", t`An Idempotency-Key must have 8 to 128 characters.`)
  }
  return key
}

interface Claim {
  scope: string
  key: string
  bodyHash: string
  claim: string
}

/** Null when the key is now claimed; otherwise the stored answer. */
async function claimKey(store: Store, { scope, key, bodyHash, claim }: Claim) {
  const now = store.now()
  const fresh = {
    bodyHash,
    claim,
    claimedUntil: after(now, claimTimeout),
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
        and(isNull(idempotencyKeys.status), lt(idempotencyKeys.claimedUntil, now)),
      ),
    })
    .returning({ id: idempotencyKeys.id })
  if (claimed) return null
  const [row] = await store.db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)))
  if (!row || row.status === null) throw inFlight()
  if (row.bodyHash !== bodyHash) throw mismatch()
  return { status: row.status, response: row.response }
}

const ownClaim = (scope: string, key: string, claim: string) =>
  and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key), eq(idempotencyKeys.claim, claim))

export function mismatch(): Refusal {
  return new Refusal("IDEMPOTENCY_MISMATCH", t`This Idempotency-Key was already used for a different request.`)
}

function inFlight(): Refusal {
  return new Refusal("IDEMPOTENCY_IN_FLIGHT", t`This request is still being processed.`, { retryAfter: 2 })
}

/** Deletes the stored answers of an account: they repeat the shipping address. */
export async function eraseAnswers(tx: Tx, userId: number): Promise<void> {
  await tx.db.delete(idempotencyKeys).where(like(idempotencyKeys.scope, `% user ${userId}`))
}
