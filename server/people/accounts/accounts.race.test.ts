import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { users } from "../../platform/auth/tables.ts"

let shop: TestShop
let v: ReturnType<typeof visitorsOf>
beforeAll(async () => {
  shop = await openShop()
  v = visitorsOf(shop)
})
afterAll(() => shop.close())

const times = (n: number) => Array.from({ length: n })

test("ten concurrent registrations of one address create one account and get the same response", async () => {
  const email = "racer@demo.example"
  const answers = await Promise.all(times(10).map(() => v.register({ email })))
  expect(new Set(answers.map(({ answer }) => `${answer.status} ${JSON.stringify(answer.body)}`)).size).toBe(1)
  expect(answers[0]!.answer.status).toBe(201)
  expect(await shop.app.store.db.select().from(users).where(eq(users.email, email))).toHaveLength(1)
  expect((await v.kindsTo(email)).filter((kind) => kind === "verify_email")).toHaveLength(1)
})

test("a code that is used ten times concurrently works once", async () => {
  const { email } = await v.aCustomer()
  await shop.call("POST /api/auth/password-reset/request", { body: { email } })
  const oob_code = await v.codeFor(email)
  const statuses = await Promise.all(
    times(10).map(async (_, i) => {
      const body = { oob_code, new_password: `Glazed-Clay-${i}` }
      return (await shop.call("POST /api/auth/password-reset/confirm", { body })).status
    }),
  )
  expect(statuses.sort()).toEqual([204, ...times(9).map(() => 422)])
})

test("of two concurrent password changes one succeeds, and it is the one that was confirmed", async () => {
  const { email, token } = await v.aCustomer()
  const wanted = times(5).map((_, i) => `Turned-Oak-${i}`)
  const statuses = await Promise.all(
    wanted.map(async (new_password) => {
      const body = { current_password: password, new_password }
      return (await shop.call("POST /api/auth/change-password", { as: token, body })).status
    }),
  )
  expect(statuses.filter((status) => status === 204)).toHaveLength(1)
  expect((await v.signIn(email, wanted[statuses.indexOf(204)])).status).toBe(200)
})

test("no session opened with the old password survives the new one", async () => {
  const { email, token } = await v.aCustomer()
  const body = { current_password: password, new_password: "Turned-Ash-1" }
  const [, ...signIns] = await Promise.all([
    shop.call("POST /api/auth/change-password", { as: token, body }),
    ...times(20).map(() => v.signIn(email)),
  ])
  for (const { body, status } of signIns) {
    expect([200, 401]).toContain(status)
    if (status === 200) expect(await v.statusOf(body.access_token)).toBe(401)
  }
})

test("two accounts with the same pending address: the first to confirm gets it", async () => {
  const [a, b] = [await v.aCustomer(), await v.aCustomer()]
  const email = "wanted-by-two@demo.example"
  const codes: string[] = []
  for (const { token } of [a, b]) {
    await shop.call("PATCH /api/auth/me", { as: token, body: { email, current_password: password } })
    codes.push(await v.codeFor(email))
  }
  const answers = await Promise.all(
    codes.map((oob_code) => shop.call("POST /api/auth/verify-email/confirm", { body: { oob_code } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
})
