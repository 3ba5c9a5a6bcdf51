import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Writable } from "node:stream"
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer } from "smtp-server"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"
import { visitorsOf } from "#test/visitors.ts"
import { days, hours } from "../clock.ts"
import { createLog } from "../log.ts"
import * as emails from "./emails.ts"
import { enqueue } from "./outbox.ts"
import { deleteOldEmails, sendDue } from "./send.ts"
import { mailOutbox } from "./tables.ts"
import { createMailTransport } from "./transport.ts"

let shop: TestShop
let v: ReturnType<typeof visitorsOf>
let logged = ""
let port: number
let server: SMTPServer | undefined
let received: { mail: Email; recipients: string[]; raw: string }[]

beforeAll(async () => {
  const write = (chunk: Buffer, _: string, done: () => void) => {
    logged += chunk
    done()
  }
  shop = await openShop({ LOG_LEVEL: "trace" }, { log: createLog("trace", new Writable({ write })) })
  v = visitorsOf(shop)
  port = await freePort()
})
afterAll(() => shop.close())
beforeEach(async () => {
  received = []
  await shop.app.store.db.delete(mailOutbox)
})
afterEach(() => closeServer())

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

function openServer(refuse?: string): Promise<void> {
  server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onRcptTo: (address, _, done) =>
      done(address.address === refuse ? Object.assign(new Error("No such mailbox"), { responseCode: 550 }) : null),
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const raw = Buffer.concat(chunks)
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      received.push({ mail: await PostalMime.parse(raw), recipients, raw: raw.toString() })
      done()
    },
  })
  return new Promise((resolve) => server!.listen(port, "127.0.0.1", resolve))
}

function closeServer(): Promise<void> {
  const open = server
  server = undefined
  return open ? new Promise((resolve) => open.close(resolve)) : Promise.resolve()
}

function send(overrides: { smtpUrl?: string | null; dataDir?: string; mailFrom?: string } = {}) {
  const settings = { ...shop.app.settings, smtpUrl: `smtp://127.0.0.1:${port}`, ...overrides }
  return sendDue(shop.app.store, createMailTransport(settings), shop.app.log)
}

test("the sender has the name of MAIL_FROM, and without one that of the shop", async () => {
  await openServer()
  await v.register()
  await send({ mailFrom: "Atelier Nord <news@nord.example>" })
  await v.register()
  await send({ mailFrom: "news@nord.example" })
  const senders = received.map(({ mail }) => mail.from)
  expect(senders).toMatchObject([
    { name: "Atelier Nord", address: "news@nord.example" },
    { name: "Vitrine", address: "news@nord.example" },
  ])
})

