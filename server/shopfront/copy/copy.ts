import { and, eq, inArray, isNotNull, lte, sql } from "drizzle-orm"
import type { CopyOfPage, CopyPlace, CopyWords, CopyWork, EditCopy } from "#contract/copy/calls.ts"
import { copyDefaults } from "#contract/copy/defaults.ts"
import { copyPageNames, copyPieces, piecesOf } from "#contract/copy/pieces.ts"
import { type Language, languageNames } from "#contract/languages.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import { namesOf } from "../../platform/auth/people.ts"
import { advisoryLocks } from "../../platform/db/advisoryLocks.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { assertVersion, type Precondition } from "../../platform/http/preconditions.ts"
import { said, speaking } from "../../platform/languages.ts"
import { assertAdultText } from "../../platform/moderation/adults.ts"
import { audit } from "../../platform/records/audit.ts"
import { invalid } from "../../platform/refusal.ts"
import { catalogChanged } from "../catalog/changes.ts"
import { copyTexts } from "./tables.ts"

type Row = typeof copyTexts.$inferSelect

export const defaultOf = (key: string, language: Language) => speaking(language, () => said(copyDefaults[key]!))

/** Returns the pages, in each language, that have drafts or translations older than their English. */
export async function listCopyWork(tx: Tx, actor: Actor): Promise<CopyWork[]> {
  assertAdmin(actor, "content_admin")
  const rows = await tx.db.select().from(copyTexts)
  return copyPageNames
    .flatMap((page) => languageNames.map((language) => ({ page, language })))
    .map((place) => {
      const texts = Object.keys(piecesOf(place.page)).map((key) => stateOf(rows, key, place.language))
      const drafts = texts.filter(({ row }) => row?.draft != null).length
      return { ...place, drafts, older: texts.filter(({ isOlder }) => isOlder).length }
    })
    .filter(({ drafts, older }) => drafts + older > 0)
}

export async function getCopy(tx: Tx, actor: Actor, { page, language }: CopyPlace): Promise<CopyOfPage> {
  assertAdmin(actor, "content_admin")
  const keys = Object.keys(piecesOf(page))
  const rows = await tx.db.select().from(copyTexts).where(inArray(copyTexts.piece, keys))
  const names = await namesOf(
    tx,
    rows.map(({ updatedBy }) => updatedBy),
  )
  return {
    version: versionOf(rows, language),
    texts: keys.map((key) => {
      const { row, isOlder } = stateOf(rows, key, language)
      return {
        key,
        default: defaultOf(key, language),
        published: row?.published ?? null,
        draft: row?.draft ?? null,
        publish_at: row?.publishAt?.toISOString() ?? null,
        is_older: isOlder,
        updated_at: row?.updatedAt.toISOString() ?? null,
        updated_by: (row?.updatedBy != null && names.get(row.updatedBy)) || null,
      }
    }),
  }
}

interface Edit {
  place: CopyPlace
  edit: EditCopy
  seen: Precondition
}

