import type { Doll, Image } from "#contract/catalog.ts"
import { preview } from "../ui/format.ts"

/** What a card shows of a model; a whole `Doll` will do as well. */
export type CardModel = Pick<
  Doll,
  | "id"
  | "name"
  | "price"
  | "description"
  | "doll_category"
  | "doll_material"
  | "doll_height"
  | "release_date"
  | "rating"
  | "review_count"
> & { images: CardImage[] }

type CardImage = Pick<Image, "is_primary" | "caption" | "width" | "height" | "color" | "variants">

/** Only that, and no longer than it is shown: every page carries its data twice, as markup and for React. */
export function cardOf(doll: CardModel): CardModel {
  return {
    id: doll.id,
    name: doll.name,
    price: doll.price,
    description: preview(doll.description, 100),
    doll_category: doll.doll_category,
    doll_material: doll.doll_material,
    doll_height: doll.doll_height,
    release_date: doll.release_date,
    rating: doll.rating,
    review_count: doll.review_count,
    images: shownFirst(doll.images).slice(0, 2).map(imageOf),
  }
}

function imageOf({ is_primary, caption, width, height, color, variants }: CardImage): CardImage {
  const { base, widths, formats } = variants
  return { is_primary, caption, width, height, color, variants: { base, widths: same(widths), formats: same(formats) } }
}

/** Equal lists become one list, which is then written once into a page instead of at every picture. */
function same<T>(list: T[]): T[] {
  const key = list.join()
  const known = lists.get(key)
  if (known) return known as T[]
  if (lists.size < 1000) lists.set(key, list)
  return list
}
const lists = new Map<string, unknown[]>()

/** The primary picture, then the others in their order. */
export function shownFirst<T extends { is_primary: boolean }>(images: T[]): T[] {
  return [...images.filter((image) => image.is_primary), ...images.filter((image) => !image.is_primary)]
}

/** "Glazed porcelain, 168 cm, 2025" */
export function factsOf({ doll_material, doll_height, release_date }: CardModel): string {
  return [doll_material, doll_height && `${doll_height} cm`, release_date?.slice(0, 4)].filter(Boolean).join(", ")
}

/** What a picture shows, for whoever cannot see it. */
export function altOf(
  { name, doll_material }: Pick<Doll, "name" | "doll_material">,
  image?: { caption: string | null },
): string {
  return image?.caption || [name, doll_material].filter(Boolean).join(", ")
}