test("an email arrives as text and as HTML, from the shop, with a link that works", async () => {
  await openServer()
  const { email } = await v.register()
  const code = await v.codeFor(email)
  expect(await send()).toBe(1)
  const [{ mail, recipients }] = received as [(typeof received)[0]]
  expect(recipients).toEqual([email])
  expect(mail.from).toMatchObject({ name: "Vitrine", address: "shop@localhost" })
  expect(mail.to).toEqual([{ name: "", address: email }])
  expect(mail.subject).toBe("Confirm your email address")
  expect(mail.text).toContain(`/verify-email?oob_code=${code}`)
  expect(mail.html).toContain(`/verify-email?oob_code=${code}"`)
  expect(mail.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated")
  expect((await shop.call("POST /api/auth/verify-email/confirm", { body: { oob_code: code } })).status).toBe(204)
  expect(await send()).toBe(0)
})

test("a sent email is kept without its text", async () => {
  await openServer()
  const { email } = await v.register()
  await send()
  const [row] = await v.emailsTo(email)
  expect(row).toMatchObject({ bodyText: "", bodyHtml: "", attempts: 1, lastError: null })
  expect(row!.sentAt).not.toBeNull()
})

test("with the mail server down the shop works, and the email arrives when it is up again", async () => {
  const { email, answer } = await v.register()
  expect(answer.status).toBe(201)
  expect(await send()).toBe(0)
  expect((await v.emailsTo(email))[0]).toMatchObject({ attempts: 1, sentAt: null, deadAt: null })
  await openServer()
  expect(await send()).toBe(0)
  shop.clock.advance(hours(1))
  expect(await send()).toBe(1)
  expect(received.map(({ recipients }) => recipients)).toEqual([[email]])
})

test("an email fails permanently after eight attempts, each later than the one before", async () => {
  const { email } = await v.register()
  const dues: number[] = []
  for (let i = 0; i < 10; i++) {
    await send()
    const [row] = await v.emailsTo(email)
    if (row!.deadAt) break
    dues.push(row!.nextAttemptAt!.getTime() - shop.clock.now().getTime())
    shop.clock.advance(hours(3))
  }
  const [row] = await v.emailsTo(email)
  expect(row).toMatchObject({ attempts: 8, bodyText: "" })
  expect(row!.deadAt).not.toBeNull()
  expect(dues).toEqual([...dues].sort((a, b) => a - b))
  await openServer()
  shop.clock.advance(days(1))
  expect(await send()).toBe(0)
})

test("failed emails are listed for a super admin, without their text", async () => {
  const { email } = await v.register()
  for (let i = 0; i < 8; i++) {
    await send()
    shop.clock.advance(hours(3))
  }
  const list = (as?: Awaited<ReturnType<typeof shop.anAdmin>>) => shop.call("GET /api/admin/letters/dead", { as })
  const { body, headers } = await list(await shop.anAdmin("super_admin"))
  expect(Number(headers["x-total-count"])).toBe(1)
  expect(body).toEqual([
    expect.objectContaining({
      kind: "verify_email",
      to: email,
      attempts: 8,
      last_error: expect.stringContaining("ECONNREFUSED"),
    }),
  ])
  expect(JSON.stringify(body)).not.toContain("oob_code")
  expect(logged).toContain("email failed permanently")
  expect((await list(await shop.anAdmin("content_admin"))).status).toBe(403)
  expect((await list(await shop.aUser())).status).toBe(403)
  expect((await list()).status).toBe(401)
})

test("one refused recipient does not delay the others", async () => {
  const one = await v.register()
  const two = await v.register()
  await openServer(one.email)
  expect(await send()).toBe(1)
  expect(received[0]!.recipients).toEqual([two.email])
})

test("user input never becomes a header", async () => {
  await openServer()
  const { token, email } = await v.aCustomer()
  const full_name = 'Vera" <x@evil.example>, Bcc: y@evil.example'
  await shop.call("PATCH /api/auth/me", { as: token, body: { full_name } })
  await shop.call("POST /api/auth/password-reset/request", { body: { email } })
  await send()
  expect(received).toHaveLength(2)
  for (const { recipients, raw } of received) {
    expect(recipients).toEqual([email])
    expect(raw).not.toContain("evil.example")
  }
  const notice = emails.existingAccount({ to: "a@demo.example", origin: "http://localhost" })
  for (const bad of [
    { to: "a@demo.example\r\nBcc: b@evil.example" },
    { subject: "Hello\nBcc: b@evil.example" },
    { replyTo: "a@demo.example\r\nX: y" },
  ]) {
    await expect(enqueue(shop.app.store, { ...notice, ...bad })).rejects.toThrow("line break")
  }
})

test("emails about an order are neutral, contain the number, and are sent once", async () => {
  await openServer()
  const about = {
    to: "buyer@demo.example",
    orderNumber: "ORD-104233",
    productsCents: 130_000,
    discountCents: 5_950,
    shippingCents: 0,
    shippingMethod: null,
    tax: null,
    totalCents: 124_050,
    paidCents: 124_050,
    url: "http://localhost/order/7",
    payBy: new Date("2026-11-22T04:30:00Z"),
    zone: "America/Los_Angeles",
  }
  const all = [
    emails.orderReceived(about),
    emails.orderPaid(about),
    emails.orderShipped({ ...about, trackingNumber: 'TR<1>"' }),
    emails.orderCancelled(about),
    emails.paymentBeingChecked(about),
  ]
  for (const email of [...all, ...all]) await enqueue(shop.app.store, email)
  expect(await send()).toBe(5)
  const bySubject = new Map(received.map(({ mail }) => [mail.subject, mail]))
  expect([...bySubject.keys()].sort()).toEqual([
    "Order ORD-104233 confirmed",
    "Order ORD-104233 is on its way",
    "Order ORD-104233 received",
    "Order ORD-104233 was cancelled",
    "Order ORD-104233: your payment is being checked",
  ])
  expect(bySubject.get("Order ORD-104233 confirmed")!.text).toContain("$1,240.50 USD")
  expect(bySubject.get("Order ORD-104233 received")!.text).toMatch(/Pay by: November 21, 2026 at 8:30\sPM$/m)
  expect(bySubject.get("Order ORD-104233 is on its way")!.text).toContain('TR<1>"')
  expect(bySubject.get("Order ORD-104233 is on its way")!.html).toContain("TR&#60;1&#62;&#34;")
  for (const mail of bySubject.values()) {
    expect(mail.html).toContain('href="http://localhost/order/7"')
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/<img|doll|model|adult/i)
  }
})

