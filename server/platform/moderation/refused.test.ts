import { desc, like } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { loginTexts } from "#contract/memberText.ts"
import { auditLog } from "#server/platform/records/tables.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"

let shop: TestShop
let admin: TestPerson
beforeAll(async () => {
  shop = await openShop({ RATE_LIMIT_SCALE: "100" })
  admin = await shop.anAdmin()
})
afterAll(() => shop.close())

const written = () =>
  shop.app.store.db.select().from(auditLog).where(like(auditLog.action, "%.refuse")).orderBy(desc(auditLog.id))
const model = { name: "Stand", description: "A glazed form.", price: 100 }

test("a refused listing or review is audited with who, where and why, and without its text", async () => {
  const doll = await shop.aDoll()
  const author = await shop.aUser()
  const review = (as: TestPerson, comment: string) =>
    shop.call("POST /api/reviews", {
      ...{ as, body: { doll_id: doll.id, rating: 2, comment } },
      // The audit log is in English all the same.
      headers: { "accept-language": "de" },
    })
  const body = { ...model, description: "Looks like a schoolgirl." }
  expect((await shop.call("POST /api/dolls/create", { as: admin, body })).status).toBe(422)
  expect((await review(author, "I will kill you")).status).toBe(422)
  const name = { title: "Stand", description: "With a schoolgirl", doll_id: doll.id }
  expect((await shop.call("POST /api/videos", { as: admin, body: name })).status).toBe(422)
  const entries = await written()
  expect(entries).toMatchObject([
    {
      actorId: admin.id,
      action: "video.refuse",
      after: { reason: "Points at anyone under 18", fields: ["description"] },
    },
    { actorId: author.id, action: "review.refuse", after: { reason: "Threat (blocked)" } },
    { actorId: admin.id, action: "doll.refuse", targetKind: "doll", after: { fields: ["description"] } },
  ])
  expect(JSON.stringify(entries)).not.toMatch(/school|kill/)
  const edit = await shop.call(`PATCH /api/dolls/${doll.id}`, {
    as: await shop.anAdmin(),
    body: { name: "Schoolgirl" },
  })
  expect(JSON.stringify(edit.body)).not.toContain("reason")
  expect((await written())[0]).toMatchObject({ action: "doll.refuse", targetId: doll.id })
})

test("repeated refusals are audited once in ten minutes, and many accounts do not flood the log", async () => {
  const strict = await openShop()
  const doll = await strict.aDoll()
  const send = (as: TestPerson) =>
    strict.call("POST /api/reviews", {
      as,
      body: { doll_id: doll.id, rating: 2, comment: "Looks barely legal, and I liked it" },
    })
  const author = await strict.aUser()
  const count = async () =>
    (await strict.app.store.db.select().from(auditLog).where(like(auditLog.action, "%.refuse"))).length
  for (let i = 0; i < 5; i++) expect((await send(author)).status).toBe(422)
  expect(await count()).toBe(1)
  strict.clock.advance(600_001)
  await send(author)
  expect(await count()).toBe(2)
  await strict.close()

  const few = await openShop({ RATE_LIMIT_SCALE: "0.05" })
  const { id } = await few.aDoll()
  for (let i = 0; i < 5; i++) {
    const as = await few.aUser()
    const body = { doll_id: id, rating: 2, comment: "Looks barely legal, and I liked it" }
    expect((await few.call("POST /api/reviews", { as, body })).status).toBe(422)
  }
  const all = await few.app.store.db.select().from(auditLog).where(like(auditLog.action, "%.refuse"))
  expect(all).toHaveLength(3)
  await few.close()
})

test("names are judged wherever they are set", async () => {
  const form = { email: "new@demo.example", password: "Harbour-Glaze-71", region: "eu" }
  const wrong = ["Schoolgirl Lover", "Text me on telegram", "I will kill you"]
  const user = await shop.aUser()
  const moderator = await shop.aModerator()
  const other = await shop.anAdmin("content_admin")
  const staff = { ...form, admin_type: "content_admin", is_active: true, assigned_dolls: [] }
  for (const full_name of wrong) {
    const calls: [string, TestPerson | undefined, object][] = [
      ["POST /api/auth/register", undefined, { ...form, full_name }],
      ["PATCH /api/auth/me", user, { full_name }],
      ["POST /api/admin/admins", admin, { ...staff, full_name }],
      [`PUT /api/admin/admins/${other.id}`, admin, { full_name }],
      ["POST /api/admin/moderators", admin, { ...staff, full_name }],
      [`PUT /api/moderators/moderators/${moderator.id}`, admin, { full_name }],
    ]
    for (const [what, as, body] of calls) {
      const answer = await shop.call(what, { as, body })
      expect([what, answer.status]).toEqual([what, 422])
      expect(answer.body.errors[0].path).toBe("full_name")
      // Names that point at minors have their own message.
      if (full_name !== wrong[0]) expect(answer.body.errors[0].message).toBe(loginTexts.anotherName)
    }
  }
  const fine = await shop.call("PATCH /api/auth/me", { as: user, body: { full_name: "Zoë O'Hara-Young" } })
  expect([fine.status, fine.body.full_name]).toEqual([200, "Zoë O'Hara-Young"])
})

test("canned replies and shop settings are judged", async () => {
  const as = await shop.aModerator()
  const reply = { title: "Hello", content: "We have a schoolgirl" }
  expect((await shop.call("POST /api/chat/canned-replies", { as, body: reply })).status).toBe(422)
  for (const field of ["shop_name", "support_hours", "announcement", "maintenance_note"]) {
    const answer = await shop.call("PATCH /api/admin/settings", { as: admin, body: { [field]: "Schoolgirls" } })
    expect([field, answer.status, answer.body.errors?.[0].path]).toEqual([field, 422, field])
  }
})
