import sharp from "sharp"
import { form } from "./chat.ts"
import { anEstate } from "./estate.ts"
import { aForm } from "./forms.ts"
import type { TestShop } from "./shop.ts"
import { readVideoFile } from "./videoFiles.ts"

/** Fills a shop with a customer's estate, and with stored files of every kind. Returns the estate. */
export async function fillShop(shop: TestShop) {
  const estate = await anEstate(shop)
  const admin = await shop.anAdmin()
  const picture = () =>
    sharp({ create: { width: 700, height: 500, channels: 3, background: "#a03020" } })
      .jpeg()
      .toBuffer()
  const send = async (what: string, fields: Record<string, string | number>, file: Uint8Array) => {
    const answer = await shop.call(what, { as: admin, ...(await aForm(fields, { file })) })
    if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const image = await send("POST /api/images/upload", { doll_id: estate.ids.favoriteDoll }, await picture())
  await send(`PUT /api/images/${image.id}/dark`, {}, await picture())
  const slide = await send("POST /api/slideshow/upload", {}, await picture())
  await send(`PUT /api/slideshow/slideshows/${slide.id}/dark`, {}, await picture())
  const film = await readVideoFile()
  await send("POST /api/slideshow/upload", {}, film)
  const about = { title: "One turn", description: "It turns.", doll_id: estate.ids.favoriteDoll }
  const video = await send("POST /api/videos/upload", about, film)
  await send(`POST /api/videos/${video.id}/thumbnail`, {}, await picture())
  const icon = await sharp({ create: { width: 600, height: 600, channels: 3, background: "#a03020" } })
    .png()
    .toBuffer()
  const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')
  const colors = {
    canvas: "#ffffff",
    ink: "#000000",
    accent: "#000000",
    highlight: "#000000",
    corners: "soft",
    faces: "quicksand",
  }
  const brand = await aForm(colors, { logo, logo_dark: icon, icon })
  const published = await shop.call("PUT /api/admin/brand", { as: admin, ...brand })
  if (published.status !== 200) throw new Error(`The brand was not published: ${JSON.stringify(published.body)}`)
  // A file becomes evidence if its message was flagged before it was deleted.
  const { owner: as, moderator, ids } = estate
  const pdf = form({ name: "offer.pdf", bytes: "%PDF-1.4\n%%EOF" })
  const { body: message } = await shop.call(`POST /api/chat/messages/${ids.room}/upload`, { as, ...pdf })
  await shop.call(`PATCH /api/chat/messages/${message.id}/flag`, { as: moderator, body: { flagged: true } })
  const deleted = await shop.call(`DELETE /api/chat/messages/${message.id}`, { as })
  if (deleted.status !== 204) throw new Error(`The message was not deleted: ${deleted.status}`)
  return { ...estate, admin, image, video }
}
