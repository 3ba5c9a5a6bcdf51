import { and, eq, inArray, isNotNull, lte, ne, or } from "drizzle-orm"
import { evidenceDays } from "#contract/messageRules.ts"
import { t } from "#contract/t.ts"
import { chatMessages } from "../../conversation/chat/tables.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import { after, days } from "../../platform/clock.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { type Download, downloadOf, scheduleFileDeletion } from "../../platform/media/privateFiles.ts"
import type { Storage } from "../../platform/media/storage.ts"
import { type FlaggedRow, mayBeSeenBy } from "../../platform/moderation/queue.ts"
import { flaggedItems, type HeldFile, reports } from "../../platform/moderation/tables.ts"
import { auditOnce } from "../../platform/records/audit.ts"
import { notFound } from "../../platform/refusal.ts"
import * as videoFiles from "../../shopfront/videos/files.ts"

/** Returns the file of a flagged item to the admins who decide, even a deleted one. Reading it is audited. */
export async function readEvidence(store: Store, storage: Storage, actor: Actor, id: number): Promise<Download> {
  assertAdmin(actor, "content_admin")
  const [item] = await store.db
    .select()
    .from(flaggedItems)
    .where(and(eq(flaggedItems.id, id), mayBeSeenBy(actor)))
  const file = item && (item.heldFile ?? (await filesOf(store, [item])).get(item.id))
  if (!file) throw notFound(t`File not found`)
  await auditOnce(store, actor, { action: "flagged.file", target: { kind: "flagged_item", id } })
  return downloadOf(storage, file)
}

export async function filesOf(tx: Tx, items: FlaggedRow[]): Promise<Map<number, HeldFile>> {
  const messages = items.filter((item) => item.kind === "message" && item.subjectId !== null && !item.heldFile)
  if (messages.length === 0) return new Map()
  const rows = await tx.db
    .select()
    .from(chatMessages)
    .where(
      and(
        isNotNull(chatMessages.fileKey),
        inArray(
          chatMessages.id,
          messages.map((item) => item.subjectId!),
        ),
      ),
    )
  const byMessage = new Map(
    rows.map((row) => [
      row.id,
      { key: row.fileKey!, name: row.fileName!, type: row.fileType!, size: row.fileSize! } satisfies HeldFile,
    ]),
  )
  return new Map(
    messages.flatMap((item) => {
      const file = byMessage.get(item.subjectId!)
      return file ? [[item.id, file] as const] : []
    }),
  )
}

const atOnce = 200

/** Removes evidence, and the reporters' texts, some time after the decision; only the decision remains. */
export async function deleteOldEvidence(store: Store): Promise<number> {
  const { id, critical, heldText, heldFile, resolvedAt } = flaggedItems
  const decidedBefore = (number: number) => lte(resolvedAt, after(store.now(), -days(number)))
  return store.transaction(async (tx) => {
    const closed = lte(reports.closedAt, after(tx.now(), -days(evidenceDays.critical)))
    await tx.db
      .update(reports)
      .set({ reason: "" })
      .where(and(closed, ne(reports.reason, "")))
    const due = await tx.db
      .select({ id, heldFile })
      .from(flaggedItems)
      .where(
        and(
          or(isNotNull(heldText), isNotNull(heldFile)),
          or(and(eq(critical, false), decidedBefore(evidenceDays.plain)), decidedBefore(evidenceDays.critical)),
        ),
      )
      .limit(atOnce)
      .for("update", { skipLocked: true })
    if (due.length === 0) return 0
    await tx.db
      .update(flaggedItems)
      .set({ heldText: null, heldFile: null })
      .where(
        inArray(
          id,
          due.map((item) => item.id),
        ),
      )
    const keys = due.flatMap((item) => item.heldFile?.key ?? [])
    await scheduleFileDeletion(
      tx,
      keys.filter((key) => key.startsWith("chat/")),
    )
    await videoFiles.scheduleFileDeletion(
      tx,
      keys.filter((key) => !key.startsWith("chat/")),
    )
    return due.length
  })
}
