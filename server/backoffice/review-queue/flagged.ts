import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm"
import type { Role } from "#contract/accounts.ts"
import { notificationTexts } from "#contract/buyingText.ts"
import { moderationTexts } from "#contract/memberText.ts"
import type { FlaggedItem, FlaggedQuery } from "#contract/moderation.ts"
import { reopenRoom } from "../../conversation/chat/messages.ts"
import { chatMessages, chatRooms } from "../../conversation/chat/tables.ts"
import { newestFrom } from "../../conversation/contact/inbox.ts"
import { reviews } from "../../conversation/reviews/tables.ts"
import { confirmSuspension, liftSuspension } from "../../people/accounts/suspension.ts"
import { type Actor, assertAdmin, assertSteppedUp, type Person } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { type Batches, inBatches } from "../../platform/db/batches.ts"
import { searchPattern } from "../../platform/db/search.ts"
import type { Tx } from "../../platform/db/store.ts"
import { moderatorNotified } from "../../platform/mail/emails.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { masked } from "../../platform/moderation/engine/mask.ts"
import type { Kind } from "../../platform/moderation/engine/verdict.ts"
import { type FlaggedRow, mayBeSeenBy, resolve } from "../../platform/moderation/queue.ts"
import { reasonIn } from "../../platform/moderation/reasons.ts"
import { flaggedItems, reports } from "../../platform/moderation/tables.ts"
import { notify as tell } from "../../platform/notifications/notifications.ts"
import { audit } from "../../platform/records/audit.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { videos } from "../../shopfront/videos/tables.ts"
import { filesOf } from "./evidence.ts"
import { keepSubjectAsEvidence, readSubjects, removeSubject, type Subject } from "./subjects.ts"

/** The maximum number of matches of a search. */
const maxFound = 5000

/** Lists critical items first, then the newest. Items that involve minors are for super admins only. */
export async function listFlagged(tx: Tx, actor: Actor, { skip, limit, q, decided }: FlaggedQuery) {
  assertAdmin(actor, "content_admin")
  const rows = await tx.db
    .select()
    .from(flaggedItems)
    .where(and(decided ? decidedFor(actor) : openTo(actor), holding(q)))
    .orderBy(...(decided ? [desc(flaggedItems.resolvedAt)] : [desc(flaggedItems.critical)]), desc(flaggedItems.id))
    .limit(q ? maxFound : limit)
    .offset(q ? 0 : skip)
  const items = await present(tx, actor, rows)
  if (!q) return { items, total: decided ? await countOf(tx, decidedFor(actor)) : await countFlagged(tx, actor) }
  const found = items.filter((item) => shows(item, q))
  return { items: found.slice(skip, skip + limit), total: found.length }
}

export function exportFlagged(tx: Tx, actor: Actor, { q }: Pick<FlaggedQuery, "q"> = {}): Batches<FlaggedItem> {
  assertAdmin(actor, "content_admin")
  assertSteppedUp(actor, tx.now())
  const all = inBatches(async (before, limit) => {
    const where = and(openTo(actor), holding(q), before === null ? undefined : lt(flaggedItems.id, before))
    const rows = await tx.db.select().from(flaggedItems).where(where).orderBy(desc(flaggedItems.id)).limit(limit)
    return present(tx, actor, rows)
  })
  return q ? showing(all, q) : all
}

async function* showing(all: Batches<FlaggedItem>, q: string): Batches<FlaggedItem> {
  for await (const items of all) yield items.filter((item) => shows(item, q))
}

export async function countFlagged(tx: Tx, actor: Actor): Promise<number> {
  assertAdmin(actor, "content_admin")
  return countOf(tx, openTo(actor))
}

async function countOf(tx: Tx, where: SQL | undefined): Promise<number> {
  const [row] = await tx.db.select({ count: count() }).from(flaggedItems).where(where)
  return row!.count
}

