import { and, eq, getTableColumns, isNull, max, sql } from "drizzle-orm"
import { flagReasonTexts } from "#contract/adminText.ts"
import { notificationTexts } from "#contract/buyingText.ts"
import type { Person } from "../auth/actor.ts"
import type { Tx } from "../db/store.ts"
import { recordEvent } from "../integrations/events.ts"
import { notifyAdmins } from "../notifications/adminAlerts.ts"
import { recordActivity } from "../records/activity.ts"
import type { Kind } from "./engine/verdict.ts"
import { type FlagSource, flaggedItems, type HeldFile, reports } from "./tables.ts"

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

/** Adds a subject to the queue, or a source to its open item, which never becomes less urgent. */
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
        // The reason of an engine is more specific than that of a person.
        reason: source === "engine" ? reason : sql`${flaggedItems.reason}`,
        critical: sql`${flaggedItems.critical} or ${critical}`,
        decisionId: sql`coalesce(${decisionId}::int, ${flaggedItems.decisionId})`,
      },
    })
    .returning({ ...getTableColumns(flaggedItems), isNew: sql<boolean>`(xmax = 0)` })
  const { isNew, ...item } = row!
  if (isNew) {
    const link = "/admin?tab=flagged"
    await notifyAdmins(tx, critical ? "critical" : "flagged", {
      kind: "queue_waits",
      ...notificationTexts.queueWaits,
      link,
    })
    const { authorId: userId, id: subjectId, reason: detail } = item
    await recordActivity(tx, given.kind === "message" ? "message_flagged" : "flagged", {
      userId,
      subjectId,
      detail,
      critical,
    })
  }
  if (isNew && given.kind === "message") {
    const { id: flagged_item_id, subjectId: message_id, roomId: chat_room_id } = item
    await recordEvent(tx, "message.flagged", { flagged_item_id, message_id, chat_room_id })
  }
  queueChanged(tx)
  return item
}

/** The topic that is published when the number of open items may have changed. */
export const queueTopic = "flagged"

function queueChanged(tx: Tx): void {
  tx.publish(queueTopic, null)
}

interface Subject {
  kind: Kind
  subjectId: number
  roomId?: number | null
  authorId?: number | null
}
type SubjectKey = Pick<Subject, "kind" | "subjectId">

/** Flags a subject on behalf of a moderator, or of an admin in a chat. */
export async function flag(tx: Tx, subject: Subject): Promise<void> {
  await putInQueue(tx, { ...subject, source: "moderator", reason: flagReasonTexts.moderator })
}

/** Withdraws a moderator's flag. An item with other sources stays in the queue. */
export async function unflag(tx: Tx, { kind, subjectId }: SubjectKey): Promise<void> {
  const item = await lockOpen(tx, { kind, subjectId })
  if (!item?.sources.includes("moderator")) return
  const sources = item.sources.filter((source) => source !== "moderator")
  if (sources.length === 0) return resolve(tx, item, "withdrawn", null)
  await tx.db.update(flaggedItems).set({ sources }).where(eq(flaggedItems.id, item.id))
}

interface Evidence {
  text: string
  file?: HeldFile | null
  by?: "author" | "staff"
}

/** Keeps the text and file of a flagged subject when it is deleted. Returns true if its file must not be removed. */
export async function keepEvidence(tx: Tx, subject: SubjectKey, evidence: Evidence): Promise<boolean> {
  const item = await lockOpen(tx, subject)
  if (!item) return false
  const { heldText, heldFile, goneAt } = item
  const isDifferent = heldText !== null && heldText !== evidence.text
  await tx.db
    .update(flaggedItems)
    .set({
      heldText: isDifferent ? `${heldText}\n\n${evidence.text}` : evidence.text,
      heldFile: heldFile ?? evidence.file ?? null,
      goneAt: evidence.by === "staff" ? goneAt : tx.now(),
    })
    .where(eq(flaggedItems.id, item.id))
  return heldFile === null
}

/**
 * Keeps the file of a flagged subject when its author replaces it. Returns true if it is kept, as only the first is.
 */
export async function keepFile(tx: Tx, subject: SubjectKey, file: HeldFile | null): Promise<boolean> {
  const item = file && (await lockOpen(tx, subject))
  if (!item || item.heldFile !== null) return false
  await tx.db.update(flaggedItems).set({ heldFile: file }).where(eq(flaggedItems.id, item.id))
  return true
}

/** Keeps the text of a flagged subject as it was when it was flagged, before its author edits it. */
export async function keepOriginal(tx: Tx, subject: SubjectKey, text: string): Promise<void> {
  const item = await lockOpen(tx, subject)
  if (!item || item.heldText !== null) return
  await tx.db.update(flaggedItems).set({ heldText: text }).where(eq(flaggedItems.id, item.id))
}

async function lockOpen(tx: Tx, { kind, subjectId }: SubjectKey) {
  const [item] = await tx.db.select().from(flaggedItems).where(openOn(kind, subjectId)).for("update")
  return item
}

/** Closes an item and its reports, and deletes the hashed addresses of guests. Evidence is removed later. */
export async function resolve(
  tx: Tx,
  item: FlaggedRow,
  outcome: NonNullable<FlaggedRow["outcome"]>,
  by: number | null,
): Promise<void> {
  const now = tx.now()
  await tx.db.update(flaggedItems).set({ outcome, resolvedBy: by, resolvedAt: now }).where(eq(flaggedItems.id, item.id))
  await tx.db
    .update(reports)
    .set({ closedAt: now, reporterHash: null })
    .where(and(eq(reports.flaggedId, item.id), isNull(reports.closedAt)))
  queueChanged(tx)
}

/** Returns when staff last approved a text that was held back, so that its author may send it again. */
export async function approvedAt(
  tx: Tx,
  { kind, roomId, authorId, text }: { kind: Kind; roomId?: number; authorId: number; text: string },
): Promise<Date | null> {
  const { subjectId, outcome, heldText, resolvedAt } = flaggedItems
  const [row] = await tx.db
    .select({ at: max(resolvedAt) })
    .from(flaggedItems)
    .where(
      and(
        ...[eq(flaggedItems.kind, kind), eq(flaggedItems.authorId, authorId), eq(heldText, text)],
        ...[isNull(subjectId), eq(outcome, "approved")],
        roomId === undefined ? undefined : eq(flaggedItems.roomId, roomId),
      ),
    )
  return row!.at
}

/** Restricts critical items to super admins. */
export const mayBeSeenBy = ({ adminType }: Person) =>
  adminType === "super_admin" ? undefined : eq(flaggedItems.critical, false)

const openOn = (kind: Kind, subjectId: number) =>
  and(eq(flaggedItems.kind, kind), eq(flaggedItems.subjectId, subjectId), isNull(flaggedItems.resolvedAt))
