import { statSync } from "node:fs"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { and, eq, isNotNull, isNull, like, sql } from "drizzle-orm"
import * as z from "zod"
import { type TranslatedLanguage, translatedLanguages } from "#contract/languages.ts"
import { voicesOnHome } from "#contract/reviews.ts"
import { reviews } from "../../conversation/reviews/tables.ts"
import { hashPassword } from "../../platform/auth/passwords.ts"
import { users } from "../../platform/auth/tables.ts"
import { uuidv7 } from "../../platform/auth/uuid.ts"
import { after, days, minutes } from "../../platform/clock.ts"
import { advisoryLocks } from "../../platform/db/advisoryLocks.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { republishActivity } from "../../platform/records/activity.ts"
import { shopSettings } from "../../platform/shop-settings/tables.ts"
import { recordUnrecordedRefunds } from "../../sales/orders/refundLedger.ts"
import { columnsOf } from "../../shopfront/catalog/catalog.ts"
import { dolls, dollTerms, dollTexts, images } from "../../shopfront/catalog/tables.ts"
import { favorites } from "../../shopfront/favorites/tables.ts"
import { slideshowItems } from "../../shopfront/slideshow/tables.ts"
import { videoLikes, videos, videoViews } from "../../shopfront/videos/tables.ts"
import { demoAccounts, demoPassword } from "./accounts.ts"
import { seedAuditLog } from "./auditLog.ts"
import { demoModels } from "./catalogue.ts"
import { seedContactMessages } from "./contactMessages.ts"
import { Duration, readContent, Text } from "./content.ts"
import { seedConversations } from "./conversations.ts"
import { seedDiscounts } from "./discounts.ts"
import { seedHistory } from "./history.ts"
import { folderOf, imageKey, type Manifest, type ManifestImage, nightKey, readManifest, views } from "./manifest.ts"
import { seedNotes } from "./notes.ts"
import { seedOrders } from "./orders.ts"
import { seedSubscriptions } from "./payments.ts"
import { Slug, slugOf } from "./piece.ts"
import { demoReviewers, demoReviews, ownReviews } from "./reviews.ts"
import { demoSlides } from "./slides.ts"
import { seedLedger, seedStockRequests } from "./stock.ts"
import { demoPosterKey, demoVideoKey, demoVideos } from "./videos.ts"

type NewUser = typeof users.$inferInsert
type Person = Pick<NewUser, "email" | "fullName"> & Partial<NewUser>

