import { and, isNotNull, lte, sql } from "drizzle-orm"
import type { Store } from "../../platform/db/store.ts"
import { audit } from "../../platform/records/audit.ts"
import { catalogChanged } from "./changes.ts"
import { dolls } from "./tables.ts"

/** Publishes the drafts that are due; nodes drop their caches. The version stays: no admin has edited anything. */
export async function publishDue(store: Store): Promise<void> {
  const isDue = and(isNotNull(dolls.draftAvailable), lte(dolls.publishAt, store.now()))
  const [due] = await store.db.select({ id: dolls.id }).from(dolls).where(isDue).limit(1)
  if (!due) return
  await store.transaction(async (tx) => {
    const published = await tx.db
      .update(dolls)
      .set({ isAvailable: sql`draft_available`, draftAvailable: null, publishAt: null, updatedAt: tx.now() })
      .where(isDue)
      .returning({ id: dolls.id })
    if (published.length === 0) return
    catalogChanged(tx)
    for (const { id } of published) await audit(tx, null, { action: "doll.publish", target: { kind: "doll", id } })
  })
}
