import { and, desc, eq, isNotNull } from "drizzle-orm"
import type { AccountExport } from "#contract/export.ts"
import type { Tx } from "../db/store.ts"
import { flaggedItems, reports } from "./tables.ts"

/** What a person has pointed at, and why. */
export async function ownReports(tx: Tx, userId: number): Promise<AccountExport["reports"]> {
  const rows = await tx.db.select().from(reports).where(eq(reports.reporterId, userId)).orderBy(desc(reports.id))
  return rows.map((row) => ({
    kind: row.kind,
    subject_id: row.subjectId,
    reason: row.reason,
    created_at: row.createdAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
  }))
}

/**
 * Whoever leaves takes along what they wrote in reports, and what was held of theirs because it was not sent. What points at minors
 * stays: it may be evidence, and a super admin alone sees it.
 */
export async function emptyModeration(tx: Tx, userId: number): Promise<void> {
  await tx.db.update(reports).set({ reason: "" }).where(eq(reports.reporterId, userId))
  await tx.db
    .update(flaggedItems)
    .set({ heldText: null })
    .where(and(eq(flaggedItems.authorId, userId), isNotNull(flaggedItems.heldText), eq(flaggedItems.critical, false)))
}
