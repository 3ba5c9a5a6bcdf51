import { asc, eq, lte } from "drizzle-orm"
import { freezeRoom } from "../chat/messages.ts"
import { after, minutes } from "../clock.ts"
import type { Store } from "../db/store.ts"
import { type Categories, moderate } from "./engine.ts"
import type { Moderation } from "./moderation.ts"
import { readSubjects } from "./subjects.ts"
import { moderationRechecks } from "./tables.ts"

const atOnce = 20
const mostAttempts = 12

/** Texts that the remote engine could not be asked about are shown to it again. What it finds then goes into the queue. */
export async function recheck(store: Store, moderation: Moderation): Promise<number> {
  const due = await store.db
    .select()
    .from(moderationRechecks)
    .where(lte(moderationRechecks.nextAttemptAt, store.now()))
    .orderBy(asc(moderationRechecks.nextAttemptAt), asc(moderationRechecks.id))
    .limit(atOnce)
  let done = 0
  for (const row of due) {
    const subject = (await readSubjects(store, row.kind, [row.subjectId])).get(row.subjectId)
    const local = subject && moderate({ text: subject.content, kind: row.kind })
    const judgement = subject && (await moderation.judge({ kind: row.kind, text: subject.content }))
    if (judgement?.recheck) {
      await putOff(store, row)
      continue
    }
    await store.transaction(async (tx) => {
      await tx.db.delete(moderationRechecks).where(eq(moderationRechecks.id, row.id))
      if (!judgement || !local || !isMore(local.categories, judgement.categories)) return
      const { kind, subjectId, roomId, authorId } = row
      await moderation.record(tx, judgement, { kind, subjectId, roomId, authorId, text: subject.content })
      if (judgement.freeze && roomId !== null) await freezeRoom(tx, roomId)
    })
    done++
  }
  return done
}

function isMore(before: Categories, now: Categories): boolean {
  return Object.entries(now).some(([category, score]) => score > (before[category as keyof Categories] ?? 0))
}

/** Later each time, and not for ever: after some two days nobody looks again. */
async function putOff(store: Store, row: typeof moderationRechecks.$inferSelect): Promise<void> {
  const attempts = row.attempts + 1
  const mine = eq(moderationRechecks.id, row.id)
  if (attempts >= mostAttempts) {
    await store.db.delete(moderationRechecks).where(mine)
    return
  }
  const nextAttemptAt = after(store.now(), minutes(2 ** attempts))
  await store.db.update(moderationRechecks).set({ attempts, nextAttemptAt }).where(mine)
}
