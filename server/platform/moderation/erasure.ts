import { desc, eq } from "drizzle-orm"
import type { AccountExport } from "#contract/export.ts"
import type { Tx } from "../db/store.ts"
import { reports } from "./tables.ts"

export async function exportReports(tx: Tx, userId: number): Promise<AccountExport["reports"]> {
  const rows = await tx.db.select().from(reports).where(eq(reports.reporterId, userId)).orderBy(desc(reports.id))
  return rows.map((row) => ({
    kind: row.kind,
    subject_id: row.subjectId,
    reason: row.reason,
    created_at: row.createdAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
  }))
}

/** Clears the person's texts in reports. Their flagged texts stay as evidence until it expires. */
export async function eraseReports(tx: Tx, userId: number): Promise<void> {
  await tx.db.update(reports).set({ reason: "" }).where(eq(reports.reporterId, userId))
}
