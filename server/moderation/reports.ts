import { createHash } from "node:crypto"
import type { NewReport } from "#contract/moderation.ts"
import { type Actor, assertSignedIn } from "../accounts/actor.ts"
import { holdMessage } from "../chat/messages.ts"
import { enter } from "../chat/policy.ts"
import type { Tx } from "../db/store.ts"
import { notFound, Refusal } from "../refusal.ts"
import { putInQueue } from "./queue.ts"
import { readSubject, type Subject } from "./subjects.ts"
import { reports } from "./tables.ts"

/**
 * Somebody points at something: it lands in the queue. A second report of the same person on the same thing, while the first is
 * open, changes nothing and is answered alike, so that nobody learns what is being looked at.
 */
export async function report(tx: Tx, actor: Actor, input: NewReport, address: string): Promise<void> {
  const subject = await visible(tx, actor, input)
  const { kind, id, reason } = input
  const item = await putInQueue(tx, {
    kind,
    subjectId: id,
    roomId: subject.roomId,
    authorId: subject.authorId,
    source: "report",
    reason: "Reported",
  })
  const reporterId = actor.kind === "person" ? actor.id : null
  await tx.db
    .insert(reports)
    .values({
      kind,
      subjectId: id,
      flaggedId: item.id,
      reporterId,
      reporterHash: reporterId === null ? hashOf(input, address) : null,
      reason,
      createdAt: tx.now(),
    })
    .onConflictDoNothing()
}

/** A message exists for the people of its room alone; whoever only reads there has the queue itself. */
async function visible(tx: Tx, actor: Actor, { kind, id }: NewReport): Promise<Subject> {
  if (kind !== "message") return readSubject(tx, kind, id)
  assertSignedIn(actor)
  const subject = await readSubject(tx, kind, id)
  const { seat } = await enter(tx, actor, subject.roomId!).catch(likeAbsent)
  // Taken back at the same moment, it leaves nothing in the queue.
  if (seat === "admin" || !(await holdMessage(tx, id))) throw notFound()
  return subject
}

function likeAbsent(error: unknown): never {
  throw error instanceof Refusal ? notFound() : error
}

/** Of the item as well, so that an address cannot be followed from one to another. */
function hashOf({ kind, id }: NewReport, address: string): Buffer {
  return createHash("sha256").update(`report ${kind} ${id} ${address}`).digest()
}
