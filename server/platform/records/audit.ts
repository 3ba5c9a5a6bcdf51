import { createHash } from "node:crypto"
import { and, desc, eq, gt, sql } from "drizzle-orm"
import type { Person } from "../auth/actor.ts"
import { after, minutes } from "../clock.ts"
import { advisoryLocks } from "../db/advisoryLocks.ts"
import type { Store, Tx } from "../db/store.ts"
import { auditLog } from "./tables.ts"

export interface AuditedAction {
  /** For example `chat.read`. */
  action: string
  target: { kind: string; id: number | null }
  before?: unknown
  after?: unknown
}

export const beginning: Buffer = Buffer.alloc(32)

/**
 * Records an action of staff in its transaction. Entries are never updated or deleted: each contains the hash of the
 * previous one. An action of a program is recorded for its person, with the name of its API key in `after`.
 */
export async function audit(
  tx: Tx,
  actor: Pick<Person, "id" | "apiKey"> | null,
  { action, target, ...change }: AuditedAction,
): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.auditLog})`)
  const [last] = await tx.db.select({ hash: auditLog.hash }).from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  const entry = {
    actorId: actor?.id ?? null,
    action,
    targetKind: target.kind,
    targetId: target.id,
    before: asStored(change.before),
    after: asStored(actor?.apiKey ? { ...(change.after as object), api_key: actor.apiKey.name } : change.after),
    createdAt: tx.now(),
  }
  const previousHash = last?.hash ?? beginning
  await tx.db.insert(auditLog).values({ ...entry, previousHash, hash: seal(previousHash, entry) })
}

/** Converts a value to what the column returns: the hash of a `Date` must be that of its text. */
const asStored = (value: unknown) => JSON.parse(JSON.stringify(value ?? null))

/** Records a repeated action once in ten minutes. */
export async function auditOnce(store: Store, actor: Person, action: AuditedAction): Promise<void> {
  const [known] = await store.db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.targetKind, action.target.kind),
        action.target.id === null ? undefined : eq(auditLog.targetId, action.target.id),
        eq(auditLog.action, action.action),
        eq(auditLog.actorId, actor.id),
        gt(auditLog.createdAt, after(store.now(), -minutes(10))),
      ),
    )
    .limit(1)
  if (!known) await store.transaction((tx) => audit(tx, actor, action))
}

type Entry = Omit<typeof auditLog.$inferSelect, "id" | "previousHash" | "hash">

export function seal(previous: Buffer, entry: Entry): Buffer {
  const { actorId, action, targetKind, targetId, before, after, createdAt } = entry
  const text = canonical([actorId, action, targetKind, targetId, before, after, createdAt.toISOString()])
  return createHash("sha256").update(previous).update(text).digest()
}

/** Returns the same text for equal values, whatever order the database gives the members of an object. */
function canonical(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value ?? null)
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  const members = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{${members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`)
    .join(",")}}`
}
