import { and, asc, eq, inArray } from "drizzle-orm"
import type { Doll, DollText, EditDollText } from "#contract/catalog.ts"
import type { Language, TranslatedLanguage } from "#contract/languages.ts"
import { type Actor, assertAdmin } from "../auth/actor.ts"
import type { Tx } from "../db/store.ts"
import { assertAdultText } from "../moderation/adults.ts"
import { audit } from "../records/audit.ts"
import { differing } from "../records/changes.ts"
import * as catalog from "./catalog.ts"
import { catalogChanged } from "./changes.ts"
import { dollTexts } from "./tables.ts"

export async function listTexts(tx: Tx, actor: Actor, dollId: number): Promise<DollText[]> {
  assertAdmin(actor, "content_admin")
  await catalog.openDoll(tx, actor, dollId)
  return readTexts(tx, dollId)
}

async function readTexts(tx: Tx, dollId: number): Promise<DollText[]> {
  const rows = await tx.db.select().from(dollTexts).where(eq(dollTexts.dollId, dollId)).orderBy(asc(dollTexts.language))
  return rows.map(present)
}

interface Edited {
  dollId: number
  language: TranslatedLanguage
  fields: EditDollText
}

/** Without a description the translation is removed, and the page shows English again. */
export async function saveText(tx: Tx, actor: Actor, { dollId, language, fields }: Edited): Promise<DollText[]> {
  assertAdmin(actor, "content_admin")
  assertAdultText({ description: fields.description, long_description: fields.long_description })
  const doll = await catalog.lockToChange(tx, dollId)
  const here = and(eq(dollTexts.dollId, dollId), eq(dollTexts.language, language))
  const [before] = await tx.db.select().from(dollTexts).where(here)
  if (fields.description === "") await tx.db.delete(dollTexts).where(here)
  else {
    const texts = { description: fields.description, longDescription: fields.long_description, updatedAt: tx.now() }
    await tx.db
      .insert(dollTexts)
      .values({ dollId, language, ...texts })
      .onConflictDoUpdate({ target: [dollTexts.dollId, dollTexts.language], set: texts })
    await catalog.requireApproval(tx, actor, doll)
  }
  catalogChanged(tx)
  const empty = { description: "", long_description: "" }
  const change = differing(before ? textsOf(before) : empty, fields.description ? fields : empty)
  await audit(tx, actor, {
    action: "doll.edit",
    target: { kind: "doll", id: dollId },
    before: { language, ...change.before },
    after: { language, ...change.after },
  })
  return readTexts(tx, dollId)
}

/** The same models, with their texts in that language where they have them. */
export async function inLanguage<T extends Pick<Doll, "id" | "description" | "long_description">>(
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
  return dolls.map((doll) => ({ ...doll, ...texts.get(doll.id) }))
}

type Row = typeof dollTexts.$inferSelect
const textsOf = ({ description, longDescription }: Row) => ({ description, long_description: longDescription })
const present = (row: Row): DollText => ({ language: row.language, ...textsOf(row) })
