import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm"
import type { Tx } from "../db/store.ts"
import { happened } from "../staff/activity.ts"
import type { Kind } from "./engine.ts"
import { type FlagSource, flaggedItems, reports } from "./tables.ts"

export type FlaggedRow = typeof flaggedItems.$inferSelect

interface ForQueue {
  kind: Kind
  subjectId: number | null
  source: FlagSource
  reason: string
  roomId?: number | null
  authorId?: number | null
  critical?: boolean
  decisionId?: number | null
  heldText?: string | null
}

/** One open item a subject: what is pointed at again gains the new source, and never becomes less urgent. */
export async function putInQueue(tx: Tx, given: ForQueue): Promise<FlaggedRow> {
  const { source, reason, critical = false, decisionId = null } = given
  const added = sql`array(select distinct unnest(${flaggedItems.sources} || ${source}::text) order by 1)`
  const [row] = await tx.db
    .insert(flaggedItems)
    .values({
      kind: given.kind,
      subjectId: given.subjectId,
      roomId: given.roomId ?? null,
      authorId: given.authorId ?? null,
      sources: [source],
      reason,
      critical,
      decisionId,
      heldText: given.heldText ?? null,
      createdAt: tx.now(),
    })
    .onConflictDoUpdate({
      target: [flaggedItems.kind, flaggedItems.subjectId],
      targetWhere: isNull(flaggedItems.resolvedAt),
      set: {
        sources: added,
        // What an engine found says more than that somebody pointed at it.
        reason: source === "engine" ? reason : sql`${flaggedItems.reason}`,
        critical: sql`${flaggedItems.critical} or ${critical}`,
        decisionId: sql`coalesce(${decisionId}::int, ${flaggedItems.decisionId})`,
      },
    })
    .returning({ ...getTableColumns(flaggedItems), isNew: sql<boolean>`(xmax = 0)` })
  const { isNew, ...item } = row!
  if (isNew) {
    const { authorId: userId, id: subjectId, reason: detail } = item
    await happened(tx, given.kind === "message" ? "message_flagged" : "flagged", {
      userId,
      subjectId,
      detail,
      critical,
    })
  }
  queueChanged(tx)
  return item
}

/** How much waits has changed. */
export const queueTopic = "flagged"

function queueChanged(tx: Tx): void {
  tx.tell(queueTopic, null)
}

interface Pointed {
  kind: Kind
  subjectId: number
  roomId?: number | null
  authorId?: number | null
}

/** A moderator, or an admin in a chat, points at something. */
export async function flag(tx: Tx, pointed: Pointed): Promise<void> {
  await putInQueue(tx, { ...pointed, source: "moderator", reason: "Flagged by a moderator" })
}

/** Takes the pointing back. What an engine or a person has pointed at as well stays in the queue. */
export async function unflag(tx: Tx, { kind, subjectId }: Pick<Pointed, "kind" | "subjectId">): Promise<void> {
  const [item] = await tx.db.select().from(flaggedItems).where(openOn(kind, subjectId)).for("update")
  if (!item?.sources.includes("moderator")) return
  const sources = item.sources.filter((source) => source !== "moderator")
  if (sources.length === 0) return resolve(tx, item, "withdrawn", null)
  await tx.db.update(flaggedItems).set({ sources }).where(eq(flaggedItems.id, item.id))
}

/** What is gone by its author's own hand needs nobody's eye any more. Of what is critical, what it `said` is kept: it may be evidence. */
export async function forget(
  tx: Tx,
  { kind, subjectId }: Pick<Pointed, "kind" | "subjectId">,
  said: string | null = null,
): Promise<void> {
  const [item] = await tx.db.select().from(flaggedItems).where(openOn(kind, subjectId)).for("update")
  if (!item) return
  if (!item.critical) return resolve(tx, item, "withdrawn", null)
  await tx.db
    .update(flaggedItems)
    .set({ heldText: item.heldText ?? said })
    .where(eq(flaggedItems.id, item.id))
}

/** Ends an item and the reports on it. A guest's address is then not needed any more, nor is what was held. */
export async function resolve(
  tx: Tx,
  item: FlaggedRow,
  outcome: NonNullable<FlaggedRow["outcome"]>,
  by: number | null,
): Promise<void> {
  const now = tx.now()
  await tx.db
    .update(flaggedItems)
    .set({ outcome, resolvedBy: by, resolvedAt: now, heldText: item.critical ? item.heldText : null })
    .where(eq(flaggedItems.id, item.id))
  await tx.db
    .update(reports)
    .set({ closedAt: now, reporterHash: null })
    .where(and(eq(reports.flaggedId, item.id), isNull(reports.closedAt)))
  queueChanged(tx)
}

const openOn = (kind: Kind, subjectId: number) =>
  and(eq(flaggedItems.kind, kind), eq(flaggedItems.subjectId, subjectId), isNull(flaggedItems.resolvedAt))
