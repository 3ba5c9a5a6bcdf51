import Papa from "papaparse"
import { expect, test } from "vitest"
import { anEstate, oneOfEach } from "#test/estate.ts"
import { filledIn, operationsOf, type Schema, sampleOf } from "#test/operations.ts"
import { openShop } from "#test/shop.ts"
import { mailOutbox } from "../platform/mail/tables.ts"

/** A script, an attribute that ends, a formula of a spreadsheet and a header, in as few characters as they need. */
const payload = `=1"'><script>x()</script><img src=x onerror=x()>`

/**
 * Text of every input is shown as text: in JSON that no browser treats as a page, in emails, and in the cells of
 * downloads. Pages are in e2e/stored-script.spec.ts.
 */
test("a script in any text input is text in every answer, email and download", async () => {
  const shop = await openShop({ RATE_LIMIT_SCALE: "100000" })
  const estate = await anEstate(shop)
  const people = await oneOfEach(shop)
  const operations = operationsOf(shop)
  const written = new Set<string>()
  for (const operation of operations) {
    const { body, isForm, call, method } = operation
    if (!body || isForm || method === "DELETE") continue
    const ids = { doll_id: estate.ids.favoriteDoll, chat_room_id: estate.ids.room, maintenance: false }
    const email = `a${written.size}${call.length}@demo.example`
    const order = { total: undefined, discount_code: undefined }
    const sample = sampleOf(body, { ...ids, ...order, email, kind: "doll", id: estate.ids.favoriteDoll })
    const id = call.includes("/reviews") ? estate.ids.review : call.includes("/cart") ? estate.ids.line : 1
    for (const as of [estate.owner, estate.moderator, people.s]) {
      // One text at a time: one that refuses the payload does not keep the others from being written.
      for (const field of textsOf(body)) {
        const spoilt = { ...(sample as object), [field.name]: payload.slice(0, field.max) }
        const { status } = await shop.call(filledIn(operation, { id }), { as, body: spoilt })
        if (status < 300) written.add(`${call} ${field.name}`)
      }
    }
  }
  expect(written.size).toBeGreaterThan(25)

  const failures: string[] = []
  let shown = 0
  for (const operation of operations.filter(({ method }) => method === "GET")) {
    for (const as of [undefined, estate.owner, estate.moderator, people.s]) {
      const url = filledIn(operation, { id: estate.ids.favoriteDoll, dollId: estate.ids.favoriteDoll, name: "x" })
      const { headers, raw } = await shop.call(url, { as })
      if (raw.includes("<script>")) shown++
      if (!/^application\/(problem\+)?json/.test(String(headers["content-type"] ?? "application/json")))
        failures.push(`${url} is ${headers["content-type"]}`)
      if (headers["x-content-type-options"] !== "nosniff") failures.push(`${url} may be sniffed`)
      const csv = await shop.call(url, { as, headers: { accept: "text/csv" } })
      if (!String(csv.headers["content-type"]).startsWith("text/csv")) continue
      if (!String(csv.headers["content-disposition"]).startsWith("attachment; ")) failures.push(`${url} is no download`)
      for (const cell of Papa.parse<string[]>(csv.raw.toString("utf8").replace("\ufeff", "")).data.flat())
        if (/^[=@\t\r]|^[+-](?![\d .]+$)/.test(cell)) failures.push(`${url}: cell ${cell}`)
    }
  }
  expect(shown).toBeGreaterThan(10)

  const sent = await shop.app.store.db.select().from(mailOutbox)
  expect(sent.some(({ bodyText }) => bodyText.includes("<script>"))).toBe(true)
  for (const { kind, subject, bodyHtml } of sent) {
    if (/<script|<img|<[^>]*onerror/i.test(bodyHtml)) failures.push(`email ${kind}`)
    if (/[\r\n]/.test(subject)) failures.push(`subject of ${kind}`)
  }
  expect(failures).toEqual([])
  await shop.close()
}, 120_000)

/** The fields of a body that hold free text. */
function textsOf(body: Schema): { name: string; max: number }[] {
  const { properties = {} } = body.anyOf ? body.anyOf[0] : body
  return Object.entries<Schema>(properties).flatMap(([name, given]) => {
    const schema: Schema = given.anyOf?.find(({ type }: Schema) => type === "string") ?? given
    const isFree = schema.type === "string" && !schema.enum && !schema.pattern && !schema.format
    return isFree ? [{ name, max: schema.maxLength ?? 1000 }] : []
  })
}
