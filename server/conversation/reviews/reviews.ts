import { and, count, desc, eq, exists, inArray, type SQL, sql } from "drizzle-orm"
import type { EditReview, NewReview, OwnReview, Review } from "#contract/reviews.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertNotSuspended, assertUser } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { pipelinedQuery } from "../../platform/db/statement.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { assertAdultText } from "../../platform/moderation/adults.ts"
import { admit, type Moderation } from "../../platform/moderation/moderation.ts"
import { keepEvidence, keepOriginal } from "../../platform/moderation/queue.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { orderItems, orders } from "../../sales/orders/tables.ts"
import * as catalog from "../../shopfront/catalog/catalog.ts"
import { catalogChanged } from "../../shopfront/catalog/changes.ts"
import { type ImageRow, presentPicture, primaryImageOf } from "../../shopfront/catalog/rows.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { reviews } from "./tables.ts"

interface Paging {
  skip: number
  limit: number
}

export async function listReviews(
  tx: Tx,
  actor: Actor,
  { dollId, ...page }: Paging & { dollId: number },
): Promise<catalog.Page<Review>> {
  const [, items, { total }] = await Promise.all([
    catalog.getDoll(tx, actor, dollId),
    reviewsOf(tx, dollId, page),
    ratingCounts(tx, dollId),
  ])
  return { items, total }
}

/** Lists reviews, those of verified purchases first, then the newest. Does not check that the model is in the shop. */
export async function reviewsOf(tx: Tx, dollId: number, { skip, limit }: Paging): Promise<Review[]> {
  const text = `select r.id, r.doll_id as "dollId", r.rating, r.comment, r.verified_purchase as "verifiedPurchase",
      ${instant("r.created_at")} as "createdAt", ${instant("r.updated_at")} as "updatedAt",
      case when u.deleted_at is null then u.full_name end as "fullName"
    from reviews r left join users u on u.id = r.user_id
    where r.doll_id = $1 order by r.verified_purchase desc, r.created_at desc, r.id desc limit $2 offset $3`
  const rows = await pipelinedQuery<Stored>(tx, "reviews", text, [dollId, limit, skip])
  return rows.map((row) => present({ ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) }))
}

