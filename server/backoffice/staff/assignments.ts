import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm"
import { staffAnswerTexts } from "#contract/adminText.ts"
import type { AccountFrame } from "#contract/sockets.ts"
import { t } from "#contract/t.ts"
import { reassignRooms } from "../../conversation/chat/reassign.ts"
import { type Actor, assertAdmin, type Person } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { assertVersion, type Precondition } from "../../platform/http/preconditions.ts"
import { accountTopic } from "../../platform/notifications/notifications.ts"
import { recordActivity } from "../../platform/records/activity.ts"
import { audit } from "../../platform/records/audit.ts"
import { invalid, notFound, Refusal } from "../../platform/refusal.ts"
import { lockToChange } from "../../shopfront/catalog/catalog.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"

type DollRow = typeof dolls.$inferSelect

export interface Assignment {
  moderatorId: number
  dollId: number
}

/** Assigns a model and its rooms to a moderator. Refused if another moderator has it; idempotent. */
export async function assign(tx: Tx, actor: Actor, { moderatorId, dollId }: Assignment): Promise<void> {
  assertAdmin(actor, "content_admin")
  const doll = await lockToChange(tx, dollId)
  await assertModerates(tx, moderatorId)
  if (doll.moderatorId === moderatorId) return
  if (doll.moderatorId !== null) throw new Refusal("CONFLICT", t`This model is assigned to another moderator.`)
  await give(tx, doll, moderatorId)
  await note(tx, actor, doll, moderatorId)
}

export async function unassign(tx: Tx, actor: Actor, { moderatorId, dollId }: Assignment): Promise<void> {
  assertAdmin(actor, "content_admin")
  const doll = await lockToChange(tx, dollId)
  if (doll.moderatorId !== moderatorId) throw notFound(t`This model is not assigned to this moderator.`)
  await give(tx, doll, null)
  await note(tx, actor, doll, null)
}

interface AssignmentChange {
  moderatorId: number
  /** The complete list of the moderator's models. */
  wanted: number[]
  seen?: Precondition
}

/** Sets a moderator's models to exactly this list. Returns whether any has moved. Locks models in the order of ids. */
export async function changeAssignments(
  tx: Tx,
  actor: Actor,
  { moderatorId, wanted, seen }: AssignmentChange,
): Promise<boolean> {
  assertAdmin(actor, "content_admin")
  const isConcerned = or(eq(dolls.moderatorId, moderatorId), wanted.length > 0 ? inArray(dolls.id, wanted) : undefined)
  const rows = await tx.db
    .select()
    .from(dolls)
    .where(and(isConcerned, isNull(dolls.deletedAt)))
    .orderBy(asc(dolls.id))
    .for("update")
  const [moderator] = await tx.db
    .select({ version: users.version })
    .from(users)
    .where(and(eq(users.id, moderatorId), eq(users.role, "moderator"), isNull(users.deletedAt)))
    .for("no key update")
  if (!moderator) throw notFound(t`Moderator not found`)
  const changing = rows.filter((doll) => wanted.includes(doll.id) !== (doll.moderatorId === moderatorId))
  const isGone = wanted.some((id) => !rows.some((doll) => doll.id === id))
  if (changing.length > 0 || isGone) assertVersion(seen, moderator)
  if (isGone) throw invalid("assigned_dolls", staffAnswerTexts.modelGone)
  const to = (doll: DollRow) => (wanted.includes(doll.id) ? moderatorId : null)
  for (const doll of changing) {
    if (to(doll) && doll.moderatorId !== null) throw new Refusal("CONFLICT", staffAnswerTexts.modelTaken(doll.name))
    await give(tx, doll, to(doll))
  }
  // The audit log has one lock for everybody, which must not be held while waiting for rooms, so its entries come last.
  for (const doll of changing) await note(tx, actor, doll, to(doll))
  return changing.length > 0
}

/** Reassigns the model, whose lock the caller holds, and its rooms. */
async function give(tx: Tx, doll: DollRow, moderatorId: number | null): Promise<void> {
  await tx.db.update(dolls).set({ moderatorId, updatedAt: tx.now() }).where(eq(dolls.id, doll.id))
  await reassignRooms(tx, doll.id, moderatorId)
  const who = moderatorId ?? doll.moderatorId!
  tx.publish(accountTopic(who), { type: "assigned" } satisfies AccountFrame)
  await tx.db
    .update(users)
    .set({ version: sql`${users.version} + 1` })
    .where(eq(users.id, who))
  await recordActivity(tx, "moderator", {
    userId: who,
    subjectId: doll.id,
    detail: `${moderatorId ? "assigned" : "unassigned"} ${doll.name}`,
  })
}

function note(tx: Tx, actor: Person, doll: DollRow, moderatorId: number | null): Promise<void> {
  return audit(tx, actor, {
    action: moderatorId ? "doll.assign" : "doll.unassign",
    target: { kind: "doll", id: doll.id },
    before: { moderator_id: doll.moderatorId },
    after: { moderator_id: moderatorId },
  })
}

async function assertModerates(tx: Tx, id: number): Promise<void> {
  const [moderator] = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, "moderator"), eq(users.isActive, true), isNull(users.deletedAt)))
    .for("no key update")
  if (!moderator) throw notFound(t`Moderator not found`)
}
