import { and, count, desc, eq, inArray, isNull, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm"
import { noticeTexts } from "#contract/buyingText.ts"
import type { FlaggedItem, FlaggedQuery } from "#contract/moderation.ts"
import { moderationTexts } from "#contract/texts.ts"
import { type Actor, assertAdmin, type Person } from "../accounts/actor.ts"
import { users } from "../accounts/tables.ts"
import { dolls } from "../catalog/tables.ts"
import { reopenRoom } from "../chat/messages.ts"
import { chatMessages, chatRooms } from "../chat/tables.ts"
import type { Tx } from "../db/store.ts"
import { type Batches, inBatches } from "../http/csv.ts"
import { moderatorNotified } from "../mail/letters.ts"
import { enqueue } from "../mail/outbox.ts"
import { notify as tell } from "../notifications/notifications.ts"
import { notFound, Refusal } from "../refusal.ts"
import { reviews } from "../reviews/tables.ts"
import { audit } from "../staff/audit.ts"
import { videos } from "../videos/tables.ts"
import type { Kind } from "./engine.ts"
import { masked } from "./mask.ts"
import { type FlaggedRow, resolve } from "./queue.ts"
import { keepSubject, readSubjects, removeSubject, type Subject } from "./subjects.ts"
import { flaggedItems, reports } from "./tables.ts"

/** So many that hold a word are looked through. */
const mostFound = 5000

/** Critical ones first, then the newest. What points at minors is for a super admin alone. */
export async function listFlagged(tx: Tx, actor: Actor, { skip, limit, q }: FlaggedQuery) {
  assertAdmin(actor, "content_admin")
  const rows = await tx.db
    .select()
    .from(flaggedItems)
    .where(and(openTo(actor), holding(q)))
    .orderBy(desc(flaggedItems.critical), desc(flaggedItems.id))
    .limit(q ? mostFound : limit)
    .offset(q ? 0 : skip)
  const items = await present(tx, rows)
  if (!q) return { items, total: await countFlagged(tx, actor) }
  const found = items.filter((item) => shows(item, q))
  return { items: found.slice(skip, skip + limit), total: found.length }
}

export function exportFlagged(tx: Tx, actor: Actor, { q }: Pick<FlaggedQuery, "q"> = {}): Batches<FlaggedItem> {
  assertAdmin(actor, "content_admin")
  const all = inBatches(async (before, limit) => {
    const where = and(openTo(actor), holding(q), before === null ? undefined : lt(flaggedItems.id, before))
    const rows = await tx.db.select().from(flaggedItems).where(where).orderBy(desc(flaggedItems.id)).limit(limit)
    return present(tx, rows)
  })
  return q ? showing(all, q) : all
}

async function* showing(all: Batches<FlaggedItem>, q: string): Batches<FlaggedItem> {
  for await (const items of all) yield items.filter((item) => shows(item, q))
}

export async function countFlagged(tx: Tx, actor: Actor): Promise<number> {
  assertAdmin(actor, "content_admin")
  const [row] = await tx.db.select({ count: count() }).from(flaggedItems).where(openTo(actor))
  return row!.count
}

/** It stays shown; a chat that was closed because of it is open again. */
export async function approve(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "content_admin")
  const item = await lockItem(tx, actor, id)
  if (item.subjectId !== null) await keepSubject(tx, item.kind, item.subjectId)
  await resolve(tx, item, "approved", actor.id)
  if (item.critical && item.roomId !== null && !(await hasCritical(tx, item.roomId))) await reopenRoom(tx, item.roomId)
  await note(tx, actor, item, "flagged.approve")
}

/** A message or a review is deleted, a listing leaves the shop. A chat that was closed stays so. */
export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "content_admin")
  const item = await lockItem(tx, actor, id)
  if (item.subjectId !== null) await removeSubject(tx, item.kind, item.subjectId)
  await resolve(tx, item, "deleted", actor.id)
  await note(tx, actor, item, "flagged.delete")
}

