import { and, desc, eq, inArray, isNull, lt } from "drizzle-orm"
import { notificationTexts } from "#contract/buyingText.ts"
import type { Mentionable, NewNote, Note, Notes, SectionQuery, SubjectKind } from "#contract/customers.ts"
import { t } from "#contract/t.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { type Actor, assertNotSuspended, assertStaff, type Person } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { notify } from "../../platform/notifications/notifications.ts"
import { audit } from "../../platform/records/audit.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { assertReads, openSubject, readersOf, type Subject } from "./subjects.ts"
import { notes } from "./tables.ts"

type Row = typeof notes.$inferSelect

/** The notes on a subject, newest first. */
export async function listNotes(
  tx: Tx,
  actor: Actor,
  kind: SubjectKind,
  { id, before, limit }: SectionQuery & { id: number },
): Promise<Notes> {
  assertReads(actor, kind)
  await openSubject(tx, actor, kind, id)
  const rows = await tx.db
    .select()
    .from(notes)
    .where(and(eq(notes.subject, kind), eq(notes.subjectId, id), before ? lt(notes.id, before) : undefined))
    .orderBy(desc(notes.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  return { items: await present(tx, actor, shown), next: rows.length > limit ? shown.at(-1)!.id : null }
}

/** Lists the staff who may read notes on this subject. */
export async function mentionable(tx: Tx, actor: Actor, kind: SubjectKind, id: number): Promise<Mentionable[]> {
  assertReads(actor, kind)
  const subject = await openSubject(tx, actor, kind, id)
  return tx.db
    .select({ id: users.id, name: users.fullName, role: users.role })
    .from(users)
    .where(readersOf(subject))
    .orderBy(users.fullName, users.id)
}

/** Adds a note and notifies the people it mentions. Throws CONFLICT once the customer has deleted the account. */
export async function addNote(
  tx: Tx,
  actor: Actor,
  kind: SubjectKind,
  { id, ...input }: NewNote & { id: number },
): Promise<Note> {
  assertReads(actor, kind)
  assertNotSuspended(actor)
  const subject = await openSubject(tx, actor, kind, id)
  const userId = await lockCustomer(tx, subject)
  const mentions = await notifyMentioned(tx, actor, subject, input.mentions)
  const [row] = await tx.db
    .insert(notes)
    .values({
      subject: kind,
      subjectId: id,
      userId,
      authorId: actor.id,
      content: input.content,
      mentions,
      createdAt: tx.now(),
    })
    .returning()
  return (await present(tx, actor, [row!]))[0]!
}

/** Edits a note of the actor. Notifies people who were not mentioned before. */
export async function editNote(tx: Tx, actor: Actor, { id, ...input }: NewNote & { id: number }): Promise<Note> {
  assertStaff(actor)
  assertNotSuspended(actor)
  const { row, subject } = await openNote(tx, actor, id)
  if (row.authorId !== actor.id) throw new Refusal("FORBIDDEN", customerTexts.notYours)
  const mentions = await notifyMentioned(tx, actor, subject, input.mentions, row.mentions)
  const [changed] = await tx.db
    .update(notes)
    .set({ content: input.content, mentions, editedAt: tx.now() })
    .where(eq(notes.id, id))
    .returning()
  return (await present(tx, actor, [changed!]))[0]!
}

/** Deletes a note, on behalf of its author or an admin. The audit log records the deletion without the text. */
export async function deleteNote(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertStaff(actor)
  assertNotSuspended(actor)
  const { row } = await openNote(tx, actor, id)
  if (row.authorId !== actor.id && actor.role !== "admin") throw new Refusal("FORBIDDEN", customerTexts.notYours)
  await tx.db.delete(notes).where(eq(notes.id, id))
  const target = { kind: targetKinds[row.subject], id: row.subjectId }
  await audit(tx, actor, { action: "note.delete", target })
}

/** The names of the subjects in the audit log. */
export const targetKinds = { customer: "user", order: "order", room: "chat_room" } as const

/** Locks and returns a note that the actor may read. Throws NOT_FOUND for any other. */
async function openNote(tx: Tx, actor: Person, id: number): Promise<{ row: Row; subject: Subject }> {
  const missing = notFound(t`Note not found`)
  const [row] = await tx.db.select().from(notes).where(eq(notes.id, id)).for("update")
  if (!row) throw missing
  const subject = await openSubject(tx, actor, row.subject, row.subjectId).catch((error) => {
    throw error instanceof Refusal ? missing : error
  })
  return { row, subject }
}

/** Prevents the customer from deleting the account, and with it the notes, until the commit. */
async function lockCustomer(tx: Tx, { userId }: Subject): Promise<number> {
  const [customer] = userId
    ? await tx.db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, userId), isNull(users.deletedAt)))
        .for("share")
    : []
  if (!customer) throw new Refusal("CONFLICT", customerTexts.gone)
  return customer.id
}

/**
 * Notifies those who may read the note, are not its author and were not notified before. Returns all who are mentioned.
 */
async function notifyMentioned(
  tx: Tx,
  actor: Person,
  subject: Subject,
  wanted: number[],
  before: number[] = [],
): Promise<number[]> {
  if (wanted.length === 0) return []
  const people = await tx.db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(and(inArray(users.id, wanted), readersOf(subject)))
    .orderBy(users.id)
  const { title, body } = notificationTexts.mentioned
  for (const { id, role } of people) {
    if (id === actor.id || before.includes(id)) continue
    await notify(tx, id, { kind: "mentioned", title, body, link: linkTo(subject, role === "moderator") })
  }
  return people.map(({ id }) => id)
}

/** Returns the address where the note is shown. For an admin, a note on a chat is on the customer's page. */
function linkTo({ kind, id, userId }: Subject, isModerator: boolean): string {
  if (kind === "order") return `/admin?tab=orders&order=${id}`
  if (kind === "customer") return `/admin/customer/${id}#notes`
  return isModerator ? `/moderator?room=${id}` : `/admin/customer/${userId}?chat=${id}`
}

async function present(tx: Tx, actor: Person, rows: Row[]): Promise<Note[]> {
  const ids = [...new Set(rows.flatMap(({ authorId, mentions }) => [authorId, ...mentions]))]
  const people =
    ids.length === 0
      ? []
      : await tx.db
          .select({ id: users.id, name: users.fullName })
          .from(users)
          .where(and(inArray(users.id, ids), isNull(users.deletedAt)))
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    id: row.id,
    author: names.get(row.authorId) ?? null,
    content: row.content,
    mentions: row.mentions.flatMap((id) => (names.has(id) ? { id, name: names.get(id)! } : [])),
    created_at: row.createdAt.toISOString(),
    edited_at: row.editedAt?.toISOString() ?? null,
    can_edit: row.authorId === actor.id,
    can_delete: row.authorId === actor.id || actor.role === "admin",
  }))
}
