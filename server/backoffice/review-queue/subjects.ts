import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import { modelTexts } from "#contract/texts.ts"
import { keepMessageAsEvidence, removeMessage, setFlag } from "../../conversation/chat/messages.ts"
import { chatMessages, chatRooms } from "../../conversation/chat/tables.ts"
import { removeReview } from "../../conversation/reviews/reviews.ts"
import { reviews } from "../../conversation/reviews/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import type { Kind } from "../../platform/moderation/engine/verdict.ts"
import { notFound } from "../../platform/refusal.ts"
import { catalogChanged } from "../../shopfront/catalog/changes.ts"
import { dolls, isVisible } from "../../shopfront/catalog/tables.ts"
import { unpublish } from "../../shopfront/videos/admin.ts"
import { videos } from "../../shopfront/videos/tables.ts"

/** The current content behind a queue item. */
export interface Subject {
  content: string
  authorId: number | null
  moderatorId: number | null
  roomId: number | null
  /** The admin who created the subject. */
  makerId?: number | null
  /** True if it is not visible in the shop, so that nobody can report it. */
  isHidden?: boolean
}

interface Handler {
  read(tx: Tx, ids: number[]): Promise<Map<number, Subject>>
  /** Deletes a message or review and keeps it as evidence; unpublishes a listing or video. */
  remove(tx: Tx, id: number): Promise<void>
  /** Called when the subject stays unchanged. */
  keep?(tx: Tx, id: number): Promise<void>
}

/** The handlers of the kinds that can be reported. A kind without a handler is not found. */
const handlers: Partial<Record<Kind, Handler>> = {
  message: {
    read: readMessages,
    remove: (tx, id) => removeMessage(tx, id, (said) => keepMessageAsEvidence(tx, said, "staff")),
    keep: (tx, id) => setFlag(tx, id, false),
  },
  review: { read: readReviews, remove: removeReview },
  doll: { read: readDolls, remove: unpublishDoll },
  video: { read: readVideos, remove: unpublish },
}

export async function readSubjects(tx: Tx, kind: Kind, ids: number[]): Promise<Map<number, Subject>> {
  return ids.length === 0 ? new Map() : ((await handlers[kind]?.read(tx, ids)) ?? new Map())
}

export async function readSubject(tx: Tx, kind: Kind, id: number): Promise<Subject> {
  const found = (await readSubjects(tx, kind, [id])).get(id)
  if (!found || found.isHidden) throw notFound(kind === "doll" ? modelTexts.notFound : undefined)
  return found
}

export async function removeSubject(tx: Tx, kind: Kind, id: number): Promise<void> {
  await handlers[kind]?.remove(tx, id)
}

export async function keepSubjectAsEvidence(tx: Tx, kind: Kind, id: number): Promise<void> {
  await handlers[kind]?.keep?.(tx, id)
}

async function readMessages(tx: Tx, ids: number[]): Promise<Map<number, Subject>> {
  const rows = await tx.db
    .select({
      id: chatMessages.id,
      content: chatMessages.content,
      fileName: chatMessages.fileName,
      authorId: chatMessages.senderId,
      moderatorId: chatRooms.moderatorId,
      roomId: chatMessages.roomId,
    })
    .from(chatMessages)
    .innerJoin(chatRooms, eq(chatRooms.id, chatMessages.roomId))
    .where(and(inArray(chatMessages.id, ids), isNull(chatMessages.deletedAt)))
  return new Map(
    rows.map(({ id, fileName, content, ...row }) => [id, { ...row, content: content || `[${fileName ?? "empty"}]` }]),
  )
}

async function readReviews(tx: Tx, ids: number[]): Promise<Map<number, Subject>> {
  const rows = await tx.db
    .select({
      id: reviews.id,
      content: reviews.comment,
      authorId: reviews.userId,
      moderatorId: dolls.moderatorId,
    })
    .from(reviews)
    .innerJoin(dolls, eq(dolls.id, reviews.dollId))
    .where(inArray(reviews.id, ids))
  return new Map(rows.map(({ id, ...row }) => [id, { ...row, roomId: null }]))
}

async function readDolls(tx: Tx, ids: number[]): Promise<Map<number, Subject>> {
  const rows = await tx.db
    .select({
      id: dolls.id,
      name: dolls.name,
      description: dolls.description,
      moderatorId: dolls.moderatorId,
      makerId: dolls.createdBy,
      isHidden: sql<boolean>`not ${isVisible}`,
    })
    .from(dolls)
    .where(inArray(dolls.id, ids))
  return new Map(rows.map(({ id, ...row }) => [id, { ...row, ...said(row.name, row.description) }]))
}

async function readVideos(tx: Tx, ids: number[]): Promise<Map<number, Subject>> {
  const rows = await tx.db
    .select({
      id: videos.id,
      title: videos.title,
      description: videos.description,
      moderatorId: dolls.moderatorId,
      makerId: videos.createdBy,
      isHidden: sql<boolean>`not (${videos.isPublished} and not ${videos.needsApproval}
        and ${videos.file} is not null)`,
    })
    .from(videos)
    .innerJoin(dolls, eq(dolls.id, videos.dollId))
    .where(inArray(videos.id, ids))
  return new Map(rows.map(({ id, ...row }) => [id, { ...row, ...said(row.title, row.description) }]))
}

const said = (name: string, description: string) => ({
  content: `${name}: ${description}`,
  authorId: null,
  roomId: null,
})

/** Hides the model until a second admin approves it. */
async function unpublishDoll(tx: Tx, id: number): Promise<void> {
  await tx.db
    .update(dolls)
    .set({
      isAvailable: false,
      needsApproval: true,
      approvedBy: null,
      changedBy: sql`array_remove(${dolls.changedBy} || ${dolls.createdBy}, null)`,
      version: sql`${dolls.version} + 1`,
      updatedAt: tx.now(),
    })
    .where(and(eq(dolls.id, id), isNull(dolls.deletedAt)))
  catalogChanged(tx)
}
