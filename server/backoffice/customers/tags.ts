import { and, count, desc, eq, inArray, type SQL, sql } from "drizzle-orm"
import { maxTags } from "#contract/adminLimits.ts"
import type { KnownTag } from "#contract/customers.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { searchPattern } from "../../platform/db/search.ts"
import type { Tx } from "../../platform/db/store.ts"
import { audit } from "../../platform/records/audit.ts"
import { Refusal } from "../../platform/refusal.ts"
import { customerRow } from "./subjects.ts"
import { customerTags } from "./tables.ts"

/** Lists the tags in use, most used first. */
export async function suggestTags(tx: Tx, actor: Actor, q?: string): Promise<KnownTag[]> {
  assertAdmin(actor)
  return tx.db
    .select({ tag: customerTags.tag, customers: count() })
    .from(customerTags)
    .where(q ? sql`${customerTags.tag} ~ ${searchPattern(q)}` : undefined)
    .groupBy(customerTags.tag)
    .orderBy(desc(count()), customerTags.tag)
    .limit(50)
}

/** Adds a tag, unless the customer has it. The audit log does not name it, because the log outlives the account. */
export async function addTag(tx: Tx, actor: Actor, id: number, tag: string): Promise<void> {
  assertAdmin(actor)
  await customerRow(tx, id, { locked: true })
  const tags = (await tagsOf(tx, [id])).get(id) ?? []
  if (tags.includes(tag)) return
  if (tags.length >= maxTags) throw new Refusal("CONFLICT", customerTexts.tooManyTags(maxTags))
  await tx.db.insert(customerTags).values({ userId: id, tag, createdAt: tx.now() })
  await audit(tx, actor, { action: "user.tag", target: { kind: "user", id } })
}

export async function removeTag(tx: Tx, actor: Actor, id: number, tag: string): Promise<void> {
  assertAdmin(actor)
  await customerRow(tx, id)
  const its = and(eq(customerTags.userId, id), eq(customerTags.tag, tag))
  const gone = await tx.db.delete(customerTags).where(its).returning({ tag: customerTags.tag })
  if (gone.length > 0) await audit(tx, actor, { action: "user.untag", target: { kind: "user", id } })
}

export async function tagsOf(tx: Tx, ids: number[]): Promise<Map<number, string[]>> {
  const rows = await tx.db
    .select()
    .from(customerTags)
    .where(inArray(customerTags.userId, ids))
    .orderBy(customerTags.createdAt, customerTags.tag)
  const byUser = Map.groupBy(rows, ({ userId }) => userId)
  return new Map([...byUser].map(([id, own]) => [id, own.map(({ tag }) => tag)]))
}

/** The condition on `users` for customers with this tag. */
export const isTagged = (tag: string): SQL =>
  sql`${users.id} in (select ${customerTags.userId} from ${customerTags} where ${customerTags.tag} = ${tag})`
