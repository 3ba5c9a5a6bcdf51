import type { Tx } from "../db/store.ts"
import { moderationRechecks } from "./tables.ts"

/** Sends a published text to the remote engine with the next rechecks, so that staff need not wait for it. */
export async function judgeLater(tx: Tx, kind: "doll" | "video", subjectId: number, authorId: number): Promise<void> {
  const now = tx.now()
  await tx.db
    .insert(moderationRechecks)
    .values({ kind, subjectId, authorId, nextAttemptAt: now, createdAt: now })
    .onConflictDoNothing()
}
