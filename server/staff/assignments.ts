import { and, eq } from "drizzle-orm"
import { type Actor, assertAdmin } from "../accounts/actor.ts"
import { users } from "../accounts/tables.ts"
import { lockDoll } from "../catalog/catalog.ts"
import { dolls } from "../catalog/tables.ts"
import { handOver } from "../chat/handover.ts"
import type { Tx } from "../db/store.ts"
import { notFound, Refusal } from "../refusal.ts"
import { audit } from "./audit.ts"

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
  await give(tx, dollId, moderatorId)
  await audit(tx, actor, {
    action: "doll.assign",
    target: { kind: "doll", id: dollId },
    before: { moderator_id: null },
    after: { moderator_id: moderatorId },
  })
}

export async function unassign(tx: Tx, actor: Actor, { moderatorId, dollId }: Assignment): Promise<void> {
  assertAdmin(actor, "content_admin")
  const doll = await lockDoll(tx, dollId)
  if (doll.moderatorId !== moderatorId) throw notFound("This model is not in the care of this moderator.")
  await give(tx, dollId, null)
  await audit(tx, actor, {
    action: "doll.unassign",
    target: { kind: "doll", id: dollId },
    before: { moderator_id: moderatorId },
    after: { moderator_id: null },
  })
}

/** The model under its lock, and the rooms with it. */
async function give(tx: Tx, dollId: number, moderatorId: number | null): Promise<void> {
  await tx.db.update(dolls).set({ moderatorId, updatedAt: tx.now() }).where(eq(dolls.id, dollId))
  await handOver(tx, dollId, moderatorId)
}

async function assertModerates(tx: Tx, id: number): Promise<void> {
  const [moderator] = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, "moderator"), eq(users.isActive, true)))
    .for("key share")
  if (!moderator) throw notFound("Moderator not found")
}
