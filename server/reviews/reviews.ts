import { desc, eq, sql } from "drizzle-orm"
import type { Review } from "#contract/reviews.ts"
import type { Actor } from "../accounts/actor.ts"
import { users } from "../accounts/tables.ts"
import * as catalog from "../catalog/catalog.ts"
import type { Tx } from "../db/store.ts"
import { reviews } from "./tables.ts"

const columns = {
  id: reviews.id,
  dollId: reviews.dollId,
  rating: reviews.rating,
  comment: reviews.comment,
  verifiedPurchase: reviews.verifiedPurchase,
  createdAt: reviews.createdAt,
  updatedAt: reviews.updatedAt,
  fullName: sql<string | null>`case when ${users.deletedAt} is null then ${users.fullName} end`,
}
type Row = typeof reviews.$inferSelect & { fullName: string | null }

export async function listReviews(
  tx: Tx,
  actor: Actor,
  { dollId, skip, limit }: { dollId: number; skip: number; limit: number },
): Promise<catalog.Page<Review>> {
  const { doll } = await catalog.getDoll(tx, actor, dollId)
  const rows = await tx.db
    .select(columns)
    .from(reviews)
    .leftJoin(users, eq(users.id, reviews.userId))
    .where(eq(reviews.dollId, dollId))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit)
    .offset(skip)
  return { items: rows.map(present), total: doll.review_count }
}

function present(row: Omit<Row, "userId">): Review {
  return {
    id: row.id,
    doll_id: row.dollId,
    author: authorOf(row.fullName),
    rating: row.rating,
    comment: row.comment,
    verified_purchase: row.verifiedPurchase,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

/** First name and initial: enough to be somebody, too little to be found. */
function authorOf(fullName: string | null): string {
  const names = fullName?.trim().split(/\s+/) ?? []
  if (!names[0]) return "Former member"
  const last = names.length > 1 ? ` ${[...names.at(-1)!][0]!.toUpperCase()}.` : ""
  return names[0] + last
}
