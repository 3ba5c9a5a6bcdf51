import { afterAll, beforeAll, expect, test } from "vitest"
import { emailCopy } from "#contract/copy/apart.ts"
import type { CopyText } from "#contract/copy/calls.ts"
import { copyDefaults } from "#contract/copy/defaults.ts"
import { copyPageNames, copyPages, copyPieces, piecesOf } from "#contract/copy/pieces.ts"
import type { Language } from "#contract/languages.ts"
import { languageNames } from "#contract/languages.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { days, seconds } from "../../platform/clock.ts"
import { copyTexts } from "../../platform/db/copyTexts.ts"
import { email } from "../../platform/mail/letter.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { auditLog } from "../../platform/records/tables.ts"
import { services } from "../../start/services.ts"
import { publishDueCopy } from "./copy.ts"

let shop: TestShop
let owner: TestPerson
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.anAdmin("content_admin")
})
afterAll(() => shop.close())

const at = (page: string, language: string) => `/api/admin/copy/${page}/${language}`
const read = async (page: string, language = "en") => (await shop.call(`GET ${at(page, language)}`, { as: owner })).body
const edit = (page: string, language: string, body: object, headers: Record<string, string> = {}) =>
  shop.call(`PATCH ${at(page, language)}`, { as: owner, body, headers })
const pieceOf = async (key: string, page: string, language = "en"): Promise<CopyText> =>
  (await read(page, language)).texts.find((one: CopyText) => one.key === key)
const shown = (language: Language) => services(shop.app).copy(language)

test("every piece has a place, a default in each language that fits it, and one key", async () => {
  const keys = copyPageNames.flatMap((page) => Object.keys(piecesOf(page)))
  expect(new Set(keys).size).toBe(keys.length)
  for (const page of copyPageNames) {
    for (const language of languageNames) {
      const { texts } = await read(page, language)
      expect(texts.map(({ key }: CopyText) => key)).toEqual(Object.keys(copyPages[page].pieces))
      for (const { key, default: text } of texts) {
        expect(text.length, `${key} ${language}`).toBeLessThanOrEqual(copyPieces[key]!.max)
        const isSaid = language === "en" || /^email_/.test(key) || text !== copyDefaults[key]!
        expect([key, language, isSaid]).toEqual([key, language, true])
      }
    }
  }
  expect((await pieceOf("contact_description", "contact", "de")).default).toContain("{hours}")
})

test("visitors read a text once it is published, and the default again once it is taken back", async () => {
  const drafted = await edit("home", "en", { home_title: "Dolls of birch", publish: "later" })
  expect([drafted.status, await shown("en")]).toEqual([200, {}])
  expect(await pieceOf("home_title", "home")).toMatchObject({
    published: null,
    draft: "Dolls of birch",
    updated_by: owner.fullName,
  })
  const { body: work } = await shop.call("GET /api/admin/copy", { as: owner })
  expect(work).toEqual([{ page: "home", language: "en", drafts: 1, older: 0 }])
  await edit("home", "en", { home_title: "Dolls of birch", publish: "now" })
  expect(await shown("en")).toEqual({ home_title: "Dolls of birch" })
  expect(await shown("de")).toEqual({})
  const log = (await shop.app.store.db.select().from(auditLog)).filter(({ targetKind }) => targetKind === "copy")
  expect(log.map(({ action, actorId, before, after }) => ({ action, actorId, before, after }))).toEqual([
    {
      action: "copy.draft",
      actorId: owner.id,
      before: { language: "en", home_title: null },
      after: { language: "en", home_title: "Dolls of birch" },
    },
    {
      action: "copy.publish",
      actorId: owner.id,
      before: { language: "en", home_title: null },
      after: { language: "en", home_title: "Dolls of birch" },
    },
  ])
  for (const text of [copyDefaults.home_title!, ""]) {
    await edit("home", "en", { home_title: "Other", publish: "now" })
    await edit("home", "en", { home_title: text, publish: "now" })
    expect(await shown("en")).toEqual({})
  }
})

test("a change reaches the nodes' caches, and nothing is written for texts that stay the same", async () => {
  let dropped = 0
  const stop = shop.app.bus.subscribe("catalog", () => dropped++)
  await edit("models", "en", { models_lead: "Small figures of wood.", publish: "later" })
  expect(dropped).toBe(0)
  const { body } = await edit("models", "en", { models_lead: "Small figures of wood.", publish: "now" })
  await expect.poll(() => dropped).toBeGreaterThan(0)
  const again = await edit("models", "en", { models_lead: "Small figures of wood.", publish: "now" })
  expect(again.body.version).toBe(body.version)
  stop()
})

test("a draft is published at its moment, once, and not before", async () => {
  const past = await edit("upgrade", "en", { upgrade_title: "Join", publish: shop.clock.now().toISOString() })
  expect([past.status, past.body.errors]).toEqual([422, [{ path: "publish", message: modelAdminTexts.publishLater }]])
  const moment = new Date(shop.clock.now().getTime() + days(1)).toISOString()
  const planned = await edit("upgrade", "en", { upgrade_title: "Join", upgrade_notes: "", publish: moment })
  expect(planned.body.texts.filter((one: CopyText) => one.publish_at)).toMatchObject([
    { key: "upgrade_title", draft: "Join", publish_at: moment, published: null },
  ])
  await publishDueCopy(shop.app.store)
  expect((await shown("en")).upgrade_title).toBeUndefined()
  shop.clock.advance(days(1) + seconds(1))
  await publishDueCopy(shop.app.store)
  expect((await shown("en")).upgrade_title).toBe("Join")
  expect(await pieceOf("upgrade_title", "upgrade")).toMatchObject({ draft: null, publish_at: null, published: "Join" })
})

