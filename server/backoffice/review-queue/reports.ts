import { createHmac } from "node:crypto"
import { flagReasonTexts } from "#contract/adminText.ts"
import type { NewReport } from "#contract/moderation.ts"
import { lockUndeletedMessage } from "../../conversation/chat/messages.ts"
import { enter } from "../../conversation/chat/policy.ts"
import { type Actor, assertSignedIn } from "../../platform/auth/actor.ts"
import { serverKeys } from "../../platform/db/serverKeys.ts"
import type { Tx } from "../../platform/db/store.ts"
import { putInQueue } from "../../platform/moderation/queue.ts"
import { reports } from "../../platform/moderation/tables.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { readSubject, type Subject } from "./subjects.ts"

/**
 * Adds a reported item to the queue. A second report by the same person while the first is open changes nothing and
 * gets the same answer, so that the queue's content is not revealed.
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
    reason: flagReasonTexts.reported,
  })
  const reporterId = actor.kind === "person" ? actor.id : null
  await tx.db
    .insert(reports)
    .values({
      kind,
      subjectId: id,
      flaggedId: item.id,
      reporterId,
      reporterHash: reporterId === null ? await hashOf(tx, input, address) : null,
      reason,
      createdAt: tx.now(),
    })
    .onConflictDoNothing()
}

/**
 * Returns the subject if the actor can see it. A message is visible only to the participants of its room; admins, who
 * only read there, use the queue itself.
 */
async function visible(tx: Tx, actor: Actor, { kind, id }: NewReport): Promise<Subject> {
  if (kind !== "message") return readSubject(tx, kind, id)
  assertSignedIn(actor)
  const subject = await readSubject(tx, kind, id)
  const { roomRole } = await enter(tx, actor, subject.roomId!).catch(likeAbsent)
  // A message that is deleted at the same moment leaves nothing in the queue.
  if (roomRole === "admin" || !(await lockUndeletedMessage(tx, id))) throw notFound()
  return subject
}

function likeAbsent(error: unknown): never {
  throw error instanceof Refusal ? notFound() : error
}

/**
 * Hashes an IP address. The hash has a key, because all addresses can be tried, and includes the item, so that an
 * address cannot be linked across reports.
 */
async function hashOf(tx: Tx, { kind, id }: NewReport, address: string): Promise<Buffer> {
  const [key] = await serverKeys(tx, "report addresses")
  return createHmac("sha256", key).update(`report ${kind} ${id} ${address}`).digest()
}
