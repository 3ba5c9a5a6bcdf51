import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm"
import { deskTexts } from "#contract/adminText.ts"
import type { AccountFrame } from "#contract/sockets.ts"
import { type Actor, assertAdmin, type Person } from "../accounts/actor.ts"
import { users } from "../accounts/tables.ts"
import { lockDoll } from "../catalog/catalog.ts"
import { dolls } from "../catalog/tables.ts"
import { handOver } from "../chat/handover.ts"
import type { Tx } from "../db/store.ts"
import { assertVersion, type Precondition } from "../http/preconditions.ts"
import { accountTopic } from "../notifications/notifications.ts"
import { invalid, notFound, Refusal } from "../refusal.ts"
import { happened } from "./activity.ts"
import { audit } from "./audit.ts"

type DollRow = typeof dolls.$inferSelect

export interface Assignment {
  moderatorId: number
  dollId: number
}

/** Gives a model and its rooms into a moderator's care. One that another has is refused; said twice, nothing changes. */
export async function assign(tx: Tx, actor: Actor, { moderatorId, dollId }: Assignment): Promise<void> {
  assertAdmin(actor, "content_admin")
  const doll = await lockDoll(tx, dollId)
  await assertModerates(tx, moderatorId)
  if (doll.moderatorId === moderatorId) return
  if (doll.moderatorId !== null) throw new Refusal("CONFLICT", "This model is in the care of another moderator.")
  await give(tx, doll, moderatorId)
  await note(tx, actor, doll, moderatorId)
}

export async function unassign(tx: Tx, actor: Actor, { moderatorId, dollId }: Assignment): Promise<void> {
  assertAdmin(actor, "content_admin")
  const doll = await lockDoll(tx, dollId)
  if (doll.moderatorId !== moderatorId) throw notFound("This model is not in the care of this moderator.")
  await give(tx, doll, null)
  await note(tx, actor, doll, null)
}

interface Wanted {
  moderatorId: number
  /** All the models from now on. */
  wanted: number[]
  seen?: Precondition
}

/** Gives and takes until a moderator answers for these models and no others. Locks: models by id, as everywhere. */
export async function changeAssignments(tx: Tx, actor: Actor, { moderatorId, wanted, seen }: Wanted): Promise<void> {
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
  if (!moderator) throw notFound("Moderator not found")
  assertVersion(seen, moderator)
  if (wanted.some((id) => !rows.some((doll) => doll.id === id))) throw invalid("assigned_dolls", deskTexts.modelGone)
  const changing = rows.filter((doll) => wanted.includes(doll.id) !== (doll.moderatorId === moderatorId))
  const to = (doll: DollRow) => (wanted.includes(doll.id) ? moderatorId : null)
  for (const doll of changing) {
    if (to(doll) && doll.moderatorId !== null) throw new Refusal("CONFLICT", deskTexts.modelTaken(doll.name))
    await give(tx, doll, to(doll))
  }
  // The log comes last: it is one lock for everybody, and rooms were waited for before.
  for (const doll of changing) await note(tx, actor, doll, to(doll))
}

/** The model under its lock, and the rooms with it. */
async function give(tx: Tx, doll: DollRow, moderatorId: number | null): Promise<void> {
  await tx.db.update(dolls).set({ moderatorId, updatedAt: tx.now() }).where(eq(dolls.id, doll.id))
  await handOver(tx, doll.id, moderatorId)
  const who = moderatorId ?? doll.moderatorId!
  tx.tell(accountTopic(who), { type: "assigned" } satisfies AccountFrame)
  await tx.db
    .update(users)
    .set({ version: sql`${users.version} + 1` })
    .where(eq(users.id, who))
  await happened(tx, "moderator", {
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
  if (!moderator) throw notFound("Moderator not found")
}
