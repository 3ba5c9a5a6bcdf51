import { isDeepStrictEqual } from "node:util"
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm"
import type { AnyPgColumn } from "drizzle-orm/pg-core"
import { type Language, languageNames } from "#contract/languages.ts"
import {
  type EditNewsletter,
  everybody,
  type ListedNewsletter,
  type Newsletter,
  type NewsletterFigures,
  type NewsletterTexts,
  newsletterAdminTexts,
  type PreviewNewsletter,
  type RenderedNewsletter,
  type Segment,
} from "#contract/newsletters.ts"
import { newsletterDeliveries as deliveries, newsletters } from "../../people/newsletter/tables.ts"
import { type Actor, assertAdmin, assertSteppedUp, type Person } from "../../platform/auth/actor.ts"
import { namesOf, ownRow } from "../../platform/auth/people.ts"
import { after, days } from "../../platform/clock.ts"
import { shopOf } from "../../platform/db/shopSetting.ts"
import type { Tx } from "../../platform/db/store.ts"
import { assertVersion, type Precondition } from "../../platform/http/preconditions.ts"
import { canEmail, enqueue } from "../../platform/mail/outbox.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { assertAdultText } from "../../platform/moderation/adults.ts"
import { audit } from "../../platform/records/audit.ts"
import { differing } from "../../platform/records/changes.ts"
import { invalid, notFound, Refusal } from "../../platform/refusal.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { countAudience } from "./audience.ts"
import { asTest, letterOf, renderText } from "./letters.ts"

type Row = typeof newsletters.$inferSelect

interface Change {
  id: number
  seen: Precondition
}

/** How many tests an address can get in an hour. */
const testsPerHour = 20

export async function listNewsletters(
  tx: Tx,
  actor: Actor,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: ListedNewsletter[]; total: number }> {
  assertAdmin(actor, "content_admin")
  const rows = await tx.db.select().from(newsletters).orderBy(desc(newsletters.id)).limit(limit).offset(skip)
  return { items: await presentAll(tx, rows), total: await tx.db.$count(newsletters) }
}

export async function getNewsletter(tx: Tx, actor: Actor, id: number): Promise<Newsletter> {
  assertAdmin(actor, "content_admin")
  const [row] = await tx.db.select().from(newsletters).where(eq(newsletters.id, id))
  if (!row) throw notFound(newsletterAdminTexts.missing)
  return present(tx, row)
}

export async function addNewsletter(tx: Tx, actor: Actor): Promise<Newsletter> {
  assertAdmin(actor, "content_admin")
  const now = tx.now()
  const [row] = await tx.db
    .insert(newsletters)
    .values({ segment: everybody, updatedBy: actor.id, createdAt: now, updatedAt: now })
    .returning()
  await note(tx, actor, row!, "newsletter.create")
  return present(tx, row!)
}

export async function editNewsletter(
  tx: Tx,
  actor: Actor,
  { id, seen, fields }: Change & { fields: EditNewsletter },
): Promise<Newsletter> {
  assertAdmin(actor, "content_admin")
  const row = await lockDraft(tx, id)
  const texts = Object.fromEntries(
    Object.entries(fields.texts).filter(([, one]) => one !== undefined),
  ) as NewsletterTexts
  assertAdults(texts)
  // The database keeps the members of an object in an order of its own.
  const given = <T>(now: T, next: T) => (isDeepStrictEqual(now, next) ? now : next)
  const change = differing(row, {
    texts: given(row.texts, texts),
    segment: given(row.segment, fields.segment),
    isDiscreet: fields.is_discreet,
  })
  if (Object.keys(change.after).length === 0) return present(tx, row)
  assertVersion(seen, row)
  const edited = await update(tx, actor, row, change.after)
  await note(tx, actor, row, "newsletter.edit", change)
  return present(tx, edited)
}

/** A newsletter that was begun is kept with its figures. */
export async function deleteNewsletter(tx: Tx, actor: Actor, { id, seen }: Change): Promise<void> {
  assertAdmin(actor, "content_admin")
  const row = await lockDraft(tx, id)
  assertVersion(seen, row)
  await tx.db.delete(newsletters).where(eq(newsletters.id, id))
  await note(tx, actor, row, "newsletter.delete", { before: { texts: row.texts } })
}

