import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { inLanguage } from "./translations.ts"

let shop: TestShop
let content: TestPerson
beforeAll(async () => {
  shop = await openShop()
  content = await shop.anAdmin("content_admin")
})
afterAll(() => shop.close())

const aModel = async () => {
  const body = {
    name: "Thea",
    description: "Grey porcelain.",
    long_description: "Fired twice.",
    price: 300,
    doll_height: 160,
  }
  return (await shop.call("POST /api/dolls/create", { as: content, body })).body
}
const translate = (id: number, language: string, body: object) =>
  shop.call(`PUT /api/dolls/${id}/texts/${language}`, { as: content, body })
const inGerman = async (doll: { id: number; description: string; long_description: string }) =>
  (await inLanguage(shop.app.store, "de", [doll]))[0]!

test("a model's texts are shown in a language once they are translated, and in English again without", async () => {
  const doll = await aModel()
  expect((await inGerman(doll)).description).toBe("Grey porcelain.")
  const texts = { description: "Graues Porzellan.", long_description: "Zweimal gebrannt." }
  expect((await translate(doll.id, "de", texts)).body).toEqual([{ language: "de", ...texts }])
  expect(await inGerman(doll)).toMatchObject(texts)
  expect((await inLanguage(shop.app.store, "ja", [doll]))[0]!.description).toBe("Grey porcelain.")
  expect((await shop.call(`GET /api/dolls/${doll.id}`)).body.description).toBe("Grey porcelain.")
  await translate(doll.id, "de", { description: "Aus grauem Porzellan." })
  expect((await shop.call(`GET /api/dolls/${doll.id}/texts`, { as: content })).body).toEqual([
    { language: "de", description: "Aus grauem Porzellan.", long_description: "" },
  ])
  expect((await translate(doll.id, "de", { description: "" })).body).toEqual([])
  expect((await inGerman(doll)).description).toBe("Grey porcelain.")
  const boss = await shop.anAdmin()
  const log = await shop.call("GET /api/admin/audit-log?action=doll.edit", { as: boss })
  expect(log.body[0]).toMatchObject({ target_id: doll.id, after: { language: "de", description: "" } })
})

test("a translation goes into a copy, and is refused for a language the shop does not have", async () => {
  const doll = await aModel()
  await translate(doll.id, "es", { description: "Porcelana gris." })
  const copy = await shop.call(`POST /api/dolls/${doll.id}/duplicate`, { as: content })
  const { body } = await shop.call(`GET /api/dolls/${copy.body.id}/texts`, { as: content })
  expect(body).toMatchObject([{ language: "es", description: "Porcelana gris." }])
  for (const language of ["en", "fr"]) {
    expect((await translate(doll.id, language, { description: "Gris." })).status, language).toBe(422)
  }
})

test("a translation that points at anyone under 18 is refused", async () => {
  const doll = await aModel()
  const answer = await translate(doll.id, "de", { description: "She is only 15." })
  expect(answer.status).toBe(422)
  expect((await shop.call(`GET /api/dolls/${doll.id}/texts`, { as: content })).body).toEqual([])
})
