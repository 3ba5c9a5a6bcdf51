import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import {
  newsletterAdminTexts,
  newsletterLimits,
  type SubscriberImport,
  subscriberImportTexts,
} from "#contract/newsletters.ts"
import { aForm } from "#test/forms.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { visitorsOf } from "#test/visitors.ts"
import { newsletterSubscribers } from "../../people/newsletter/tables.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { auditLog } from "../../platform/records/tables.ts"

let shop: TestShop
let boss: TestPerson
beforeAll(async () => {
  shop = await openShop()
  boss = await shop.anAdmin("content_admin")
})
afterAll(() => shop.close())
beforeEach(() => shop.app.store.db.delete(newsletterSubscribers))

async function send(file: string, fields: Record<string, string> = {}, headers = {}) {
  const form = await aForm(fields, { file: Buffer.from(file) })
  const answer = await shop.call("POST /api/admin/subscribers/import", {
    as: boss,
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  })
  return answer as typeof answer & { body: SubscriberImport & { detail: string; errors: object[] } }
}
const rows = () => shop.app.store.db.select().from(newsletterSubscribers).orderBy(newsletterSubscribers.email)
async function aReader(email: string, state: "confirmed" | "unsubscribed" | "bounced" | "complained" | "pending") {
  const now = shop.clock.now()
  await shop.app.store.db.insert(newsletterSubscribers).values({ email, state, createdAt: now })
}
const consent = "Signed up at our stand in Kiel."

test("a check shows refused lines and writes nothing; the import adds the others, with the statement, once", async () => {
  await aReader("known@demo.example", "confirmed")
  await aReader("left@demo.example", "unsubscribed")
  await aReader("bounced@demo.example", "bounced")
  await aReader("spam@demo.example", "complained")
  await aReader("asked@demo.example", "pending")
  const file = [
    "E-Mail;Status;language;country;created_at;First name",
    "New@Demo.example;;de;de;2025-03-14;Nia",
    "known@demo.example;;;;;",
    "left@demo.example;;;;;",
    "bounced@demo.example;;;;;",
    "spam@demo.example;;;;;",
    "asked@demo.example;subscribed;;;;",
    "nobody;;;;;",
    "new@demo.example;;;;;",
    "cleaned@demo.example;cleaned;;;;",
    "l@demo.example;;fr;;;",
    "c@demo.example;;;XX;;",
    "d@demo.example;;;;14.3.2025;",
  ].join("\r\n")
  const { body: check } = await send(file)
  expect(check).toMatchObject({ is_done: false, rows: 12, added: 2, known: 1, refused_count: 9 })
  expect(check.refused.map(({ row, message }: SubscriberImport["refused"][0]) => [row, message])).toEqual([
    [4, subscriberImportTexts.unsubscribed],
    [5, subscriberImportTexts.bounced],
    [6, subscriberImportTexts.complained],
    [8, subscriberImportTexts.badEmail],
    [9, subscriberImportTexts.twice],
    [10, subscriberImportTexts.notConfirmed],
    [11, subscriberImportTexts.badLanguage],
    [12, subscriberImportTexts.badCountry],
    [13, subscriberImportTexts.badDate],
  ])
  expect(check.notes).toEqual([subscriberImportTexts.ignored("first name")])
  expect(await rows()).toHaveLength(5)
  expect((await send(file, { plan: check.plan })).body.errors).toEqual([
    { path: "consent", message: newsletterAdminTexts.noConsent },
  ])
  const headers = { "idempotency-key": "import-of-kiel" }
  for (let n = 0; n < 2; n++) {
    expect((await send(file, { plan: check.plan, consent }, headers)).body).toMatchObject({ is_done: true, added: 2 })
  }
  const all = await rows()
  expect(all.map(({ email, state }) => [email, state])).toEqual([
    ["asked@demo.example", "confirmed"],
    ["bounced@demo.example", "bounced"],
    ["known@demo.example", "confirmed"],
    ["left@demo.example", "unsubscribed"],
    ["new@demo.example", "confirmed"],
    ["spam@demo.example", "complained"],
  ])
  expect(all[4]).toMatchObject({ language: "de", country: "DE", consent, source: "import" })
  expect(all[4]!.createdAt.toISOString()).toBe("2025-03-14T00:00:00.000Z")
  expect(all[2]!.consent).toBeNull()
  const entries = (await shop.app.store.db.select().from(auditLog)).filter(
    ({ action }) => action === "subscriber.import",
  )
  expect(entries).toMatchObject([{ after: { consent, added: 2, refused: 9 } }])
  expect(await shop.app.store.db.select().from(mailOutbox)).toEqual([])
  const again = await send(file, { plan: check.plan, consent })
  expect([again.status, again.body.detail]).toEqual([412, subscriberImportTexts.changed])
  const { body: next } = await send(file)
  expect((await send(file, { plan: next.plan, consent })).body.detail).toBe(subscriberImportTexts.nothing)
})

test("an export comes back in and changes nobody, and a file without addresses or with too many is refused", async () => {
  await aReader("-sum@demo.example", "confirmed")
  await aReader("left@demo.example", "unsubscribed")
  const exported = await shop.call("GET /api/admin/subscribers", { as: boss, headers: { accept: "text/csv" } })
  const text = exported.raw.toString("utf8")
  expect(text.split("\r\n")[0]).toBe("\ufeffemail,state,language,country,level,source,created_at,confirmed_at,ended_at")
  const { body } = await send(text)
  expect(body).toMatchObject({ added: 0, known: 1, refused_count: 1, notes: [] })
  expect((await send("name\nAda")).body.detail).toBe(subscriberImportTexts.noEmail)
  const many = Array.from({ length: newsletterLimits.rows + 1 }, (_, n) => `r${n}@demo.example`)
  expect((await send(["email", ...many].join("\n"))).body.detail).toBe(subscriberImportTexts.tooMany)
  const { body: most } = await send(["email", ...many.slice(1)].join("\n"))
  expect(most).toMatchObject({ added: newsletterLimits.rows, refused_count: 0 })
})

test("staff unsubscribe somebody who asks for it, who can come back only by themselves", async () => {
  await aReader("ada@demo.example", "confirmed")
  const { id } = (await rows())[0]!
  const leave = (one: number) => shop.call(`POST /api/admin/subscribers/${one}/unsubscribe`, { as: boss })
  expect((await leave(id)).status).toBe(204)
  expect((await leave(id)).body.detail).toBe(newsletterAdminTexts.hasLeft)
  expect((await leave(999_999)).body.detail).toBe(newsletterAdminTexts.unknownReader)
  const { body } = await shop.call("GET /api/admin/subscribers?state=unsubscribed", { as: boss })
  expect(body).toMatchObject([{ email: "ada@demo.example", user_id: null, level: "free", language: "en" }])
  expect(body[0].ended_at).not.toBeNull()
  await shop.call("POST /api/newsletter", { body: { email: "ada@demo.example" }, headers: { "accept-language": "de" } })
  const code = await visitorsOf(shop).codeFor("ada@demo.example")
  expect((await shop.call("POST /api/newsletter/confirm", { body: { oob_code: code } })).status).toBe(204)
  expect((await rows())[0]).toMatchObject({ state: "confirmed", language: "de" })
})
