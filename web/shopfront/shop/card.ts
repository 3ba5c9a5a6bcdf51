import type { Doll, Image, ImageFiles, ThemedImage } from "#contract/catalog.ts"
import { t } from "#contract/t.ts"
import { stockTexts } from "#contract/texts.ts"
import { sentences } from "../../platform/ui/format.ts"

/** The fields that a card shows. They are few, because a page contains its data twice: as markup and for hydration. */
export interface CardModel {
  id: number
  name: string
  price: number
  text: string
  facts: string
  isLimited: boolean
  /** Why it cannot ship at once; null if it can. */
  stock: string | null
  rating: number
  reviews: number
  alt: string
  front: ThemedImage | null
  /** Shown on hover. */
  back: ThemedImage | null
}

export function cardOf(doll: Doll): CardModel {
  const [front, back] = shownFirst(doll.images)
  return {
    id: doll.id,
    name: doll.name,
    price: doll.price,
    text: sentences(doll.description, 100),
    facts: factsOf(doll),
    isLimited: doll.doll_category === "limited_edition",
    stock: !doll.in_stock ? stockTexts.soldOut : doll.stock === null ? stockTexts.madeToOrder : null,
    rating: doll.rating,
    reviews: doll.review_count,
    alt: altOf(doll, front),
    front: front ? imageOf(front) : null,
    back: back ? imageOf(back) : null,
  }
}

function imageOf({ dark, ...image }: Image): ThemedImage {
  return { ...filesOf(image), dark: dark && filesOf(dark) }
}

function filesOf({ width, height, color, variants: { base, widths, formats } }: ImageFiles): ImageFiles {
  return { width, height, color, variants: { base, widths: same(widths), formats: same(formats) } }
}

/** Reuses equal lists, so that the page's data contains each list once. */
function same<T>(list: T[]): T[] {
  const key = list.join()
  const known = lists.get(key)
  if (known) return known as T[]
  if (lists.size < 1000) lists.set(key, list)
  return list
}
const lists = new Map<string, unknown[]>()

export function shownFirst<T extends { is_primary: boolean }>(images: T[]): T[] {
  return [...images.filter((image) => image.is_primary), ...images.filter((image) => !image.is_primary)]
}

/** Formats as "Glazed porcelain, 168 cm, 2025". */
function factsOf({ doll_material, doll_height, release_date }: Doll): string {
  return [doll_material, doll_height && `${doll_height} cm`, release_date?.slice(0, 4)].filter(Boolean).join(", ")
}

/** The alternative text of a picture, distinct from that of the model's other pictures. */
export function altAmong(doll: Pick<Doll, "name" | "doll_material" | "images">, index: number): string {
  const image = doll.images[index]!
  const alt = altOf(doll, image)
  const isShared = doll.images.some((other) => other !== image && altOf(doll, other) === alt)
  return isShared ? t`${alt}, image ${index + 1} of ${doll.images.length}` : alt
}

export function altOf(
  { name, doll_material }: Pick<Doll, "name" | "doll_material">,
  image?: { alt: string | null; caption: string | null },
): string {
  return image?.alt || image?.caption || [name, doll_material].filter(Boolean).join(", ")
}