/** Asks whoever answers for the model to look at it, by notice and by letter; the item stays. */
export async function notify(tx: Tx, actor: Actor, id: number, home: string): Promise<void> {
  assertAdmin(actor, "content_admin")
  const item = await lockItem(tx, actor, id)
  const moderator = (await moderatorsOf(tx, [item], await subjectsOf(tx, [item]))).get(item.id)
  if (!moderator) throw new Refusal("WRONG_STATE", moderationTexts.noModerator)
  await tell(tx, moderator.id, {
    kind: "flagged_item",
    title: noticeTexts.flagged.title,
    body: noticeTexts.flagged.body(String(item.id)),
    link: item.roomId === null ? "/moderator" : `/moderator?room=${item.roomId}`,
  })
  await enqueue(tx, moderatorNotified({ to: moderator.email, itemId: item.id, url: `${home}/moderator` }))
  await tx.db.update(flaggedItems).set({ notifiedAt: tx.now() }).where(eq(flaggedItems.id, item.id))
  await note(tx, actor, item, "flagged.notify")
}

/** What is dots to who looks cannot be guessed at, digit by digit, by looking for it. */
function shows(item: FlaggedItem, q: string): boolean {
  const { content, flag_reason, user, user_email, reports } = item
  const texts = [content, flag_reason, user, user_email, ...reports.map(({ reason }) => reason)]
  return texts.some((text) => text?.toLowerCase().includes(q.toLowerCase()))
}

/** Literally, in any case: in what it is about, in why it is here, and in who wrote it. */
function holding(q: string | undefined): SQL | undefined {
  const word = q?.toLowerCase()
  if (!word) return undefined
  const within = (...texts: SQLWrapper[]) =>
    sql.join(
      texts.map((text) => sql`strpos(lower(coalesce(${text}, '')), ${word}) > 0`),
      sql` or `,
    )
  const { kind, subjectId, authorId, id, reason, heldText } = flaggedItems
  return sql`(${within(reason, heldText)}
    or exists (select from ${users} where ${users.id} = ${authorId} and ${users.deletedAt} is null and (${within(users.fullName, users.email)}))
    or exists (select from ${reports} where ${reports.flaggedId} = ${id} and ${reports.closedAt} is null and (${within(reports.reason)}))
    or ${kind} = 'message' and exists (select from ${chatMessages}
      where ${chatMessages.id} = ${subjectId} and (${within(chatMessages.content, chatMessages.fileName)}))
    or ${kind} = 'review' and exists (select from ${reviews} join ${users} on ${users.id} = ${reviews.userId}
      where ${reviews.id} = ${subjectId} and (${within(reviews.comment, users.fullName, users.email)}))
    or ${kind} = 'doll' and exists (select from ${dolls}
      where ${dolls.id} = ${subjectId} and (${within(dolls.name, dolls.description)}))
    or ${kind} = 'video' and exists (select from ${videos}
      where ${videos.id} = ${subjectId} and (${within(videos.title, videos.description)})))`
}

function openTo({ adminType }: Person) {
  const open = isNull(flaggedItems.resolvedAt)
  return adminType === "super_admin" ? open : and(open, eq(flaggedItems.critical, false))
}

async function lockItem(tx: Tx, actor: Person, id: number): Promise<FlaggedRow> {
  const [item] = await tx.db
    .select()
    .from(flaggedItems)
    .where(and(eq(flaggedItems.id, id), openTo(actor)))
    .for("update")
  if (!item) throw notFound(moderationTexts.notInQueue)
  return item
}

async function hasCritical(tx: Tx, roomId: number): Promise<boolean> {
  const open = and(eq(flaggedItems.roomId, roomId), eq(flaggedItems.critical, true), isNull(flaggedItems.resolvedAt))
  const [row] = await tx.db.select({ id: flaggedItems.id }).from(flaggedItems).where(open).limit(1)
  return row !== undefined
}

/** Not what it says: the log outlives what was deleted. */
function note(tx: Tx, actor: Person, item: FlaggedRow, action: string): Promise<void> {
  const after = { kind: item.kind, subject_id: item.subjectId, reason: item.reason }
  return audit(tx, actor, { action, target: { kind: "flagged_item", id: item.id }, after })
}

