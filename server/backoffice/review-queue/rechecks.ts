import { eq } from "drizzle-orm"
import { after, minutes } from "../../platform/clock.ts"
import type { Store } from "../../platform/db/store.ts"
import { moderate } from "../../platform/moderation/engine/moderate.ts"
import type { Categories } from "../../platform/moderation/engine/verdict.ts"
import type { Moderation } from "../../platform/moderation/moderation.ts"
import { moderationRechecks } from "../../platform/moderation/tables.ts"
import { claim, type Outbox } from "../../platform/outbox/outbox.ts"
import { readSubjects } from "./subjects.ts"

/** Milliseconds; longer than for a sender, because nobody waits. */
const timeout = 3000
const maxAttempts = 12
const outbox: Outbox<typeof moderationRechecks> = {
  table: moderationRechecks,
  due: moderationRechecks.nextAttemptAt,
  batch: 20,
  // Longer than a batch takes.
  claimed: (now) => ({ nextAttemptAt: after(now, minutes(2)) }),
}

type Row = typeof moderationRechecks.$inferSelect

/** Judges texts again for which the remote engine was unavailable. Findings are added to the queue. */
export async function recheck(store: Store, moderation: Moderation): Promise<number> {
  let done = 0
  for (const row of await claim(store, outbox)) {
    const subject = (await readSubjects(store, row.kind, [row.subjectId])).get(row.subjectId)
    const local = subject && moderate({ text: subject.content, kind: row.kind })
    const judgement = subject && (await moderation.judge({ kind: row.kind, text: subject.content, timeout }))
    if (judgement?.recheck) {
      await putOff(store, row)
      continue
    }
    await store.transaction(async (tx) => {
      const [mine] = await tx.db.delete(moderationRechecks).where(eq(moderationRechecks.id, row.id)).returning()
      if (!mine || !judgement || !local || !isMore(local.categories, judgement.categories)) return
      const { kind, subjectId, roomId, authorId } = row
      await moderation.record(tx, judgement, { kind, subjectId, roomId, authorId, text: subject.content })
    })
    done++
  }
  return done
}

function isMore(before: Categories, now: Categories): boolean {
  return Object.entries(now).some(([category, score]) => score > (before[category as keyof Categories] ?? 0))
}

/** Backs off, and gives up after about two days. */
async function putOff(store: Store, row: Row): Promise<void> {
  const attempts = row.attempts + 1
  const mine = eq(moderationRechecks.id, row.id)
  if (attempts >= maxAttempts) {
    await store.db.delete(moderationRechecks).where(mine)
    return
  }
  const nextAttemptAt = after(store.now(), minutes(2 ** attempts))
  await store.db.update(moderationRechecks).set({ attempts, nextAttemptAt }).where(mine)
}