test("a translation is marked once its English was published after it", async () => {
  const isOlder = async () => (await pieceOf("footer_line", "footer", "de")).is_older
  expect(await isOlder()).toBe(false)
  await edit("footer", "en", { footer_line: "Wooden dolls.", publish: "now" })
  expect(await isOlder()).toBe(true)
  const { body: work } = await shop.call("GET /api/admin/copy", { as: owner })
  expect(work).toContainEqual({ page: "footer", language: "ja", drafts: 0, older: 1 })
  shop.clock.advance(seconds(1))
  await edit("footer", "de", { footer_line: "Puppen aus Holz.", publish: "now" })
  expect(await isOlder()).toBe(false)
  shop.clock.advance(seconds(1))
  await edit("footer", "en", { footer_line: "", publish: "now" })
  expect(await isOlder()).toBe(true)
  await edit("footer", "de", { footer_line: "", publish: "now" })
  expect(await isOlder()).toBe(false)
})

test("invisible characters are removed; control characters, long texts and minors are refused at their field", async () => {
  const { body } = await edit("contact", "en", { contact_lead: " Wri\u200bte \u202eto us ", publish: "later" })
  expect(body.texts.find((one: CopyText) => one.key === "contact_lead").draft).toBe("Write to us")
  for (const text of ["two\nlines", "bell\u0007", "x".repeat(241), "A little girl doll, 8 years old", "lone \ud800"]) {
    const refused = await edit("contact", "en", { contact_lead: text, publish: "now" })
    expect([refused.status, refused.body.errors?.[0].path], text).toEqual([422, "contact_lead"])
  }
  // Markup is text like any other.
  const { body: plain } = await edit("contact", "en", { contact_lead: "<b>Write</b>", publish: "later" })
  expect(plain.texts.find((one: CopyText) => one.key === "contact_lead").draft).toBe("<b>Write</b>")
  expect((await edit("home", "en", { home_title: "One\r\ntwo", publish: "later" })).body.texts[0].draft).toBe(
    "One\ntwo",
  )
  expect((await edit("nothing", "en", { publish: "now" })).status).toBe(422)
  expect((await edit("home", "fr", { publish: "now" })).status).toBe(422)
})

test("a piece of another page is left alone", async () => {
  await edit("gate", "en", { home_lead: "Elsewhere", publish: "now" })
  expect((await pieceOf("home_lead", "home")).published).toBeNull()
})

test("of two admins who change one page, the second one is told; other pages and languages stay free", async () => {
  const [one, other] = [await read("missing"), await read("missing", "es")]
  const seen = ({ version }: { version: number }) => ({ "if-match": `"v${version}"` })
  expect((await edit("missing", "en", { missing_title: "Gone", publish: "now" }, seen(one))).status).toBe(200)
  const late = await edit("missing", "en", { missing_text: "Away", publish: "now" }, seen(one))
  expect(late.status).toBe(412)
  expect((await edit("missing", "es", { missing_title: "Vacío", publish: "now" }, seen(other))).status).toBe(200)
})

test("emails have the owner's lines around them in the language of their reader, and no other shop's name", async () => {
  const hello = email<{ to: string }>("sample", () => ({
    subject: "Hello",
    text: "A text.",
    link: ["Open", "https://shop.example/"],
  }))
  const send = async (to: string, language: Language) => {
    await shop.app.store.transaction((tx) => enqueue(tx, hello({ to }), language))
    return (await shop.app.store.db.select().from(mailOutbox)).find(({ toAddress }) => toAddress === to)!
  }
  const before = await send("before@demo.example", "en")
  expect(before.bodyText).toMatch(/^A text\.[\s\S]*--\nVitrine$/)
  const words = { email_opening: "Good day,", email_closing: "See you soon.", email_signature: "{shop}\nKiel" }
  await edit("email", "en", { ...words, publish: "now" })
  await edit("email", "de", { email_opening: "Guten Tag,", publish: "now" })
  const [english, german] = [await send("en@demo.example", "en"), await send("de@demo.example", "de")]
  expect(english.bodyText).toMatch(/^Good day,\n\nA text\.[\s\S]*See you soon\.\n\n--\nVitrine\nKiel$/)
  for (const part of ["Good day,", "See you soon.", "Vitrine<br>Kiel"]) expect(english.bodyHtml).toContain(part)
  expect(german.bodyText).toMatch(/^Guten Tag,\n\n[\s\S]*--\nVitrine$/)
  const preview = await shop.call(`POST ${at("email", "en")}/preview`, {
    as: owner,
    body: { email_closing: "<i>Bye</i>" },
  })
  expect(preview.body.html).toContain("&#60;i&#62;Bye&#60;/i&#62;")
  expect(preview.body.html).toContain("Good day,")
  expect(Object.keys(await copyTexts(shop.app.store, "en"))).toEqual(expect.arrayContaining(Object.keys(emailCopy)))
})