/** Closes the item without a change to its subject; unfreezes the chat and lifts the author's suspension. */
export async function approve(tx: Tx, actor: Actor, id: number, home: string): Promise<void> {
  assertAdmin(actor, "content_admin")
  if (await wasDecided(tx, actor, id, "approved")) return
  const item = await lockItem(tx, actor, id)
  if (subjectIn(await subjectsOf(tx, [item]), item)?.makerId === actor.id) {
    throw new Refusal("FORBIDDEN", moderationTexts.notYourOwn)
  }
  const isLifted = item.critical && (await liftFor(tx, item, home))
  if (item.subjectId !== null) await keepSubjectAsEvidence(tx, item.kind, item.subjectId)
  await resolve(tx, item, "approved", actor.id)
  if (item.critical && item.roomId !== null && !(await hasCritical(tx, item.roomId))) await reopenRoom(tx, item.roomId)
  const isHeld = item.subjectId === null && item.heldText !== null
  if (isHeld && !isLifted && item.authorId !== null) {
    const text = item.kind === "message" ? notificationTexts.messageHeld : notificationTexts.textHeld
    await tell(tx, item.authorId, { kind: "account_restored", ...text })
  }
  await note(tx, actor, item, "flagged.approve")
  if (isLifted) await audit(tx, actor, { action: "user.unsuspend", target: { kind: "user", id: item.authorId } })
}

/**
 * Deletes a message or review, or removes a listing from the shop. A frozen chat stays frozen, and a suspended author
 * suspended, until a super admin lifts the suspension.
 */
export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "content_admin")
  if (await wasDecided(tx, actor, id, "deleted")) return
  const item = await lockItem(tx, actor, id)
  if (item.critical && item.authorId !== null) await confirmSuspension(tx, item.authorId, actor.id)
  if (item.subjectId !== null) await removeSubject(tx, item.kind, item.subjectId)
  await resolve(tx, item, "deleted", actor.id)
  await note(tx, actor, item, "flagged.delete")
}

/** Asks the model's moderator to look at the item, by notification and email; the item stays open. */
export async function notify(tx: Tx, actor: Actor, id: number, home: string): Promise<void> {
  assertAdmin(actor, "content_admin")
  const item = await lockItem(tx, actor, id)
  const moderator = (await moderatorsOf(tx, [item], await subjectsOf(tx, [item]))).get(item.id)
  if (!moderator) throw new Refusal("WRONG_STATE", moderationTexts.noModerator)
  await tell(tx, moderator.id, {
    kind: "flagged_item",
    ...notificationTexts.flagged,
    values: [String(item.id)],
    link: item.roomId === null ? "/moderator" : `/moderator?room=${item.roomId}`,
  })
  await enqueue(tx, moderatorNotified({ to: moderator.email, itemId: item.id, url: `${home}/moderator` }))
  await tx.db.update(flaggedItems).set({ notifiedAt: tx.now() }).where(eq(flaggedItems.id, item.id))
  await note(tx, actor, item, "flagged.notify")
}

/** Whether a search matches what the actor sees: a match on a masked value would let them guess it digit by digit. */
function shows(item: FlaggedItem, q: string): boolean {
  const { content, original, file, flag_reason, user, user_email, reports } = item
  const texts = [content, original, file?.name, flag_reason, user, user_email, ...reports.map(({ reason }) => reason)]
  const pattern = new RegExp(searchPattern(q))
  return texts.some((text) => text && pattern.test(text.toLowerCase()))
}

/** The condition that the content, the reasons or the author contain the text, case-insensitively. */
function holding(q: string | undefined): SQL | undefined {
  if (!q) return undefined
  const pattern = searchPattern(q)
  const within = (...texts: SQLWrapper[]) =>
    sql.join(
      texts.map((text) => sql`lower(coalesce(${text}, '')) ~ ${pattern}`),
      sql` or `,
    )
  const { kind, subjectId, authorId, id, reason, heldText, heldFile } = flaggedItems
  return sql`(${within(reason, heldText, sql`${heldFile} ->> 'name'`)}
    or exists (select from ${users} where ${users.id} = ${authorId} and ${users.deletedAt} is null
      and (${within(users.fullName, users.email)}))
    or exists (select from ${reports} where ${reports.flaggedId} = ${id} and (${within(reports.reason)}))
    or ${kind} = 'message' and exists (select from ${chatMessages}
      where ${chatMessages.id} = ${subjectId} and (${within(chatMessages.content, chatMessages.fileName)}))
    or ${kind} = 'review' and exists (select from ${reviews} join ${users} on ${users.id} = ${reviews.userId}
      where ${reviews.id} = ${subjectId} and (${within(reviews.comment, users.fullName, users.email)}))
    or ${kind} = 'doll' and exists (select from ${dolls}
      where ${dolls.id} = ${subjectId} and (${within(dolls.name, dolls.description)}))
    or ${kind} = 'video' and exists (select from ${videos}
      where ${videos.id} = ${subjectId} and (${within(videos.title, videos.description)})))`
}

