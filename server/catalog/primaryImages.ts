import { LRUCache } from "lru-cache"
import { quickStatement } from "../db/statement.ts"
import type { Database, Tx } from "../db/store.ts"
import { onCatalogChange } from "./changes.ts"
import { type ImageRow, primaryImageOf } from "./rows.ts"

interface Kept {
  generation: number
  images: LRUCache<number, { image: ImageRow | null }>
}

const kept = new WeakMap<Database, Kept>()
let generation = 0
onCatalogChange(() => {
  generation++
})

/** The picture a model is known by. Read once and kept until the catalogue changes, at most 30 seconds: carts ask all the time. */
export async function primaryImage(tx: Tx, dollId: number): Promise<ImageRow | null> {
  const { images } = keptFor(tx.db)
  const found = images.get(dollId)
  if (found) return found.image
  const [row] = await quickStatement<{ image: ImageRow | null }>(tx, "primary_image", text, [dollId])
  const image = row?.image ?? null
  // Into the store of the moment it was asked: what changed meanwhile has made that one useless already.
  images.set(dollId, { image })
  return image
}

const text = `select ${primaryImageOf("$1::int")} as image`

function keptFor(db: Database): Kept {
  const now = kept.get(db)
  if (now?.generation === generation) return now
  const made = { generation, images: new LRUCache<number, { image: ImageRow | null }>({ max: 5000, ttl: 30_000 }) }
  kept.set(db, made)
  return made
}
