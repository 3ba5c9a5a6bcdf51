import { desc } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { newsletterSubscribers } from "../../people/newsletter/tables.ts"
import { contactMessages } from "./tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ SUPPORT_EMAIL: "support@shop.example" })
})
afterAll(() => shop.close())

const message = {
  name: "Mara Demo",
  email: "mara@demo.example",
  subject: "A crate",
  message: "Does the crate fit a lift?\n\nThank you.",
}
const lastLetter = async () =>
  (await shop.app.store.db.select().from(mailOutbox).orderBy(desc(mailOutbox.id)).limit(1))[0]
const codeIn = (text: string) => decodeURIComponent(/oob_code=([\w%-]+)/.exec(text)![1]!)

test("a message is stored, and emailed to the shop with the sender in reply-to", async () => {
  const answer = await shop.call("POST /api/contact", { body: message })
  expect(answer.status).toBe(202)
  expect(answer.body.message).toBe("Message sent!")
  const [row] = await shop.app.store.db.select().from(contactMessages)
  expect(row).toMatchObject(message)
  expect(await lastLetter()).toMatchObject({
    kind: "contact",
    toAddress: "support@shop.example",
    replyTo: "mara@demo.example",
  })
})

test("every field is required, and has its own error", async () => {
  const answer = await shop.call("POST /api/contact", { body: { name: " ", email: "x", subject: "", message: "" } })
  expect(answer.status).toBe(422)
  expect(answer.body.errors.map((fault: { path: string }) => fault.path).sort()).toEqual([
    "email",
    "message",
    "name",
    "subject",
  ])
})

test("a message sent again after a lost answer is stored and emailed once", async () => {
  const rows = async () => [
    (await shop.app.store.db.select().from(contactMessages)).length,
    (await shop.app.store.db.select().from(mailOutbox)).length,
  ]
  const send = (body: object, key: string) =>
    shop.call("POST /api/contact", { body, headers: { "idempotency-key": key } })
  const [messages = 0, emails = 0] = await rows()
  const first = await send(message, "contact-key-1")
  const again = await send(message, "contact-key-1")
  expect([again.status, again.body]).toEqual([first.status, first.body])
  expect(await rows()).toEqual([messages + 1, emails + 1])
  expect((await send({ ...message, subject: "Another crate" }, "contact-key-1")).status).toBe(409)
  expect((await send(message, "contact-key-2")).status).toBe(202)
  expect(await rows()).toEqual([messages + 2, emails + 2])
  const trapped = { ...message, website: "http://spam.example" }
  for (let turn = 0; turn < 2; turn++) expect((await send(trapped, "contact-key-3")).status).toBe(202)
  expect(await rows()).toEqual([messages + 2, emails + 2])
})

test("a line break in the subject cannot become a header", async () => {
  const answer = await shop.call("POST /api/contact", {
    body: { ...message, subject: "Hello\r\nBcc: all@demo.example" },
  })
  expect(answer.status).toBe(422)
})

test("filling in the honeypot gets the same response and stores nothing", async () => {
  const before = (await shop.app.store.db.select().from(contactMessages)).length
  const answer = await shop.call("POST /api/contact", { body: { ...message, website: "http://spam.example" } })
  expect(answer.status).toBe(202)
  expect(await shop.app.store.db.select().from(contactMessages)).toHaveLength(before)
})

test("the newsletter is confirmed by the email's link, once, and unsubscribed by another", async () => {
  const answer = await shop.call("POST /api/newsletter", { body: { email: "Reader@Demo.example" } })
  expect(answer).toMatchObject({ status: 202, body: { message: "Please check your inbox to confirm." } })
  const asked = codeIn((await lastLetter())!.bodyText)
  const confirm = () => shop.call("POST /api/newsletter/confirm", { body: { oob_code: asked } })
  expect((await confirm()).status).toBe(204)
  expect((await confirm()).status).toBe(422)
  const state = async () => (await shop.app.store.db.select().from(newsletterSubscribers))[0]!.state
  expect(await state()).toBe("confirmed")

  const leaving = codeIn((await lastLetter())!.bodyText)
  expect((await shop.call("POST /api/newsletter/unsubscribe", { body: { oob_code: leaving } })).status).toBe(204)
  expect((await shop.call("POST /api/newsletter/unsubscribe", { body: { oob_code: leaving } })).status).toBe(204)
  expect(await state()).toBe("unsubscribed")
})

test("a mail program unsubscribes by one click, without a page or a sign-in", async () => {
  await shop.call("POST /api/newsletter", { body: { email: "pressed@demo.example" } })
  await shop.call("POST /api/newsletter/confirm", { body: { oob_code: codeIn((await lastLetter())!.bodyText) } })
  const { unsubscribeUrl } = (await lastLetter())!
  const press = (url: string, type: string, payload: string) =>
    shop.app.http.inject({ method: "POST", url, headers: { "content-type": type }, payload })
  const { pathname, search } = new URL(unsubscribeUrl!)
  const form = "application/x-www-form-urlencoded"
  expect((await press(`${pathname}?oob_code=${"x".repeat(40)}`, form, "List-Unsubscribe=One-Click")).statusCode).toBe(
    422,
  )
  expect((await press(pathname, form, "List-Unsubscribe=One-Click")).statusCode).toBe(422)
  const answer = await press(pathname + search, form, "List-Unsubscribe=One-Click")
  expect([answer.statusCode, answer.body]).toEqual([200, "You've been unsubscribed from the newsletter."])
  const parts = '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
  expect((await press(pathname + search, "multipart/form-data; boundary=b", parts)).statusCode).toBe(200)
  const rows = await shop.app.store.db.select().from(newsletterSubscribers)
  expect(rows.find((row) => row.email === "pressed@demo.example")!.state).toBe("unsubscribed")
})

test("an address that is already subscribed gets the same response and no second email", async () => {
  const email = "twice@demo.example"
  const first = await shop.call("POST /api/newsletter", { body: { email } })
  await shop.call("POST /api/newsletter/confirm", { body: { oob_code: codeIn((await lastLetter())!.bodyText) } })
  const emails = (await shop.app.store.db.select().from(mailOutbox)).length
  const second = await shop.call("POST /api/newsletter", { body: { email } })
  expect([second.status, second.body]).toEqual([first.status, first.body])
  expect(await shop.app.store.db.select().from(mailOutbox)).toHaveLength(emails)
})

test("a confirmation that comes after seven days is refused", async () => {
  await shop.call("POST /api/newsletter", { body: { email: "late@demo.example" } })
  const code = codeIn((await lastLetter())!.bodyText)
  shop.clock.advance(8 * 86_400_000)
  expect((await shop.call("POST /api/newsletter/confirm", { body: { oob_code: code } })).status).toBe(422)
})