const openTo = (actor: Person) => and(isNull(flaggedItems.resolvedAt), mayBeSeenBy(actor))
/** The condition for decided items. A report withdrawn by its author is not a decision. */
const decidedFor = (actor: Person) =>
  and(isNotNull(flaggedItems.resolvedAt), ne(flaggedItems.outcome, "withdrawn"), mayBeSeenBy(actor))

async function lockItem(tx: Tx, actor: Person, id: number): Promise<FlaggedRow> {
  const [item] = await tx.db
    .select()
    .from(flaggedItems)
    .where(and(eq(flaggedItems.id, id), openTo(actor)))
    .for("update")
  if (!item) throw notFound(moderationTexts.notInQueue)
  return item
}

/** Returns whether this admin has already made this decision, in a call that was repeated after a lost answer. */
async function wasDecided(tx: Tx, actor: Person, id: number, outcome: "approved" | "deleted"): Promise<boolean> {
  const same = and(
    eq(flaggedItems.id, id),
    eq(flaggedItems.outcome, outcome),
    eq(flaggedItems.resolvedBy, actor.id),
    mayBeSeenBy(actor),
  )
  const [row] = await tx.db.select({ id: flaggedItems.id }).from(flaggedItems).where(same)
  return row !== undefined
}

/** Lifts the suspension, unless another item of the same author is open or was confirmed. */
async function liftFor(tx: Tx, { id, authorId }: FlaggedRow, home: string): Promise<boolean> {
  if (authorId === null) return false
  const { critical, resolvedAt } = flaggedItems
  const others = and(
    eq(flaggedItems.authorId, authorId),
    eq(critical, true),
    isNull(resolvedAt),
    ne(flaggedItems.id, id),
  )
  const [waits] = await tx.db.select({ id: flaggedItems.id }).from(flaggedItems).where(others).limit(1)
  return !waits && liftSuspension(tx, authorId, home, { undecided: true })
}

/** Unfreezes the chats of a member whose suspension is lifted, except where a critical item still waits. */
export async function reopenRoomsOf(tx: Tx, userId: number): Promise<void> {
  const frozen = await tx.db
    .select({ id: chatRooms.id })
    .from(chatRooms)
    .where(and(eq(chatRooms.userId, userId), isNotNull(chatRooms.frozenAt)))
    .orderBy(asc(chatRooms.id))
  for (const { id } of frozen) if (!(await hasCritical(tx, id))) await reopenRoom(tx, id)
}

async function hasCritical(tx: Tx, roomId: number): Promise<boolean> {
  const open = and(eq(flaggedItems.roomId, roomId), eq(flaggedItems.critical, true), isNull(flaggedItems.resolvedAt))
  const [row] = await tx.db.select({ id: flaggedItems.id }).from(flaggedItems).where(open).limit(1)
  return row !== undefined
}

/** Records an action without the content, which the audit log would outlive. */
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
  role: Role
  isSuspended: boolean
}