/** Keeps what differs from what visitors read as drafts, or publishes it. */
export async function editCopy(tx: Tx, actor: Actor, { place, edit, seen }: Edit): Promise<CopyOfPage> {
  assertAdmin(actor, "content_admin")
  const { publish = "later", ...words } = edit
  const { page, language } = place
  const given = ownWords(words, place)
  assertAdultText(given)
  const now = tx.now()
  const publishAt = publish === "later" || publish === "now" ? null : new Date(publish)
  if (publishAt && publishAt <= now) throw invalid("publish", modelAdminTexts.publishLater)
  await tx.db.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.copy})`)
  const keys = Object.keys(piecesOf(page))
  const rows = await tx.db
    .select()
    .from(copyTexts)
    .where(and(inArray(copyTexts.piece, keys), eq(copyTexts.language, language)))
  const changes = Object.entries(given).flatMap(([piece, typed]) => {
    const row = rows.find((one) => one.piece === piece)
    const [shown, standard] = [row?.published ?? null, defaultOf(piece, language)]
    const text = typed === standard ? null : typed
    const isNew = text !== shown
    const next =
      publish === "now"
        ? { published: text, draft: null, publishAt: null }
        : { published: shown, draft: isNew ? typed : null, publishAt: isNew ? publishAt : null }
    const isSame =
      next.published === shown &&
      next.draft === (row?.draft ?? null) &&
      next.publishAt?.getTime() === row?.publishAt?.getTime()
    return isSame ? [] : [{ piece, row, next }]
  })
  if (changes.length === 0) return getCopy(tx, actor, place)
  assertVersion(seen, { version: versionOf(rows, language) })
  for (const { piece, row, next } of changes) {
    const publishedAt = publish === "now" ? now : (row?.publishedAt ?? null)
    const values = { ...next, publishedAt, updatedBy: actor.id, updatedAt: now }
    await tx.db
      .insert(copyTexts)
      .values({ piece, language, ...values })
      .onConflictDoUpdate({
        target: [copyTexts.piece, copyTexts.language],
        set: { ...values, version: sql`${copyTexts.version} + 1` },
      })
  }
  const member = publish === "now" ? "published" : "draft"
  await audit(tx, actor, {
    action: publish === "now" ? "copy.publish" : publishAt ? "copy.schedule" : "copy.draft",
    target: { kind: "copy", id: null },
    before: { language, ...Object.fromEntries(changes.map(({ piece, row }) => [piece, row?.[member] ?? null])) },
    after: {
      language,
      ...Object.fromEntries(changes.map(({ piece, next }) => [piece, next[member]])),
      ...(publishAt && { publish_at: publishAt }),
    },
  })
  if (publish === "now") catalogChanged(tx)
  return getCopy(tx, actor, place)
}

/** Publishes the drafts that are due; nodes drop their caches. */
export async function publishDueCopy(store: Store): Promise<void> {
  const isDue = and(isNotNull(copyTexts.publishAt), lte(copyTexts.publishAt, store.now()))
  const [due] = await store.db.select({ piece: copyTexts.piece }).from(copyTexts).where(isDue).limit(1)
  if (!due) return
  await store.transaction(async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.copy})`)
    const rows = await tx.db.select().from(copyTexts).where(isDue)
    for (const { piece, language, draft, published } of rows) {
      const text = copyPieces[piece] && draft === defaultOf(piece, language) ? null : draft
      await tx.db
        .update(copyTexts)
        .set({
          published: text,
          publishedAt: tx.now(),
          draft: null,
          publishAt: null,
          version: sql`${copyTexts.version} + 1`,
        })
        .where(and(eq(copyTexts.piece, piece), eq(copyTexts.language, language)))
      const target = { kind: "copy", id: null }
      const [before, after] = [published, text].map((one) => ({ language, [piece]: one }))
      await audit(tx, null, { action: "copy.publish", target, before, after })
    }
    if (rows.length > 0) catalogChanged(tx)
  })
}

/** Returns the published texts of a language with these words, and the drafts of their page, in their place. */
export async function draftedCopy(tx: Tx, actor: Actor, { place, words }: { place: CopyPlace; words: CopyWords }) {
  assertAdmin(actor, "content_admin")
  const rows = await tx.db.select().from(copyTexts).where(eq(copyTexts.language, place.language))
  const shown = rows.flatMap(({ piece, published }) => (published === null ? [] : [[piece, published] as const]))
  const drafts = rows.flatMap(({ piece, draft }) =>
    draft === null || !(piece in piecesOf(place.page)) ? [] : [[piece, draft] as const],
  )
  return { ...Object.fromEntries([...shown, ...drafts]), ...ownWords(words, place) }
}

/** Returns the words for pieces of this page. Empty ones are the default. */
function ownWords(words: CopyWords, { page, language }: CopyPlace): Record<string, string> {
  const own = Object.keys(piecesOf(page)).filter((key) => words[key] !== undefined)
  return Object.fromEntries(own.map((key) => [key, words[key] || defaultOf(key, language)]))
}

function stateOf(rows: Row[], key: string, language: Language) {
  const of = (wanted: Language) => rows.find((row) => row.piece === key && row.language === wanted)
  const [row, english] = [of(language), of("en")]
  const at = (one: Row | undefined) => one?.publishedAt?.getTime() ?? 0
  const isChanged = (english?.published ?? null) !== null || (row?.published ?? null) !== null
  return { row, isOlder: language !== "en" && isChanged && at(english) > at(row) }
}

const versionOf = (rows: Row[], language: Language) =>
  rows.filter((row) => row.language === language).reduce((sum, { version }) => sum + version, 0)