/** What a demo shop is to hold; nodes that start together take turns. */
export async function openDemoShop(store: Store): Promise<void> {
  await store.longRunning(async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.demo})`)
    if (await fillDemoShop(tx)) return
    await addDemoVideos(tx)
    await refreshPictures(tx)
  })
}

/**
 * Fills an empty database with the demo shop; a database that holds anybody or anything is left as it is. Returns whether it was filled.
 */
export async function fillDemoShop(tx: Tx): Promise<boolean> {
  if (!(await isEmpty(tx))) return false
  const passwordHash = await hashPassword(demoPassword)
  await tx.db.update(shopSettings).set({ timeZone: "America/Los_Angeles" })
  const people = await seedPeople(tx, passwordHash)
  const pieces = await seedModels(tx, people.get("moderator@demo.example")!)
  await seedLedger(tx, pieces, people.get("content@demo.example")!)
  await seedStockRequests(tx, people, pieces)
  await seedReviews(tx, people, pieces)
  await seedSlides(tx)
  await seedVideos(tx, people, pieces)
  await seedDiscounts(tx)
  await seedOrders(tx, people.get("mara@demo.example")!, pieces)
  await seedSubscriptions(tx, people)
  await seedHistory(tx, people, pieces)
  await recordUnrecordedRefunds(tx, { inPast: true })
  await seedContactMessages(tx, people)
  await seedConversations(tx, people, pieces)
  await seedNotes(tx, people)
  await republishActivity(tx)
  await seedAuditLog(tx, people)
  await seedLastSeen(tx)
  return true
}

/** Nobody has a session yet: everybody was last seen when they did what the demo has them do last. */
async function seedLastSeen({ db }: Tx): Promise<void> {
  await db.execute(sql`update users set last_seen_at = greatest(users.created_at,
    (select max(created_at) from orders where user_id = users.id),
    (select max(created_at) from payments where user_id = users.id),
    (select max(created_at) from reviews where user_id = users.id),
    (select max(created_at) from chat_messages where sender_id = users.id),
    (select max(created_at) from audit_log where actor_id = users.id))`)
}

/** Tells a demo shop of an earlier version which files its pictures have now: they may have been drawn again since. */
export async function refreshPictures(tx: Tx): Promise<void> {
  const rendered = pictures(readManifest())
  for (const table of [images, slideshowItems]) {
    const rows = await tx.db
      .select({ id: table.id, key: table.key, widths: table.widths })
      .from(table)
      .where(like(table.key, "demo/%"))
    for (const { id, key, widths } of rows) {
      const picture = rendered.get(key!)
      if (!picture || isDeepStrictEqual(picture.widths, widths)) continue
      const dark = darkFileOf(rendered.get(nightKey(key!)))
      await tx.db
        .update(table)
        .set({ ...fileOf(picture), ...(dark && { dark }) })
        .where(eq(table.id, id))
    }
  }
}

/**
 * Adds the demo videos to a demo shop that was filled before videos existed; one whose videos an admin has deleted does not get them back.
 * Returns whether any were added.
 */
export async function addDemoVideos(tx: Tx): Promise<boolean> {
  const found = await tx.db.execute(sql`select is_called from videos_id_seq`)
  const [sequence] = (found as unknown as { rows: { is_called: boolean }[] }).rows
  if (sequence!.is_called) return false
  const accounts = await tx.db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.isDemo, true), isNull(users.deletedAt)))
  if (accounts.length === 0) return false
  const pieces = await tx.db
    .select()
    .from(dolls)
    .where(and(isNotNull(dolls.slug), isNull(dolls.deletedAt)))
  const people = new Map(accounts.map(({ id, email }) => [email, id]))
  return seedVideos(tx, people, new Map(pieces.map((row) => [row.slug!, row])))
}

async function isEmpty({ db }: Tx): Promise<boolean> {
  const [user] = await db.select({ id: users.id }).from(users).limit(1)
  const [doll] = await db.select({ id: dolls.id }).from(dolls).limit(1)
  return !user && !doll
}

async function seedPeople(tx: Tx, passwordHash: string): Promise<Map<string, number>> {
  const now = tx.now()
  const reviewers: Person[] = demoReviewers.map(({ key, name, region }) => ({
    email: `${key}@demo.example`,
    fullName: name,
    region,
  }))
  const rows = [...demoAccounts.map(({ what: _, ...person }) => person), ...reviewers].map((person, index) => {
    const createdAt = after(now, -days(190 - index))
    return {
      uuid: uuidv7(),
      region: "eu",
      passwordHash,
      isDemo: true,
      emailVerifiedAt: after(createdAt, minutes(5)),
      createdAt,
      updatedAt: now,
      ...person,
    }
  })
  const made = await tx.db.insert(users).values(rows).returning({ id: users.id, email: users.email })
  return new Map(made.map(({ id, email }) => [email, id]))
}

const Draft = z.strictObject({
  name: Text,
  cents: z.int().positive(),
  material: Text,
  text: Text,
  /** For a model that appears by itself. */
  publishedIn: Duration.optional(),
})
const drafts = readContent("content/drafts.json", z.array(Draft))

/** Models that are not published. */
function unpublished(now: Date): (typeof dolls.$inferInsert)[] {
  // Below the models of the collection, which journeys and pictures of the panel begin with.
  const createdAt = after(now, -days(2000))
  const common = { isAvailable: false, draftAvailable: true, heightCm: 165, createdAt, updatedAt: now }
  return drafts.map(({ name, cents, material, text, publishedIn }) => ({
    ...common,
    slug: slugOf({ name }),
    name,
    description: text,
    priceCents: cents,
    material,
    publishAt: publishedIn === undefined ? null : after(now, publishedIn),
  }))
}

/** The pieces by slug; the moderator answers for every second one. */
async function seedModels(tx: Tx, moderatorId: number): Promise<Map<string, typeof dolls.$inferSelect>> {
  const now = tx.now()
  const rows = demoModels.map((piece, index) => {
    const createdAt = new Date(Math.min(Date.parse(piece.release_date), now.getTime()) + index * 1000)
    return {
      ...columnsOf(piece),
      slug: piece.slug,
      name: piece.name,
      description: piece.description,
      priceCents: piece.price_cents,
      moderatorId: index % 2 === 0 ? moderatorId : null,
      createdAt,
      updatedAt: createdAt,
    }
  })
  const made = await tx.db
    .insert(dolls)
    .values([...rows, ...unpublished(now)])
    .returning()
  const bySlug = new Map(made.map((row) => [row.slug!, row]))
  await tx.db.insert(dollTexts).values(translatedLanguages.flatMap((language) => translations(language, bySlug, now)))
  const terms = Object.entries(readTerms()).flatMap(([term, there]) =>
    translatedLanguages.map((language) => ({ term, language, translation: there[language], updatedAt: now })),
  )
  await tx.db.insert(dollTerms).values(terms)
  const rendered = pictures(readManifest())
  const imageRows = demoModels.flatMap(({ slug }) =>
    views
      .map((view) => rendered.get(imageKey(slug, view)))
      .filter((picture) => picture !== undefined)
      .map((picture, position) => ({
        ...fileOf(picture),
        dark: darkFileOf(rendered.get(nightKey(picture.key))),
        dollId: bySlug.get(slug)!.id,
        isPrimary: position === 0,
        position,
        createdAt: now,
      })),
  )
  if (imageRows.length > 0) await tx.db.insert(images).values(imageRows)
  return bySlug
}

const Texts = z.record(z.enum([...Slug.options, ...drafts.map(slugOf)]), z.tuple([Text, Text.optional()]))

/** The description of each model in a language, and what is said below it. */
export const readTexts = (language: TranslatedLanguage) => readContent(`texts/${language}.json`, Texts)

/** The materials and specifications of the models. */
export const readTerms = () =>
  readContent("texts/terms.json", z.record(Text, z.record(z.enum(translatedLanguages), Text)))

const translations = (language: TranslatedLanguage, pieces: Map<string, { id: number }>, updatedAt: Date) =>
  Object.entries(readTexts(language)).map(([slug, [description, longDescription = ""]]) => ({
    dollId: pieces.get(slug)!.id,
    language,
    description,
    longDescription,
    updatedAt,
  }))

async function seedReviews(tx: Tx, people: Map<string, number>, pieces: Map<string, { id: number }>): Promise<void> {
  const rows = demoReviews.map(({ model, reviewer, rating, comment, created }) => {
    const createdAt = new Date(`${created}T12:00:00.000Z`)
    return {
      dollId: pieces.get(model)!.id,
      userId: people.get(`${reviewer}@demo.example`)!,
      rating,
      comment,
      verifiedPurchase: true,
      createdAt,
      updatedAt: createdAt,
    }
  })
  const own = ownReviews.map(({ model, rating, comment, ago }) => {
    const createdAt = after(tx.now(), -ago)
    const [dollId, userId] = [pieces.get(model)!.id, people.get("mara@demo.example")!]
    return { dollId, userId, rating, comment, verifiedPurchase: true, createdAt, updatedAt: createdAt }
  })
  await tx.db.insert(reviews).values([...rows, ...own])
  // The home page shows short ones, of three models.
  await tx.db.execute(sql`
    update reviews set picked_at = created_at where id in (
      select min(id) from reviews where rating >= 4 and length(comment) between 60 and 140
      group by doll_id order by min(id) limit ${voicesOnHome})`)
  await tx.db.execute(sql`
    update dolls set review_count = said.count, rating_sum = said.sum, rating = said.sum::float8 / said.count,
      verified_count = said.count, verified_sum = said.sum
    from (select doll_id, count(*)::int as count, sum(rating)::int as sum from reviews group by doll_id) as said
    where dolls.id = said.doll_id`)
  const liked = Object.entries(likes).flatMap(([name, slugs]) =>
    slugs.map((slug) => ({
      userId: people.get(`${name}@demo.example`)!,
      dollId: pieces.get(slug)!.id,
      createdAt: tx.now(),
    })),
  )
  await tx.db.insert(favorites).values(liked)
}

const likes: Record<string, string[]> = {
  mara: ["isolde", "delphine", "xanthe"],
  standard: ["adelaide", "imogen"],
  vip: ["theodora", "portia", "isolde"],
  vvip: ["xanthe", "henrietta", "theodora", "delphine"],
}

async function seedSlides(tx: Tx): Promise<void> {
  const manifest = readManifest()
  const rendered = pictures(manifest)
  const videosByKey = new Map(manifest.films.map((video) => [video.key, video]))
  const rows = demoSlides.flatMap((slide, position) => {
    const still = rendered.get(slide.image)
    const video = slide.film ? videosByKey.get(slide.film) : undefined
    if (!still || (slide.film && !video)) return []
    return {
      ...fileOf(still),
      dark: video ? null : darkFileOf(rendered.get(nightKey(still.key))),
      caption: slide.caption,
      isVideo: video !== undefined,
      videoFile: video ? `${video.key}/film.${video.formats[0]}` : null,
      position,
      createdAt: tx.now(),
      updatedAt: tx.now(),
    }
  })
  if (rows.length > 0) await tx.db.insert(slideshowItems).values(rows)
}

/** Videos, the newest published four days ago. */
async function seedVideos(tx: Tx, people: Map<string, number>, pieces: Map<string, { id: number }>): Promise<boolean> {
  const manifest = readManifest()
  const rendered = pictures(manifest)
  const videosByKey = new Map(manifest.films.map((video) => [video.key, video]))
  const rows = demoVideos.flatMap(({ slug, model, motion, title, description, tags, featured }, index) => {
    const video = videosByKey.get(demoVideoKey(slug))
    const poster = rendered.get(demoPosterKey(slug))
    const piece = pieces.get(model)
    if (!video || !poster || !piece) return []
    const createdAt = after(tx.now(), -days(4 + 17 * (demoVideos.length - 1 - index)))
    const file = `${video.key}/film.${video.formats[0]}`
    return {
      dollId: piece.id,
      title,
      description,
      category: motion,
      tags,
      isFeatured: featured,
      releaseDate: createdAt.toISOString().slice(0, 10),
      file,
      type: "video/mp4" as const,
      size: statSync(join(folderOf(video.key), `film.${video.formats[0]}`)).size,
      duration: video.duration,
      width: video.width,
      height: video.height,
      captions: silence(video.duration),
      posterKey: poster.key,
      posterWidth: poster.width,
      posterHeight: poster.height,
      posterColor: poster.color,
      posterWidths: poster.widths,
      posterFormats: poster.formats,
      createdAt,
      updatedAt: createdAt,
    }
  })
  if (rows.length === 0) return false
  const made = await tx.db.insert(videos).values(rows).returning({ id: videos.id, createdAt: videos.createdAt })
  const viewers = ["vip", "vvip"].map((name) => people.get(`${name}@demo.example`)).filter((id) => id !== undefined)
  const seen = made.flatMap(({ id: videoId, createdAt }, index) =>
    viewers.slice(0, 1 + (index % 2)).map((userId) => ({ videoId, userId, viewedAt: after(createdAt, days(1)) })),
  )
  if (seen.length === 0) return true
  await tx.db.insert(videoViews).values(seen.map((row) => ({ ...row, day: row.viewedAt.toISOString().slice(0, 10) })))
  const liked = seen.filter(({ videoId }) => videoId % 3 !== 0)
  await tx.db
    .insert(videoLikes)
    .values(liked.map(({ videoId, userId, viewedAt }) => ({ videoId, userId, createdAt: viewedAt })))
  await tx.db.execute(sql`update videos set
    views = (select count(*) from video_views v where v.video_id = videos.id),
    likes = (select count(*) from video_likes l where l.video_id = videos.id)`)
  return true
}

function silence(seconds: number): string {
  return `WEBVTT\n\n00:00.000 --> 00:0${seconds}.000\nA silent film`
}

function pictures({ images: list }: Manifest): Map<string, ManifestImage> {
  return new Map(list.map((picture) => [picture.key, picture]))
}

const darkFileOf = (picture: ManifestImage | undefined) => (picture ? fileOf(picture) : null)

function fileOf({ key, width, height, color, widths, formats }: ManifestImage) {
  return { key, width, height, color, widths, formats }
}
