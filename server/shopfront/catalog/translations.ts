import { and, eq, inArray } from "drizzle-orm"
import type { Doll, DollTerm, DollText, EditDollText } from "#contract/catalog.ts"
import { type Language, type TranslatedLanguage, translatedLanguages } from "#contract/languages.ts"
import { type Actor, assertAdmin, type Person } from "../../platform/auth/actor.ts"
import type { Tx } from "../../platform/db/store.ts"
import { assertAdultText } from "../../platform/moderation/adults.ts"
import { audit } from "../../platform/records/audit.ts"
import { differing } from "../../platform/records/changes.ts"
import * as catalog from "./catalog.ts"
import { catalogChanged } from "./changes.ts"
import { dollTerms, dollTexts } from "./tables.ts"

export async function listTexts(tx: Tx, actor: Actor, dollId: number): Promise<DollText[]> {
  assertAdmin(actor, "content_admin")
  return readTexts(tx, (await catalog.openDoll(tx, actor, dollId)).doll)
}

async function readTexts(tx: Tx, doll: Doll): Promise<DollText[]> {
  const names = termsOf(doll)
  const texts = await tx.db.select().from(dollTexts).where(eq(dollTexts.dollId, doll.id))
  const terms = await tx.db.select().from(dollTerms).where(inArray(dollTerms.term, names))
  return translatedLanguages.map((language) => {
    const translated = texts.find((one) => one.language === language)
    const known = terms.filter((one) => one.language === language)
    const translationOf = (term: string) => known.find((one) => one.term === term)?.translation ?? ""
    return {
      language,
      ...(translated ? textsOf(translated) : noTexts),
      terms: names.map((term) => ({ term, translation: translationOf(term) })),
    }
  })
}

interface Edited {
  dollId: number
  language: TranslatedLanguage
  fields: EditDollText
}

/** Saves the texts of a model in a language. Pages show English where a text is empty. */
export async function saveText(tx: Tx, actor: Actor, { dollId, language, fields }: Edited): Promise<DollText[]> {
  assertAdmin(actor, "content_admin")
  const { terms, ...texts } = fields
  assertAdultText({
    ...texts,
    ...Object.fromEntries(terms.map(({ translation }, at) => [`terms.${at}.translation`, translation])),
  })
  const row = await catalog.lockToChange(tx, dollId)
  const { doll } = await catalog.openDoll(tx, actor, dollId)
  const before = (await readTexts(tx, doll)).find((one) => one.language === language)!
  const after = texts.description === "" ? noTexts : texts
  if (texts.description === "") {
    await tx.db.delete(dollTexts).where(and(eq(dollTexts.dollId, dollId), eq(dollTexts.language, language)))
  } else {
    const { description, long_description: longDescription } = texts
    const set = { description, longDescription, updatedAt: tx.now() }
    await tx.db
      .insert(dollTexts)
      .values({ dollId, language, ...set })
      .onConflictDoUpdate({ target: [dollTexts.dollId, dollTexts.language], set })
    await catalog.requireApproval(tx, actor, row)
  }
  const changed = terms.filter(({ term, translation }) =>
    before.terms.some((one) => one.term === term && one.translation !== translation),
  )
  await saveTerms(tx, actor, language, changed)
  catalogChanged(tx)
  const change = differing(before, after)
  const changedTerms = changed.length > 0 && {
    terms: changed.map(({ term, translation }) => `${term}: ${translation}`).join("; "),
  }
  await audit(tx, actor, {
    action: "doll.edit",
    target: { kind: "doll", id: dollId },
    before: { language, ...change.before },
    after: { language, ...change.after, ...changedTerms },
  })
  return readTexts(tx, doll)
}

async function saveTerms(tx: Tx, actor: Person, language: TranslatedLanguage, terms: DollTerm[]): Promise<void> {
  for (const { term, translation } of terms) {
    const set = { translation, updatedAt: tx.now() }
    if (translation === "") {
      await tx.db.delete(dollTerms).where(and(eq(dollTerms.term, term), eq(dollTerms.language, language)))
    } else {
      await tx.db
        .insert(dollTerms)
        .values({ term, language, ...set })
        .onConflictDoUpdate({ target: [dollTerms.term, dollTerms.language], set })
    }
  }
  const shown = terms.filter(({ translation }) => translation !== "").map(({ term }) => term)
  if (shown.length > 0) await catalog.requireApprovalOfTerms(tx, actor, shown)
}

type Translated = Pick<Doll, "id" | "description" | "long_description" | "doll_material" | "specifications">

/** Returns the same models, with their texts in that language where they have them. */
export async function inLanguage<T extends Translated>(
  tx: Pick<Tx, "db">,
  language: Language,
  dolls: T[],
): Promise<T[]> {
  if (language === "en" || dolls.length === 0) return dolls
  const ids = dolls.map(({ id }) => id)
  const rows = await tx.db
    .select()
    .from(dollTexts)
    .where(and(eq(dollTexts.language, language), inArray(dollTexts.dollId, ids)))
  const texts = new Map(rows.map((row) => [row.dollId, textsOf(row)]))
  const translate = await termsTo(tx, language, dolls.flatMap(termsOf))
  return dolls.map((doll) => ({
    ...doll,
    ...texts.get(doll.id),
    doll_material: doll.doll_material && translate(doll.doll_material),
    specifications: doll.specifications.map(({ name, value }) => ({
      name,
      label: translate(name),
      value: translate(value),
    })),
  }))
}

export type Facets = Record<keyof catalog.Facets, { value: string; label: string }[]>

/** Returns the facets with their translations. */
export async function facetsIn(tx: Tx, language: Language): Promise<Facets> {
  const { forms, materials } = await catalog.listFacets(tx)
  const translate = await termsTo(tx, language, [...forms, ...materials])
  const labelled = (values: string[]) => values.map((value) => ({ value, label: translate(value) }))
  return { forms: labelled(forms), materials: labelled(materials) }
}

/** Translates each of these materials and specifications; those without a translation stay in English. */
async function termsTo(tx: Pick<Tx, "db">, language: Language, terms: string[]) {
  const rows =
    language === "en" || terms.length === 0
      ? []
      : await tx.db
          .select()
          .from(dollTerms)
          .where(and(eq(dollTerms.language, language), inArray(dollTerms.term, [...new Set(terms)])))
  const known = new Map(rows.map(({ term, translation }) => [term, translation]))
  return (term: string) => known.get(term) ?? term
}

/** The texts that `doll_terms` translates, in the order of the page. */
const termsOf = ({ doll_material: material, specifications }: Pick<Doll, "doll_material" | "specifications">) => [
  ...new Set([...(material ? [material] : []), ...specifications.flatMap(({ name, value }) => [name, value])]),
]

type Row = typeof dollTexts.$inferSelect
const noTexts = { description: "", long_description: "" }
const textsOf = ({ description, longDescription }: Row) => ({ description, long_description: longDescription })
