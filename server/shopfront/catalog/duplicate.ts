import { randomUUID } from "node:crypto"
import { asc, eq } from "drizzle-orm"
import { type Doll, NewDoll } from "#contract/catalog.ts"
import { maxNameLength } from "#contract/limits.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import { inParts } from "../../platform/db/batches.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import type { Storage } from "../../platform/media/storage.ts"
import * as catalog from "./catalog.ts"
import { dolls, dollTexts, images } from "./tables.ts"

type ImageRow = typeof images.$inferSelect
type Finish = (tx: Tx, status: number, answer: number) => Promise<number>

/**
 * Copies a model with its pictures, as a draft. The copy has no pieces and no reference, and needs approval if the
 * model does. Its pictures have files of their own, because the files of a deleted picture are removed.
 */
export async function duplicateDoll(
  store: Store,
  storage: Storage,
  actor: Actor,
  { id, finish }: { id: number; finish: Finish },
): Promise<number> {
  assertAdmin(actor, "content_admin")
  const { doll, needsApproval } = await catalog.openDoll(store, actor, id)
  const pictures = await store.db
    .select()
    .from(images)
    .where(eq(images.dollId, id))
    .orderBy(asc(images.position), asc(images.id))
  const keys: string[] = []
  const copyOf = async <F extends Files>(file: F): Promise<F> => {
    const key = file.key.startsWith("demo/") ? file.key : `dolls/${id}/${randomUUID()}`
    if (key !== file.key) keys.push(key)
    await copyFiles(storage, file, key)
    return { ...file, key }
  }
  try {
    const copies: Omit<ImageRow, "id">[] = []
    for (const { id: _, ...picture } of pictures) {
      copies.push({ ...(await copyOf(picture)), dark: picture.dark && (await copyOf(picture.dark)) })
    }
    return await store.transaction(async (tx) => {
      const copy = await catalog.createDoll(tx, actor, {
        ...fieldsOf(doll),
        name: copyName(doll.name),
        stock: doll.stock === null ? null : 0,
        draft: true,
        publish_at: null,
        reference: null,
      })
      if (needsApproval) await tx.db.update(dolls).set({ needsApproval }).where(eq(dolls.id, copy))
      for (const part of inParts(copies)) {
        await tx.db.insert(images).values(part.map((one) => ({ ...one, dollId: copy, createdAt: tx.now() })))
      }
      const texts = await tx.db.select().from(dollTexts).where(eq(dollTexts.dollId, id))
      if (texts.length > 0) await tx.db.insert(dollTexts).values(texts.map((one) => ({ ...one, dollId: copy })))
      return finish(tx, 201, copy)
    })
  } catch (error) {
    for (const key of keys) await storage.remove(key).catch(() => {})
    throw error
  }
}

const fieldsOf = (doll: Doll) =>
  Object.fromEntries(Object.keys(NewDoll.shape).map((name) => [name, doll[name as keyof NewDoll]])) as NewDoll

const suffix = " (Copy)"
const copyName = (name: string) =>
  `${name
    .slice(0, maxNameLength - suffix.length)
    .trim()
    .toWellFormed()}${suffix}`

type Files = Pick<ImageRow, "key" | "widths" | "formats">

async function copyFiles(storage: Storage, { key, widths, formats }: Files, to: string): Promise<void> {
  if (key === to) return
  for (const width of widths) {
    for (const format of formats) {
      const name = `${width}.${format}`
      await storage.put(`${to}/${name}`, await storage.read(`${key}/${name}`))
    }
  }
}