async function peopleBy(tx: Tx, ids: (number | null | undefined)[]): Promise<Map<number, Somebody>> {
  const known = [...new Set(ids.filter((id) => id !== null && id !== undefined))]
  if (known.length === 0) return new Map()
  const rows = await tx.db
    .select({
      id: users.id,
      fullName: users.fullName,
      email: users.email,
      role: users.role,
      isSuspended: sql<boolean>`${users.suspendedAt} is not null`,
    })
    .from(users)
    .where(and(inArray(users.id, known), isNull(users.deletedAt)))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the items' moderators. Of a blocked or deleted message only the room is stored: its moderator counts. */
async function moderatorsOf(tx: Tx, rows: FlaggedRow[], subjects: Subjects): Promise<Map<number, Somebody>> {
  const rooms = await moderatorsOfRooms(
    tx,
    rows.filter((row) => !subjectIn(subjects, row)),
  )
  const idOf = (row: FlaggedRow) => subjectIn(subjects, row)?.moderatorId ?? rooms.get(row.roomId ?? 0) ?? null
  const people = await peopleBy(tx, rows.map(idOf))
  return new Map(
    rows.flatMap((row) => (people.has(idOf(row) ?? 0) ? [[row.id, people.get(idOf(row)!)!] as const] : [])),
  )
}

async function moderatorsOfRooms(tx: Tx, rows: FlaggedRow[]): Promise<Map<number, number | null>> {
  const ids = [...new Set(rows.flatMap((row) => row.roomId ?? []))]
  if (ids.length === 0) return new Map()
  const found = await tx.db
    .select({ id: chatRooms.id, moderatorId: chatRooms.moderatorId })
    .from(chatRooms)
    .where(inArray(chatRooms.id, ids))
  return new Map(found.map((room) => [room.id, room.moderatorId]))
}

async function present(tx: Tx, actor: Actor, rows: FlaggedRow[]): Promise<FlaggedItem[]> {
  if (rows.length === 0) return []
  const subjects = await subjectsOf(tx, rows)
  const moderators = await moderatorsOf(tx, rows, subjects)
  const people = await peopleBy(
    tx,
    rows.flatMap((row) => [subjectIn(subjects, row)?.authorId ?? row.authorId, row.resolvedBy]),
  )
  const hasOpen = rows.some(({ resolvedAt }) => resolvedAt === null)
  const suspended = [...people.values()].flatMap(({ id, isSuspended }) => (hasOpen && isSuspended ? [id] : []))
  const newest = await newestFrom(tx, actor, suspended)
  const files = await filesOf(tx, rows)
  const told = await tx.db
    .select()
    .from(reports)
    .where(
      and(
        inArray(
          reports.flaggedId,
          rows.map((row) => row.id),
        ),
        // A decided item has all of its reports, which were closed together.
        or(
          isNull(reports.closedAt),
          inArray(
            reports.flaggedId,
            rows.flatMap((row) => (row.resolvedAt === null ? [] : [row.id])),
          ),
        ),
      ),
    )
    .orderBy(desc(reports.id))
  return rows.map((row) => {
    const subject = subjectIn(subjects, row)
    const author = people.get(subject?.authorId ?? row.authorId ?? 0)
    const appeal =
      row.resolvedAt === null &&
      newest.find(({ userId, createdAt }) => userId === author?.id && createdAt >= row.createdAt)
    const moderator = moderators.get(row.id)
    const file = row.heldFile ?? files.get(row.id)
    return {
      id: row.id,
      kind: row.kind,
      subject_id: row.subjectId,
      user_id: author?.role === "user" ? author.id : null,
      user: author?.fullName ?? null,
      user_email: author?.email ?? null,
      user_suspended: author?.isSuspended ?? false,
      appeal: appeal
        ? {
            id: appeal.id,
            subject: masked(appeal.subject),
            message: masked(appeal.message),
            created_at: appeal.createdAt.toISOString(),
          }
        : null,
      moderator: moderator?.fullName ?? null,
      moderator_email: moderator?.email ?? null,
      content: masked(subject?.content ?? row.heldText ?? ""),
      original: subject && row.heldText !== null && row.heldText !== subject.content ? masked(row.heldText) : null,
      deleted_at: row.goneAt?.toISOString() ?? null,
      file: file ? { name: file.name, type: file.type, size: file.size } : null,
      flag_reason: reasonIn(row.reason),
      sources: row.sources,
      reports: told
        .filter((one) => one.flaggedId === row.id)
        .map((one) => ({ reason: one.reason, created_at: one.createdAt.toISOString() })),
      critical: row.critical,
      chat_room: subject?.roomId ?? row.roomId,
      created_at: row.createdAt.toISOString(),
      notified_at: row.notifiedAt?.toISOString() ?? null,
      decided_at: row.resolvedAt?.toISOString() ?? null,
      decided_by: people.get(row.resolvedBy ?? 0)?.fullName ?? null,
      outcome: row.outcome,
    }
  })
}
