import { createHash } from "node:crypto"
import { and, desc, eq, gt, sql } from "drizzle-orm"
import type { Person } from "../accounts/actor.ts"
import { after, minutes } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import { auditLog } from "./tables.ts"

export interface Deed {
  /** Such as `chat.read`. */
  action: string
  target: { kind: string; id: number | null }
  before?: unknown
  after?: unknown
}

/** Any fixed number: whoever writes an entry waits for the one before it. */
const advisoryLock = 7_318_205
export const beginning: Buffer = Buffer.alloc(32)

/** Writes down what staff did, in the transaction that does it. Never an update, never a delete: each entry seals the one before. */
export async function audit(tx: Tx, actor: Person | null, { action, target, ...change }: Deed): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(${advisoryLock})`)
  const [last] = await tx.db.select({ hash: auditLog.hash }).from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  const entry = {
    actorId: actor?.id ?? null,
    action,
    targetKind: target.kind,
    targetId: target.id,
    before: change.before ?? null,
    after: change.after ?? null,
    createdAt: tx.now(),
  }
  const previousHash = last?.hash ?? beginning
  await tx.db.insert(auditLog).values({ ...entry, previousHash, hash: seal(previousHash, entry) })
}

/** What is done again and again is written down once in ten minutes. */
export async function auditOnce(store: Store, actor: Person, deed: Deed): Promise<void> {
  const [known] = await store.db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.targetKind, deed.target.kind),
        deed.target.id === null ? undefined : eq(auditLog.targetId, deed.target.id),
        eq(auditLog.action, deed.action),
        eq(auditLog.actorId, actor.id),
        gt(auditLog.createdAt, after(store.now(), -minutes(10))),
      ),
    )
    .limit(1)
  if (!known) await store.transaction((tx) => audit(tx, actor, deed))
}

type Entry = Omit<typeof auditLog.$inferSelect, "id" | "previousHash" | "hash">

export function seal(previous: Buffer, entry: Entry): Buffer {
  const { actorId, action, targetKind, targetId, before, after, createdAt } = entry
  const text = canonical([actorId, action, targetKind, targetId, before, after, createdAt.toISOString()])
  return createHash("sha256").update(previous).update(text).digest()
}

/** The same text for the same value, however the database orders the members of an object. */
function canonical(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value ?? null)
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  const members = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{${members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`)
    .join(",")}}`
}
