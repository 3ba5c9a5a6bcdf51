import { desc, eq } from "drizzle-orm"
import type { Tx } from "../../platform/db/store.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { reviews } from "./tables.ts"

/** Removes the author from reviews, which stay. */
export async function eraseReviews(tx: Tx, userId: number): Promise<void> {
  await tx.db.update(reviews).set({ userId: null }).where(eq(reviews.userId, userId))
}

export async function exportReviews(tx: Tx, userId: number) {
  const rows = await tx.db
    .select({ review: reviews, name: dolls.name })
    .from(reviews)
    .innerJoin(dolls, eq(dolls.id, reviews.dollId))
    .where(eq(reviews.userId, userId))
    .orderBy(desc(reviews.id))
  return rows.map(({ review, name }) => ({
    id: review.id,
    doll_id: review.dollId,
    doll_name: name,
    rating: review.rating,
    comment: review.comment,
    verified_purchase: review.verifiedPurchase,
    created_at: review.createdAt.toISOString(),
    updated_at: review.updatedAt.toISOString(),
  }))
}
