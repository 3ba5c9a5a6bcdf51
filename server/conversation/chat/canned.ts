import { and, asc, count, eq } from "drizzle-orm"
import type { CannedReply, NewCannedReply } from "#contract/chat.ts"
import { t } from "#contract/t.ts"
import type { Actor } from "../../platform/auth/actor.ts"
import { assertNotSuspended } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { assertAdultText } from "../../platform/moderation/adults.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { assertModerator } from "./policy.ts"
import { chatCannedReplies } from "./tables.ts"

const maxReplies = 100

export async function listReplies(tx: Tx, actor: Actor): Promise<CannedReply[]> {
  assertModerator(actor)
  const mine = eq(chatCannedReplies.moderatorId, actor.id)
  const rows = await tx.db
    .select()
    .from(chatCannedReplies)
    .where(mine)
    .orderBy(asc(chatCannedReplies.title), asc(chatCannedReplies.id))
  return rows.map(present)
}

export async function addReply(tx: Tx, actor: Actor, input: NewCannedReply): Promise<CannedReply> {
  assertModerator(actor)
  assertNotSuspended(actor)
  assertAdultText({ title: input.title, content: input.content })
  const mine = eq(chatCannedReplies.moderatorId, actor.id)
  // Serializes concurrent requests, which would otherwise all read the same count.
  await tx.db.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for("no key update")
  const [held] = await tx.db.select({ count: count() }).from(chatCannedReplies).where(mine)
  if (held!.count >= maxReplies) throw new Refusal("CONFLICT", t`You can save at most ${maxReplies} replies.`)
  const values = { ...input, moderatorId: actor.id, createdAt: tx.now() }
  const [row] = await tx.db.insert(chatCannedReplies).values(values).returning()
  return present(row!)
}

export async function editReply(
  tx: Tx,
  actor: Actor,
  { id, ...input }: NewCannedReply & { id: number },
): Promise<CannedReply> {
  assertModerator(actor)
  assertNotSuspended(actor)
  assertAdultText({ title: input.title, content: input.content })
  const mine = and(eq(chatCannedReplies.id, id), eq(chatCannedReplies.moderatorId, actor.id))
  const [row] = await tx.db.update(chatCannedReplies).set(input).where(mine).returning()
  if (!row) throw notFound()
  return present(row)
}

export async function deleteReply(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertModerator(actor)
  assertNotSuspended(actor)
  const mine = and(eq(chatCannedReplies.id, id), eq(chatCannedReplies.moderatorId, actor.id))
  const [gone] = await tx.db.delete(chatCannedReplies).where(mine).returning({ id: chatCannedReplies.id })
  if (!gone) throw notFound()
}

function present(row: typeof chatCannedReplies.$inferSelect): CannedReply {
  return { id: row.id, title: row.title, content: row.content, created_at: row.createdAt.toISOString() }
}