/** Schedules the draft; one without a time begins with the next run of the job. */
export async function scheduleNewsletter(
  tx: Tx,
  actor: Actor,
  { id, seen, at }: Change & { at: string | null },
): Promise<Newsletter> {
  assertAdmin(actor, "content_admin")
  assertSteppedUp(actor, tx.now())
  const row = await lockDraft(tx, id)
  assertVersion(seen, row)
  if (!row.texts.en) throw invalid("texts.en.content", newsletterAdminTexts.noEnglish)
  if ((await shopOf(tx)).seller === null) throw new Refusal("CONFLICT", newsletterAdminTexts.noSeller)
  const now = tx.now()
  const sendAt = at === null ? now : new Date(at)
  if (sendAt < now || sendAt > after(now, days(366))) throw invalid("at", newsletterAdminTexts.past)
  const count = await countAudience(tx, row.segment)
  if (count === 0) throw new Refusal("CONFLICT", newsletterAdminTexts.nobody)
  const edited = await update(tx, actor, row, { state: "scheduled", sendAt })
  await note(tx, actor, row, "newsletter.send", { after: { sendAt, segment: row.segment, recipients: count } })
  return present(tx, edited)
}

/** Makes what is scheduled a draft again. Of what is being sent, only what a node has in its hands still leaves. */
export async function stopNewsletter(tx: Tx, actor: Actor, { id, seen }: Change): Promise<Newsletter> {
  assertAdmin(actor, "content_admin")
  const row = await lock(tx, id)
  assertVersion(seen, row)
  if (row.state !== "scheduled" && row.state !== "sending") {
    throw new Refusal("WRONG_STATE", newsletterAdminTexts.notOnItsWay)
  }
  await note(tx, actor, row, "newsletter.stop", { before: { state: row.state } })
  if (row.state === "scheduled") return present(tx, await update(tx, actor, row, { state: "draft", sendAt: null }))
  const own = tx.db.select({ id: deliveries.emailId }).from(deliveries).where(eq(deliveries.newsletterId, id))
  await tx.db
    .delete(mailOutbox)
    .where(and(inArray(mailOutbox.id, own), isNull(mailOutbox.sentAt), eq(mailOutbox.attempts, 0)))
  await tx.db
    .update(deliveries)
    .set({ skippedAt: tx.now() })
    .where(
      and(
        eq(deliveries.newsletterId, id),
        isNull(deliveries.emailId),
        isNull(deliveries.sentAt),
        isNull(deliveries.failedAt),
        isNull(deliveries.skippedAt),
      ),
    )
  return present(tx, await update(tx, actor, row, { state: "stopped" }))
}

/** Sends the newsletter to the admin, as its readers in a language will see it. Its link to unsubscribe has no effect. */
export async function testNewsletter(
  tx: Tx,
  actor: Actor,
  { id, language, origin }: { id: number; language: Language; origin: string },
): Promise<void> {
  assertAdmin(actor, "content_admin")
  const [row] = await tx.db.select().from(newsletters).where(eq(newsletters.id, id))
  if (!row) throw notFound(newsletterAdminTexts.missing)
  if (!row.texts.en) throw invalid("texts.en.content", newsletterAdminTexts.noEnglish)
  const { email: to } = await ownRow(tx, actor)
  if (!(await canEmail(tx, to, "newsletter", testsPerHour))) {
    throw new Refusal("RATE_LIMITED", newsletterAdminTexts.testsUsed)
  }
  const text = await renderText(tx, row.texts, { language, origin })
  const { isDiscreet } = row
  await enqueue(tx, asTest(letterOf(text, { to, origin, code: "only-a-test-only-a-test", isDiscreet, delivery: null })))
  await note(tx, actor, row, "newsletter.test", { after: { language } })
}

/** Renders a text as an email. */
export async function previewNewsletter(
  tx: Tx,
  actor: Actor,
  { language, title, content, is_discreet: isDiscreet }: PreviewNewsletter,
  origin: string,
): Promise<RenderedNewsletter> {
  assertAdmin(actor, "content_admin")
  const text = await renderText(
    tx,
    { en: { title: "", content: "" }, [language]: { title, content } },
    { language, origin },
  )
  const letter = letterOf(text, { to: "", origin, code: "", isDiscreet, delivery: null })
  const { subject, html } = letter.render!(language, await shopOf(tx))
  return { subject, html }
}

