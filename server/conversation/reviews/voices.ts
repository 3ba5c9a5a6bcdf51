import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm"
import { voiceTexts } from "#contract/panelText.ts"
import { type VerifiedReview, type VerifiedReviewsQuery, type Voice, voicesOnHome } from "#contract/reviews.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertAdmin, type Person } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { advisoryLocks } from "../../platform/db/advisoryLocks.ts"
import { searchPattern } from "../../platform/db/search.ts"
import type { Tx } from "../../platform/db/store.ts"
import { audit } from "../../platform/records/audit.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { catalogChanged } from "../../shopfront/catalog/changes.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { columns, present } from "./reviews.ts"
import { reviews } from "./tables.ts"

const isPicked = and(isNotNull(reviews.pickedAt), eq(reviews.verifiedPurchase, true))

/** Returns what the home page shows, in the order in which it was chosen. */
export async function listVoices(tx: Tx): Promise<Voice[]> {
  const rows = await tx.db
    .select(columns)
    .from(reviews)
    .leftJoin(users, eq(users.id, reviews.userId))
    .where(isPicked)
    .orderBy(asc(reviews.pickedAt), asc(reviews.id))
    .limit(voicesOnHome)
  return rows.map(present).map(({ id, author, rating, comment }) => ({ id, author, rating, comment }))
}

/** Lists reviews of verified purchases: those on the home page first, then the newest. */
export async function listVerified(tx: Tx, actor: Actor, { q, skip, limit }: VerifiedReviewsQuery) {
  assertAdmin(actor, "content_admin")
  const where = and(
    eq(reviews.verifiedPurchase, true),
    q ? sql`lower(${reviews.comment} || E'\\n' || ${dolls.name}) ~ ${searchPattern(q)}` : undefined,
  )
  const found = tx.db
    .select({ ...columns, dollName: dolls.name, pickedAt: reviews.pickedAt })
    .from(reviews)
    .innerJoin(dolls, eq(dolls.id, reviews.dollId))
    .leftJoin(users, eq(users.id, reviews.userId))
    .where(where)
  const rows = await found
    .orderBy(sql`${reviews.pickedAt} asc nulls last`, desc(reviews.createdAt), desc(reviews.id))
    .limit(limit)
    .offset(skip)
  const [all] = await tx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(reviews)
    .innerJoin(dolls, eq(dolls.id, reviews.dollId))
    .where(where)
  const items = rows.map(
    ({ dollName, pickedAt, ...row }): VerifiedReview => ({
      ...present(row),
      doll_name: dollName,
      is_on_home: pickedAt !== null,
    }),
  )
  return { items, total: all!.count }
}

export async function pickVoice(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "content_admin")
  await tx.db.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.copy})`)
  const review = await found(tx, id)
  if (!review.verifiedPurchase) throw new Refusal("INVALID", voiceTexts.notVerified)
  if (review.pickedAt) return
  if ((await tx.db.$count(reviews, isPicked)) >= voicesOnHome) throw new Refusal("INVALID", voiceTexts.full)
  await change(tx, actor, id, true)
}

export async function dropVoice(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "content_admin")
  const review = await found(tx, id)
  if (review.pickedAt) await change(tx, actor, id, false)
}

async function found(tx: Tx, id: number) {
  const [review] = await tx.db.select().from(reviews).where(eq(reviews.id, id)).for("update")
  if (!review) throw notFound(t`Review not found`)
  return review
}

async function change(tx: Tx, actor: Person, id: number, isPicking: boolean): Promise<void> {
  await tx.db
    .update(reviews)
    .set({ pickedAt: isPicking ? tx.now() : null })
    .where(eq(reviews.id, id))
  catalogChanged(tx)
  await audit(tx, actor, { action: isPicking ? "voice.pick" : "voice.drop", target: { kind: "review", id } })
}