test("an email of the newsletter has the unsubscribe header of RFC 8058, and no other email does", async () => {
  await openServer()
  const reader = { to: "reader@demo.example", origin: "https://shop.example", code: "c".repeat(43) }
  await enqueue(shop.app.store, emails.newsletterConfirmed(reader))
  await enqueue(shop.app.store, emails.passwordReset(reader))
  await enqueue(shop.app.store, emails.newsletterConfirmed({ ...reader, origin: "http://localhost" }))
  expect(await send()).toBe(3)
  const headersOf = ({ mail }: (typeof received)[number]) =>
    Object.fromEntries(mail.headers.filter(({ key }) => key.startsWith("list-")).map(({ key, value }) => [key, value]))
  const bySubject = (subject: string) => received.filter(({ mail }) => mail.subject === subject).map(headersOf)
  const url = `/newsletter/unsubscribe?oob_code=${reader.code}`
  expect(bySubject("Choose a new password")).toEqual([{}])
  // One-click unsubscribe is not safe over plain HTTP: the link stays, without the header for the button.
  expect(bySubject("Your subscription is confirmed")).toEqual(
    expect.arrayContaining([
      {
        "list-unsubscribe": `<https://shop.example${url}>`,
        "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      },
      { "list-unsubscribe": `<http://localhost${url}>` },
    ]),
  )
  const rows = await shop.app.store.db.select().from(mailOutbox)
  expect(rows.map((row) => row.unsubscribeUrl)).toEqual([null, null, null])
})

test("a reply to an email from the contact page goes to its author", async () => {
  await openServer()
  const body = { name: "Ada", email: "ada@demo.example", subject: "A crate", message: "Does it fit a lift?" }
  await shop.call("POST /api/contact", { body })
  expect(await send()).toBe(1)
  expect(received[0]!.mail.replyTo).toEqual([expect.objectContaining({ address: "ada@demo.example" })])
})

test("an email of a change that was rolled back is never sent", async () => {
  await openServer()
  const change = shop.app.store.transaction(async (tx) => {
    await enqueue(tx, emails.existingAccount({ to: "a@demo.example", origin: "http://localhost" }))
    throw new Error("no")
  })
  await expect(change).rejects.toThrow("no")
  expect(await send()).toBe(0)
})

test("without SMTP emails become files with readable names", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-outbox-"))
  const { email } = await v.register()
  const code = await v.codeFor(email)
  expect(await send({ smtpUrl: null, dataDir })).toBe(1)
  const [name, ...rest] = await readdir(join(dataDir, "outbox"))
  expect(rest).toEqual([])
  expect(name).toMatch(
    new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d\\.\\d\\d\\.\\d\\d \\d{6,} verify-email ${email}\\.eml$`),
  )
  const file = join(dataDir, "outbox", name!)
  const bytes = await readFile(file)
  expect(bytes.toString()).toContain(`/verify-email?oob_code=${code}\n`)
  const mail = await PostalMime.parse(bytes)
  expect(mail.to?.[0]?.address).toBe(email)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  // Emails of the same second keep the order in which they were written.
  const people = Array.from("zyxwvutsrqponm", (letter) => `${letter}@demo.example`)
  for (const to of people) {
    await shop.app.store.transaction((tx) => enqueue(tx, emails.existingAccount({ to, origin: "http://localhost" })))
  }
  await send({ smtpUrl: null, dataDir })
  const written = (await readdir(join(dataDir, "outbox"))).sort().slice(1)
  expect(written.map((name) => /\S+@\S+(?=\.eml$)/.exec(name)?.[0])).toEqual(people)
  await rm(dataDir, { recursive: true })
})

test("emails are deleted after a month, but not unsent ones", async () => {
  await openServer()
  await v.register()
  await send()
  const { email } = await v.register()
  shop.clock.advance(days(31))
  await deleteOldEmails(shop.app.store)
  const left = await shop.app.store.db.select().from(mailOutbox)
  expect(left.map(({ toAddress }) => toAddress)).toEqual([email])
})

test("no code, token, password or address is ever logged", async () => {
  const { email, token } = await v.aCustomer()
  await shop.call("POST /api/auth/password-reset/request", { body: { email } })
  const oob_code = await v.codeFor(email)
  await send()
  await shop.call(`GET /reset-password?oob_code=${oob_code}`)
  const body = { oob_code, new_password: "Glazed-Porcelain-8" }
  await shop.call("POST /api/auth/password-reset/confirm", { body })
  await shop.call("POST /api/auth/password-reset/confirm", { body })
  await v.signIn(email, "Wrong-Word-1")
  // A server error in the middle of a statement that contains the address and the code.
  await shop.app.database.script("alter table mail_outbox rename to mail_gone")
  expect((await shop.call("POST /api/auth/password-reset/request", { body: { email } })).status).toBe(500)
  await shop.app.database.script("alter table mail_gone rename to mail_outbox")
  expect(logged).toContain("Failed query: select")
  expect(logged).toContain("outbox.ts")
  expect(logged).toContain("/api/auth/password-reset/confirm")
  expect(logged).toContain("email failed, will be retried")
  for (const secret of [email, token, oob_code, "Glazed-Porcelain-8", "Wrong-Word-1"])
    expect(logged).not.toContain(secret)
})
