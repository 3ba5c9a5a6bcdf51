import { isNotNull, or } from "drizzle-orm"
import { chatMessages } from "../../conversation/chat/tables.ts"
import type { Database } from "../../platform/db/store.ts"
import type { Picture } from "../../platform/media/pictures.ts"
import { flaggedItems } from "../../platform/moderation/tables.ts"
import { brandFiles } from "../../platform/shop-settings/brandPictures.ts"
import { shopSettings } from "../../platform/shop-settings/tables.ts"
import { sitePagePictures } from "../../platform/site-pages/tables.ts"
import { returnPhotos } from "../../sales/orders/tables.ts"
import { images } from "../../shopfront/catalog/tables.ts"
import { slideshowItems } from "../../shopfront/slideshow/tables.ts"
import { videos } from "../../shopfront/videos/tables.ts"

type Renderings = Pick<Picture, "widths" | "formats"> & { key: string | null }

/** Returns the names of all stored files that rows refer to. Add files of a new kind here: a test fails otherwise. */
export async function storedNames(db: Database): Promise<Set<string>> {
  const names = new Set<string>()
  const add = (name: string | null) => {
    // The demo's own pictures ship with the shop.
    if (name !== null && !name.startsWith("demo/")) names.add(name)
  }
  const addPicture = ({ key, widths, formats }: Renderings) => {
    if (key !== null) for (const width of widths) for (const format of formats) add(`${key}/${width}.${format}`)
  }
  const { key, widths, formats, dark } = images
  for (const image of await db.select({ key, widths, formats, dark }).from(images)) {
    addPicture(image)
    if (image.dark) addPicture(image.dark)
  }
  for (const picture of await db.select().from(sitePagePictures)) addPicture(picture)
  for (const slide of await db.select().from(slideshowItems)) {
    addPicture(slide)
    add(slide.videoFile)
    if (slide.dark) addPicture(slide.dark)
  }
  const { file, posterKey, posterWidths, posterFormats } = videos
  const withFiles = await db
    .select({ file, key: posterKey, widths: posterWidths, formats: posterFormats })
    .from(videos)
    .where(or(isNotNull(file), isNotNull(posterKey)))
  for (const video of withFiles) {
    add(video.file)
    addPicture(video)
  }
  const { fileKey } = chatMessages
  for (const message of await db.select({ fileKey }).from(chatMessages).where(isNotNull(fileKey))) add(message.fileKey)
  const { fileKey: photo } = returnPhotos
  for (const { key } of await db.select({ key: photo }).from(returnPhotos)) add(key)
  const { heldFile } = flaggedItems
  for (const item of await db.select({ heldFile }).from(flaggedItems).where(isNotNull(heldFile)))
    add(item.heldFile?.key ?? null)
  for (const { brand } of await db.select({ brand: shopSettings.brand }).from(shopSettings)) {
    if (brand) for (const name of brandFiles(brand)) add(name)
  }
  return names
}