export async function audienceOf(tx: Tx, actor: Actor, segment: Segment): Promise<{ count: number }> {
  assertAdmin(actor, "content_admin")
  return { count: await countAudience(tx, segment) }
}

async function lock(tx: Tx, id: number): Promise<Row> {
  const [row] = await tx.db.select().from(newsletters).where(eq(newsletters.id, id)).for("update")
  if (!row) throw notFound(newsletterAdminTexts.missing)
  return row
}

async function lockDraft(tx: Tx, id: number): Promise<Row> {
  const row = await lock(tx, id)
  if (row.state !== "draft") throw new Refusal("WRONG_STATE", newsletterAdminTexts.notDraft)
  return row
}

async function update(tx: Tx, actor: Person, row: Row, fields: Partial<Row>): Promise<Row> {
  const [edited] = await tx.db
    .update(newsletters)
    .set({ ...fields, version: row.version + 1, updatedBy: actor.id, updatedAt: tx.now() })
    .where(eq(newsletters.id, row.id))
    .returning()
  return edited!
}

function assertAdults(texts: NewsletterTexts): void {
  const fields = Object.entries(texts).flatMap(([language, text]) =>
    Object.entries(text).map(([name, value]) => [`texts.${language}.${name}`, value]),
  )
  assertAdultText(Object.fromEntries(fields))
}

const counted = (column: AnyPgColumn) => sql<number>`count(${column})::int`

async function figuresOf(tx: Tx, ids: number[]): Promise<Map<number, NewsletterFigures>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.db
    .select({
      id: deliveries.newsletterId,
      recipients: sql<number>`count(*)::int`,
      sent: counted(deliveries.sentAt),
      failed: counted(deliveries.failedAt),
      skipped: counted(deliveries.skippedAt),
      bounced: counted(deliveries.bouncedAt),
      complained: counted(deliveries.complainedAt),
      unsubscribed: counted(deliveries.unsubscribedAt),
    })
    .from(deliveries)
    .where(inArray(deliveries.newsletterId, ids))
    .groupBy(deliveries.newsletterId)
  return new Map(rows.map(({ id, ...figures }) => [id, figures]))
}

const noFigures: NewsletterFigures = {
  recipients: 0,
  sent: 0,
  failed: 0,
  skipped: 0,
  bounced: 0,
  complained: 0,
  unsubscribed: 0,
}

async function presentAll(tx: Tx, rows: Row[]): Promise<ListedNewsletter[]> {
  const figures = await figuresOf(
    tx,
    rows.map((row) => row.id),
  )
  const names = await namesOf(
    tx,
    rows.map((row) => row.updatedBy),
  )
  return rows.map((row) => ({
    id: row.id,
    title: row.texts.en?.title ?? Object.values(row.texts)[0]?.title ?? "",
    state: row.state,
    languages: languageNames.filter((name) => row.texts[name]),
    send_at: row.sendAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    figures: figures.get(row.id) ?? noFigures,
    updated_at: row.updatedAt.toISOString(),
    updated_by: (row.updatedBy !== null && names.get(row.updatedBy)) || null,
  }))
}

async function present(tx: Tx, row: Row): Promise<Newsletter> {
  const [listed] = await presentAll(tx, [row])
  const { models } = row.segment
  const known =
    models.length > 0
      ? await tx.db.select({ id: dolls.id, name: dolls.name }).from(dolls).where(inArray(dolls.id, models))
      : []
  return {
    ...listed!,
    is_discreet: row.isDiscreet,
    texts: row.texts as Newsletter["texts"],
    segment: row.segment,
    models: known,
    version: row.version,
  }
}

function note(
  tx: Tx,
  actor: Person,
  { id }: Row,
  action: string,
  change: { before?: object; after?: object } = {},
): Promise<void> {
  return audit(tx, actor, { action, target: { kind: "newsletter", id }, ...change })
}
