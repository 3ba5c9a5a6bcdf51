import { eq } from "drizzle-orm"
import type { AccountExport } from "#contract/export.ts"
import type { Tx } from "../../platform/db/store.ts"
import { customerTags, notes } from "./tables.ts"

export async function eraseNotes(tx: Tx, userId: number): Promise<void> {
  await tx.db.delete(notes).where(eq(notes.userId, userId))
  await tx.db.delete(customerTags).where(eq(customerTags.userId, userId))
}

/** Exports the notes of staff about a customer, without their authors and mentions. */
export async function exportNotes(tx: Tx, userId: number): Promise<AccountExport["notes"]> {
  const rows = await tx.db.select().from(notes).where(eq(notes.userId, userId)).orderBy(notes.id)
  return rows.map(({ subject, content, createdAt, editedAt }) => ({
    about: subject,
    content,
    created_at: createdAt.toISOString(),
    edited_at: editedAt?.toISOString() ?? null,
  }))
}

export async function exportTags(tx: Tx, userId: number): Promise<AccountExport["tags"]> {
  const rows = await tx.db.select().from(customerTags).where(eq(customerTags.userId, userId)).orderBy(customerTags.tag)
  return rows.map(({ tag, createdAt }) => ({ tag, created_at: createdAt.toISOString() }))
}
