import { afterAll, beforeAll, expect, test } from "vitest"
import type { Doll } from "#contract/catalog.ts"
import { translatedLanguages } from "#contract/languages.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { facetsIn, inLanguage } from "./translations.ts"

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
const inGerman = async (doll: Doll) => (await inLanguage(shop.app.store, "de", [doll]))[0]!

test("a model's texts are shown in a language once they are translated, and in English again without", async () => {
  const doll = await aModel()
  expect((await inGerman(doll)).description).toBe("Grey porcelain.")
  const texts = { description: "Graues Porzellan.", long_description: "Zweimal gebrannt." }
  const inDe = (body: { language: string }[]) => body.find(({ language }) => language === "de")
  expect(inDe((await translate(doll.id, "de", texts)).body)).toEqual({ language: "de", ...texts, terms: [] })
  expect(await inGerman(doll)).toMatchObject(texts)
  expect((await inLanguage(shop.app.store, "ja", [doll]))[0]!.description).toBe("Grey porcelain.")
  expect((await shop.call(`GET /api/dolls/${doll.id}`)).body.description).toBe("Grey porcelain.")
  await translate(doll.id, "de", { description: "Aus grauem Porzellan." })
  const listed = await shop.call(`GET /api/dolls/${doll.id}/texts`, { as: content })
  expect(inDe(listed.body)).toMatchObject({ description: "Aus grauem Porzellan.", long_description: "" })
  expect(inDe((await translate(doll.id, "de", { description: "" })).body)).toMatchObject({ description: "" })
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
  expect(body.find((one: { language: string }) => one.language === "es")).toMatchObject({
    description: "Porcelana gris.",
  })
  for (const language of ["en", "xx"]) {
    expect((await translate(doll.id, language, { description: "Gris." })).status, language).toBe(422)
  }
})

test("a translation that points at anyone under 18 is refused", async () => {
  const doll = await aModel()
  const answer = await translate(doll.id, "de", { description: "She is only 15." })
  expect(answer.status).toBe(422)
  const { body } = await shop.call(`GET /api/dolls/${doll.id}/texts`, { as: content })
  expect(body.map(({ description }: { description: string }) => description)).toEqual(translatedLanguages.map(() => ""))
})

test("a material and a specification are translated once for all models, and in the filters", async () => {
  const specified = async (name: string) => {
    const body = {
      name,
      description: "Grey porcelain.",
      price: 300,
      doll_height: 160,
      doll_material: "Soft clay",
      specifications: [{ name: "Type", value: "Bowl" }],
    }
    return (await shop.call("POST /api/dolls/create", { as: content, body })).body
  }
  const [one, other] = [await specified("Una"), await specified("Ada")]
  const terms = [
    { term: "Soft clay", translation: "Weicher Ton" },
    { term: "Type", translation: "Form" },
    { term: "Bowl", translation: "Schale" },
  ]
  const saved = await translate(one.id, "de", { description: "", terms })
  expect(saved.body.find((there: { language: string }) => there.language === "de")).toEqual({
    language: "de",
    description: "",
    long_description: "",
    terms,
  })
  expect(await inGerman(other)).toMatchObject({
    description: "Grey porcelain.",
    doll_material: "Weicher Ton",
    specifications: [{ name: "Type", label: "Form", value: "Schale" }],
  })
  const { forms, materials } = await facetsIn(shop.app.store, "de")
  expect(forms).toContainEqual({ value: "Bowl", label: "Schale" })
  expect(materials).toContainEqual({ value: "Soft clay", label: "Weicher Ton" })
  expect((await facetsIn(shop.app.store, "ja")).forms).toContainEqual({ value: "Bowl", label: "Bowl" })

  const foreign = { term: "Grey porcelain.", translation: "Grau" }
  await translate(other.id, "de", { description: "", terms: [{ term: "Bowl", translation: "" }, foreign] })
  expect((await inGerman(one)).specifications).toEqual([{ name: "Type", label: "Form", value: "Bowl" }])
  expect((await inGerman(one)).description).toBe("Grey porcelain.")
  const young = await translate(one.id, "de", {
    description: "",
    terms: [{ term: "Bowl", translation: "15 years old" }],
  })
  expect([young.status, young.body.code]).toEqual([422, "ADULTS_ONLY"])
})

test("a low model is reviewed again when a material is translated that it shares", async () => {
  const body = { name: "Low", description: "Clay.", price: 300, doll_height: 90, doll_material: "Wet clay" }
  const low = (await shop.call("POST /api/dolls/create", { as: content, body })).body
  const second = await shop.anAdmin("content_admin")
  const state = async () => (await shop.call(`GET /api/dolls/${low.id}`, { as: content })).body.needs_approval
  const approve = async () => {
    const { headers } = await shop.call(`GET /api/dolls/${low.id}`, { as: second })
    await shop.call(`POST /api/dolls/${low.id}/approve`, { as: second, headers: { "if-match": String(headers.etag) } })
  }
  await approve()
  expect(await state()).toBe(false)
  const tall = (
    await shop.call("POST /api/dolls/create", { as: content, body: { ...body, name: "Tall", doll_height: 160 } })
  ).body
  await translate(tall.id, "de", { description: "", terms: [{ term: "Wet clay", translation: "Nasser Ton" }] })
  expect(await state()).toBe(true)
})
