import { LRUCache } from "lru-cache"
import { pipelinedQuery } from "../../platform/db/statement.ts"
import type { Database, Tx } from "../../platform/db/store.ts"
import { type ImageRow, primaryImageOf } from "./rows.ts"

type Images = LRUCache<number, { image: ImageRow | null }>

const kept = new WeakMap<Database, Images>()

/** Returns a model's primary image, cached until the catalogue changes, at most 30 seconds: carts read it often. */
export async function primaryImage(tx: Tx, dollId: number): Promise<ImageRow | null> {
  const images = keptFor(tx.db)
  const found = images.get(dollId)
  if (found) return found.image
  const [row] = await pipelinedQuery<{ image: ImageRow | null }>(tx, "primary_image", text, [dollId])
  const image = row?.image ?? null
  // The cache is the one from before the query: a change of the catalogue meanwhile has dropped it.
  images.set(dollId, { image })
  return image
}

/** Call when the catalogue has changed. */
export function forgetPrimaryImages(db: Database): void {
  kept.delete(db)
}

const text = `select ${primaryImageOf("$1::int")} as image`

function keptFor(db: Database): Images {
  const found = kept.get(db)
  if (found) return found
  const made: Images = new LRUCache({ max: 5000, ttl: 30_000 })
  kept.set(db, made)
  return made
}
