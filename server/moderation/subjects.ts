import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import { modelTexts } from "#contract/texts.ts"
import { catalogChanged } from "../catalog/changes.ts"
import { dolls } from "../catalog/tables.ts"
import { removeMessage, setFlag } from "../chat/messages.ts"
import { chatMessages, chatRooms } from "../chat/tables.ts"
import type { Tx } from "../db/store.ts"
import { notFound } from "../refusal.ts"
import { removeReview } from "../reviews/reviews.ts"
import { reviews } from "../reviews/tables.ts"
import { unpublish } from "../videos/desk.ts"
import { videos } from "../videos/tables.ts"
import type { Kind } from "./engine.ts"

/** What an item of the queue is about, as it is now. */
export interface Subject {
  content: string
  authorId: number | null
  /** Who answers for it: the moderator of the model. */
  moderatorId: number | null
  roomId: number | null
}

interface Handler {
  read(tx: Tx, ids: number[]): Promise<Map<number, Subject>>
  /** A message or a review is deleted, a listing or a video leaves the shop. */
  remove(tx: Tx, id: number): Promise<void>
  /** It stays as it is. */
  keep?(tx: Tx, id: number): Promise<void>
}

/** What can be pointed at. A kind that is not here has nothing to be found yet. */
const handlers: Partial<Record<Kind, Handler>> = {
  message: { read: readMessages, remove: removeMessage, keep: (tx, id) => setFlag(tx, id, false) },
  review: { read: readReviews, remove: removeReview },
  doll: { read: readDolls, remove: unpublishDoll },
  video: { read: readVideos, remove: unpublish },
}

export async function readSubjects(tx: Tx, kind: Kind, ids: number[]): Promise<Map<number, Subject>> {
  return ids.length === 0 ? new Map() : ((await handlers[kind]?.read(tx, ids)) ?? new Map())
}

export async function readSubject(tx: Tx, kind: Kind, id: number): Promise<Subject> {
  const found = (await readSubjects(tx, kind, [id])).get(id)
  if (!found) throw notFound(kind === "doll" ? modelTexts.notFound : undefined)
  return found
}

export async function removeSubject(tx: Tx, kind: Kind, id: number): Promise<void> {
  await handlers[kind]?.remove(tx, id)
}

export async function keepSubject(tx: Tx, kind: Kind, id: number): Promise<void> {
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
    .select({ id: dolls.id, name: dolls.name, description: dolls.description, moderatorId: dolls.moderatorId })
    .from(dolls)
    .where(and(inArray(dolls.id, ids), isNull(dolls.deletedAt), eq(dolls.isAvailable, true)))
  return new Map(
    rows.map(({ id, name, description, moderatorId }) => [
      id,
      { content: `${name}: ${description}`, authorId: null, moderatorId, roomId: null },
    ]),
  )
}

async function readVideos(tx: Tx, ids: number[]): Promise<Map<number, Subject>> {
  const rows = await tx.db
    .select({ id: videos.id, title: videos.title, description: videos.description, moderatorId: dolls.moderatorId })
    .from(videos)
    .innerJoin(dolls, eq(dolls.id, videos.dollId))
    .where(and(inArray(videos.id, ids), eq(videos.isPublished, true), isNotNull(videos.file)))
  return new Map(
    rows.map(({ id, title, description, moderatorId }) => [
      id,
      { content: `${title}: ${description}`, authorId: null, moderatorId, roomId: null },
    ]),
  )
}

/** Nobody finds it or opens it any more; before it can be shown again, a second admin has to look at it. */
async function unpublishDoll(tx: Tx, id: number): Promise<void> {
  await tx.db
    .update(dolls)
    .set({
      isAvailable: false,
      needsApproval: true,
      approvedBy: null,
      version: sql`${dolls.version} + 1`,
      updatedAt: tx.now(),
    })
    .where(and(eq(dolls.id, id), isNull(dolls.deletedAt)))
  catalogChanged(tx)
}