/** SQL of a time in milliseconds, which all drivers parse alike. */
const instant = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`
type Stored = Omit<Row, "createdAt" | "updatedAt"> & { createdAt: number; updatedAt: number }

/** Counts all reviews, and the verified ones with one to five stars, without checking the model. */
export async function ratingCounts(tx: Tx, dollId: number): Promise<{ total: number; counts: number[] }> {
  const text = `select rating, count(*)::int as count, count(*) filter (where verified_purchase)::int as verified
    from reviews where doll_id = $1 group by rating`
  type Counted = { rating: number; count: number; verified: number }
  const rows = await pipelinedQuery<Counted>(tx, "rating_counts", text, [dollId])
  const counts = [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.rating === stars)?.verified ?? 0)
  return { total: rows.reduce((sum, { count }) => sum + count, 0), counts }
}

/** The caller's own reviews, with their models. */
export async function ownReviews(tx: Tx, actor: Actor, { skip, limit }: Paging): Promise<catalog.Page<OwnReview>> {
  assertUser(actor)
  const mine = eq(reviews.userId, actor.id)
  const rows = await tx.db
    .select({ ...columns, dollName: dolls.name, picture: sql<ImageRow | null>`${sql.raw(primaryImageOf("dolls.id"))}` })
    .from(reviews)
    .innerJoin(dolls, eq(dolls.id, reviews.dollId))
    .leftJoin(users, eq(users.id, reviews.userId))
    .where(mine)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit)
    .offset(skip)
  const [all] = await tx.db.select({ count: count() }).from(reviews).where(mine)
  const items = rows.map((row) => ({
    ...present(row),
    doll_name: row.dollName,
    ...presentPicture(row.picture),
  }))
  return { items, total: all!.count }
}

/** Publishes a review. Its text is judged before the transaction, because a remote engine may be called. */
export async function publish(
  store: Store,
  moderation: Moderation,
  actor: Actor,
  comment: string,
  write: (tx: Tx) => Promise<Review>,
): Promise<Review> {
  assertUser(actor)
  assertNotSuspended(actor)
  // The text is judged before `assertAdultText`, so that staff see one about minors, and it is not only refused.
  const judgement = await admit(store, moderation, { kind: "review", text: comment, authorId: actor.id }).catch(
    (error) => {
      assertAdultText({ comment })
      throw error
    },
  )
  assertAdultText({ comment })
  return store.transaction(async (tx) => {
    const review = await write(tx)
    const about = { kind: "review" as const, subjectId: review.id, authorId: actor.id, text: comment }
    await moderation.record(tx, judgement, about)
    return review
  })
}

/** Creates a review: there is one per person and model. The model's lock keeps its mean correct under concurrency. */
export async function createReview(tx: Tx, actor: Actor, input: NewReview): Promise<Review> {
  assertUser(actor)
  assertAdultText({ comment: input.comment })
  const doll = await catalog.lockDoll(tx, input.doll_id)
  if (doll.needsApproval || doll.draftAvailable !== null) throw notFound(t`Model not found`)
  const now = tx.now()
  const [row] = await tx.db
    .insert(reviews)
    .values({
      dollId: doll.id,
      userId: actor.id,
      rating: input.rating,
      comment: input.comment,
      verifiedPurchase: await hasBought(tx, actor.id, doll.id),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: reviews.id })
  if (!row) throw new Refusal("ALREADY_REVIEWED", t`You have already reviewed this model.`)
  await recount(tx, doll.id, { sum: input.rating, count: 1 })
  return one(tx, row.id)
}

export async function editReview(
  tx: Tx,
  actor: Actor,
  { id, fields }: { id: number; fields: EditReview },
): Promise<Review> {
  assertUser(actor)
  assertAdultText({ comment: fields.comment })
  const before = await lockOwn(tx, actor.id, id)
  if (before.comment !== fields.comment) await keepOriginal(tx, { kind: "review", subjectId: id }, before.comment)
  await tx.db
    .update(reviews)
    .set({
      rating: fields.rating,
      comment: fields.comment,
      verifiedPurchase: before.verifiedPurchase || (await hasBought(tx, actor.id, before.dollId)),
      updatedAt: tx.now(),
    })
    .where(eq(reviews.id, id))
  await recount(tx, before.dollId, { sum: fields.rating - before.rating, count: 0 })
  return one(tx, id)
}

/** Removes a review without an access check, for staff who work on the review queue. */
export async function removeReview(tx: Tx, id: number): Promise<void> {
  const review = await lock(tx, eq(reviews.id, id))
  if (!review) return
  await keepEvidence(tx, { kind: "review", subjectId: id }, { text: review.comment, by: "staff" })
  await tx.db.delete(reviews).where(eq(reviews.id, id))
  await recount(tx, review.dollId, { sum: -review.rating, count: -1 })
}

export async function deleteReview(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertUser(actor)
  assertNotSuspended(actor)
  const { dollId, rating, comment } = await lockOwn(tx, actor.id, id)
  await keepEvidence(tx, { kind: "review", subjectId: id }, { text: comment })
  await tx.db.delete(reviews).where(eq(reviews.id, id))
  await recount(tx, dollId, { sum: -rating, count: -1 })
}

/** Locks a person's own review; another person's counts as missing. The model is locked first, for its counts. */
async function lockOwn(tx: Tx, userId: number, id: number): Promise<typeof reviews.$inferSelect> {
  const review = await lock(tx, and(eq(reviews.id, id), eq(reviews.userId, userId))!)
  if (!review) throw notFound(t`Review not found`)
  return review
}

async function lock(tx: Tx, which: SQL): Promise<typeof reviews.$inferSelect | undefined> {
  const [found] = await tx.db.select({ dollId: reviews.dollId }).from(reviews).where(which)
  if (!found) return undefined
  await tx.db.select({ id: dolls.id }).from(dolls).where(eq(dolls.id, found.dollId)).for("update")
  const [review] = await tx.db.select().from(reviews).where(which)
  return review
}

/**
 * Updates the sums of the model, whose row is locked. Those of verified purchases are added up again, to include what
 * the version before has written meanwhile. The others are read only by that version.
 */
async function recount(tx: Tx, dollId: number, change: { sum: number; count: number }): Promise<void> {
  const sum = sql`(${dolls.ratingSum} + ${change.sum}::int)`
  const number = sql`(${dolls.reviewCount} + ${change.count}::int)`
  const verified = (value: SQL) =>
    sql`(select ${value} from reviews r where r.doll_id = ${dollId} and r.verified_purchase)`
  await tx.db
    .update(dolls)
    .set({
      verifiedCount: verified(sql`count(*)::int`),
      verifiedSum: verified(sql`coalesce(sum(r.rating), 0)::int`),
      ratingSum: sql`${sum}`,
      reviewCount: sql`${number}`,
      rating: sql`case when ${number} = 0 then 4.5 else ${sum}::float8 / ${number} end`,
    })
    .where(eq(dolls.id, dollId))
  catalogChanged(tx)
}

async function hasBought(tx: Tx, userId: number, dollId: number): Promise<boolean> {
  const bought = tx.db
    .select({ one: sql`1` })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orderItems.dollId, dollId),
        eq(orders.userId, userId),
        inArray(orders.status, ["to_be_shipped", "shipped", "completed"]),
      ),
    )
  const [row] = await tx.db.select({ bought: sql<boolean>`${exists(bought)}` }).from(sql`(select 1) as one`)
  return row!.bought
}

export const columns = {
  id: reviews.id,
  dollId: reviews.dollId,
  rating: reviews.rating,
  comment: reviews.comment,
  verifiedPurchase: reviews.verifiedPurchase,
  createdAt: reviews.createdAt,
  updatedAt: reviews.updatedAt,
  fullName: sql<string | null>`case when ${users.deletedAt} is null then ${users.fullName} end`,
}
type Row = Omit<typeof reviews.$inferSelect, "userId" | "pickedAt"> & { fullName: string | null }

function read(tx: Tx, where: SQL) {
  return tx.db
    .select(columns)
    .from(reviews)
    .leftJoin(users, eq(users.id, reviews.userId))
    .where(where)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .$dynamic()
}

async function one(tx: Tx, id: number): Promise<Review> {
  const [row] = await read(tx, eq(reviews.id, id))
  return present(row!)
}

export function present(row: Row): Review {
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

/** Returns first name and initial: recognizable, but not identifying. */
function authorOf(fullName: string | null): string {
  const names = fullName?.trim().split(/\s+/) ?? []
  if (!names[0]) return "Former member"
  const last = names.length > 1 ? ` ${[...names.at(-1)!][0]!.toUpperCase()}.` : ""
  return names[0] + last
}