type Subjects = Map<Kind, Map<number, Subject>>

async function subjectsOf(tx: Tx, rows: FlaggedRow[]): Promise<Subjects> {
  const all: Subjects = new Map()
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const ids = rows.flatMap((row) => (row.kind === kind && row.subjectId !== null ? [row.subjectId] : []))
    all.set(kind, await readSubjects(tx, kind, ids))
  }
  return all
}

const subjectIn = (all: Subjects, { kind, subjectId }: FlaggedRow) =>
  subjectId === null ? undefined : all.get(kind)?.get(subjectId)

interface Somebody {
  id: number
  fullName: string
  email: string
}

async function peopleBy(tx: Tx, ids: (number | null | undefined)[]): Promise<Map<number, Somebody>> {
  const known = [...new Set(ids.filter((id) => id !== null && id !== undefined))]
  if (known.length === 0) return new Map()
  const rows = await tx.db
    .select({ id: users.id, fullName: users.fullName, email: users.email })
    .from(users)
    .where(and(inArray(users.id, known), isNull(users.deletedAt)))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Of what was blocked nothing is stored but its room: that room's moderator then. */
async function moderatorsOf(tx: Tx, rows: FlaggedRow[], subjects: Subjects): Promise<Map<number, Somebody>> {
  const rooms = await moderatorsOfRooms(tx, rows)
  const idOf = (row: FlaggedRow) => subjectIn(subjects, row)?.moderatorId ?? rooms.get(row.roomId ?? 0) ?? null
  const people = await peopleBy(tx, rows.map(idOf))
  return new Map(
    rows.flatMap((row) => (people.has(idOf(row) ?? 0) ? [[row.id, people.get(idOf(row)!)!] as const] : [])),
  )
}

async function moderatorsOfRooms(tx: Tx, rows: FlaggedRow[]): Promise<Map<number, number | null>> {
  const ids = [...new Set(rows.flatMap((row) => (row.subjectId === null && row.roomId !== null ? [row.roomId] : [])))]
  if (ids.length === 0) return new Map()
  const found = await tx.db
    .select({ id: chatRooms.id, moderatorId: chatRooms.moderatorId })
    .from(chatRooms)
    .where(inArray(chatRooms.id, ids))
  return new Map(found.map((room) => [room.id, room.moderatorId]))
}

async function present(tx: Tx, rows: FlaggedRow[]): Promise<FlaggedItem[]> {
  if (rows.length === 0) return []
  const subjects = await subjectsOf(tx, rows)
  const moderators = await moderatorsOf(tx, rows, subjects)
  const authors = await peopleBy(
    tx,
    rows.map((row) => subjectIn(subjects, row)?.authorId ?? row.authorId),
  )
  const told = await tx.db
    .select()
    .from(reports)
    .where(
      and(
        inArray(
          reports.flaggedId,
          rows.map((row) => row.id),
        ),
        isNull(reports.closedAt),
      ),
    )
    .orderBy(desc(reports.id))
  return rows.map((row) => {
    const subject = subjectIn(subjects, row)
    const author = authors.get(subject?.authorId ?? row.authorId ?? 0)
    const moderator = moderators.get(row.id)
    return {
      id: row.id,
      kind: row.kind,
      subject_id: row.subjectId,
      user: author?.fullName ?? null,
      user_email: author?.email ?? null,
      moderator: moderator?.fullName ?? null,
      moderator_email: moderator?.email ?? null,
      content: masked(subject?.content ?? row.heldText ?? ""),
      flag_reason: row.reason,
      sources: row.sources,
      reports: told
        .filter((one) => one.flaggedId === row.id)
        .map((one) => ({ reason: one.reason, created_at: one.createdAt.toISOString() })),
      critical: row.critical,
      chat_room: subject?.roomId ?? row.roomId,
      created_at: row.createdAt.toISOString(),
      notified_at: row.notifiedAt?.toISOString() ?? null,
    }
  })
}
