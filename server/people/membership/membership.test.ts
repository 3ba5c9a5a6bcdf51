import { desc, eq } from "drizzle-orm"
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { notificationTexts } from "#contract/buyingText.ts"
import { type PaidLevel, paidLevels } from "#contract/membership.ts"
import { aMember, paidFor, refund } from "#test/members.ts"
import { type FakeNowPayments, startNowPayments } from "#test/nowpayments.ts"
import { specified } from "#test/plans.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { openSession } from "../../platform/auth/sessions.ts"
import { users } from "../../platform/auth/tables.ts"
import { after, days, hours, minutes } from "../../platform/clock.ts"
import { dayOf } from "../../platform/mail/letter.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { useAllowance } from "./allowance.ts"
import { buy, type Period, takeBack } from "./periods.ts"
import { endMemberships, remindMembers } from "./reminders.ts"
import { membershipPeriods } from "./tables.ts"

let provider: FakeNowPayments
let shop: TestShop
beforeAll(async () => {
  provider = await startNowPayments()
  shop = await openShop({ ...provider.env, SUPPORT_EMAIL: "support@shop.example" })
  await shop.app.http.listen({ port: 0 })
})
afterAll(async () => {
  await shop.close()
  await provider.stop()
})

const home = "https://shop.example"

test("the memberships are public, and cached", async () => {
  const answer = await shop.call("GET /api/memberships")
  expect(answer.body[1]).toEqual({
    level: "vip",
    name: "VIP",
    price: 20,
    description: "More messages, plus VIP videos.",
    features: ["30 messages", "All models", "Three photos", "Priority email support", "Premium videos"],
    recommended: true,
    messages: 30,
    photos: 3,
    discount: 0,
    periods: [{ days: 30, price: 20 }],
    sold: true,
  })
  expect(answer.body.map((one: { level: string; price: number }) => [one.level, one.price])).toEqual([
    ["standard", 15],
    ["vip", 20],
    ["vvip", 50],
  ])
  expect(answer.headers["cache-control"]).toContain("s-maxage=1")
  const again = await shop.call("GET /api/memberships", { headers: { "if-none-match": String(answer.headers.etag) } })
  expect(again.status).toBe(304)
})

test("a quote says what a purchase would do, and the purchase does it", async () => {
  const member = await shop.aUser()
  expect(await quoteOf(member, "vip")).toMatchObject({ happens: "new", price: 20, current_level: "free", unused: [] })
  await buyOf(member, "standard")
  expect(await quoteOf(member, "standard")).toMatchObject({ happens: "renewal", current_level: "standard" })
  const quote = await quoteOf(member, "vip")
  expect(quote).toMatchObject({
    happens: "upgrade",
    current_level: "standard",
    unused: [{ level: "standard", hours: 720, becomes_hours: 540, messages: 10, photos: 1 }],
    messages: 40,
    photos: 4,
  })
  await buyOf(member, "vip")
  const { body: me } = await shop.call("GET /api/auth/me", { as: member })
  expect(me).toMatchObject({ membership_level: "vip", vip: true })
  expect(Math.abs(Date.parse(me.membership_expires_at) - Date.parse(quote.ends_at))).toBeLessThan(minutes(2))
  const waits = await quoteOf(member, "standard")
  expect(waits).toMatchObject({ happens: "waits", starts_at: me.membership_expires_at, unused: [] })
  expect(Date.parse(waits.ends_at) - Date.parse(waits.starts_at)).toBe(days(30))
})

test.each(["", "?level=free", "?level=gold", "?level=constructor"])("a quote for %j is refused", async (query) => {
  const answer = await shop.call(`GET /api/memberships/quote${query}`, { as: await shop.aUser() })
  expect(answer.status).toBe(422)
  expect(answer.body.detail).toBe("Invalid subscription plan.")
})

test("a quote is for customers", async () => {
  expect((await shop.call("GET /api/memberships/quote?level=vip")).status).toBe(401)
  expect((await shop.call("GET /api/memberships/quote?level=vip", { as: await shop.anAdmin() })).status).toBe(403)
})

test("the level changes by the clock from the higher one to the next to free, without a job or a request", async () => {
  const member = await shop.aUser()
  await buyOf(member, "vvip")
  await buyOf(member, "standard")
  await at(days(30) - minutes(5), async () => expect(await levelOf(member)).toBe("vvip"))
  await at(days(30) + minutes(5), async () => {
    expect(await levelOf(member)).toBe("standard")
    expect((await accessOf(member)).allowance.messages).toEqual({ limit: 10, used: 0 })
  })
  await at(days(60) + minutes(5), async () => {
    expect(await levelOf(member)).toBe("free")
    expect((await accessOf(member)).can_send_messages).toBe(false)
  })
})

test("a refund of a running period ends it, and member and staff are notified", async () => {
  const member = await shop.aUser()
  const payment = await buyOf(member, "vip")
  expect(await levelOf(member)).toBe("vip")
  await provider.play(payment, ["refunded"], "duplicate")
  expect(await levelOf(member)).toBe("free")
  expect(await kindsTo(member.email)).toEqual(["membership_bought", "membership_refunded"])
  const [staff] = await shop.app.store.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.toAddress, "support@shop.example"))
    .orderBy(desc(mailOutbox.id))
    .limit(1)
  expect(staff!.kind).toBe("staff_membership_refunded")
  expect(staff!.bodyText).toContain(`account ${member.id}`)
  await buyOf(member, "standard")
  expect(await levelOf(member)).toBe("standard")
})

test("a level without an end covers itself and lower ones, and continues after a higher one", async () => {
  const member = await shop.aUser({ membershipLevel: "vip" })
  expect(await quoteOf(member, "vip")).toMatchObject({ happens: "covered", ends_at: null, current_ends_at: null })
  const asked = await shop.call("POST /api/nowpayments/create-subscription-invoice", {
    as: member,
    body: { level: "standard" },
  })
  expect([asked.status, asked.body.detail]).toEqual([
    409,
    "You already have this level or a higher one with no end date. There's nothing to buy.",
  ])
  expect(await quoteOf(member, "vvip")).toMatchObject({ happens: "upgrade", unused: [] })
  await buyOf(member, "vvip")
  expect(await levelOf(member)).toBe("vvip")
  await at(days(31), async () => expect(await levelOf(member)).toBe("vip"))
  await at(days(900), async () => expect(await levelOf(member)).toBe("vip"))
})

test("a payment for a covered level is flagged for review", async () => {
  const member = await shop.aUser()
  const { body } = await shop.call("POST /api/nowpayments/create-subscription-invoice", {
    as: member,
    body: { level: "vip" },
  })
  await shop.app.store.db.update(users).set({ membershipLevel: "vvip" }).where(eq(users.id, member.id))
  await provider.play(provider.pay(body.invoice_id), ["finished"])
  expect(await levelOf(member)).toBe("vvip")
  expect(await kindsTo("support@shop.example")).toContain("staff_membership_covered")
  expect(await kindsTo(member.email)).toEqual([])
})

test("each allowance is counted separately; once used up, nobody can write until the next period", async () => {
  const member = await aMember(shop, "standard")
  expect(await accessOf(member)).toMatchObject({
    can_send_messages: true,
    can_watch_videos: false,
    allowance: { messages: { limit: 10, used: 0 }, photos: { limit: 1, used: 0 } },
  })
  await use(member, "photos")
  for (let turn = 0; turn < 10; turn++) await use(member, "messages")
  const access = await accessOf(member)
  expect(access).toMatchObject({
    can_send_messages: false,
    allowance: { messages: { limit: 10, used: 10 }, photos: { limit: 1, used: 1 } },
  })
  for (const kind of ["messages", "photos"] as const) {
    await expect(use(member, kind)).rejects.toMatchObject({
      code: "ALLOWANCE_USED",
      status: 403,
      message:
        kind === "photos"
          ? "You've sent all the photos included in this membership period."
          : "You don't have permission to send messages",
      details: { extra: { period_ends_at: access.allowance.period_ends_at } },
    })
  }
  await paidFor(shop, member, "standard")
  expect((await accessOf(member)).can_send_messages).toBe(false)
  await at(days(30) + minutes(1), async () => {
    expect((await accessOf(member)).allowance.messages).toEqual({ limit: 10, used: 0 })
    await use(member, "messages")
    expect((await accessOf(member)).allowance.messages.used).toBe(1)
  })
})

test("converted time extends the new period, and its one allowance with it", async () => {
  const member = await aMember(shop, "standard")
  await use(member, "messages")
  await paidFor(shop, member, "vip")
  const { allowance } = await accessOf(member)
  expect(allowance.messages).toEqual({ limit: 39, used: 0 })
  expect(Math.round((Date.parse(allowance.period_ends_at) - +shop.clock.now()) / days(1))).toBe(52)
  await use(member, "messages")
  await at(days(40), async () => expect((await accessOf(member)).allowance.messages.used).toBe(1))
})

test("an upgrade keeps the remaining messages and photos, which the quote lists", async () => {
  const member = await aMember(shop, "standard")
  await paidFor(shop, member, "standard")
  for (let turn = 0; turn < 9; turn++) await use(member, "messages")
  await use(member, "photos")
  const quote = await quoteOf(member, "vip")
  expect(quote).toMatchObject({ unused: [{ level: "standard", messages: 11, photos: 1 }], messages: 41, photos: 4 })
  const standard = await paymentsOf(member)
  await buyOf(member, "vip")
  expect((await accessOf(member)).allowance).toMatchObject({
    messages: { limit: 41, used: 0 },
    photos: { limit: 4, used: 0 },
  })
  for (let turn = 0; turn < 41; turn++) await use(member, "messages")
  await expect(use(member, "messages")).rejects.toMatchObject({ code: "ALLOWANCE_USED" })
  await use(member, "photos")
  expect(await quoteOf(member, "vvip")).toMatchObject({
    messages: null,
    photos: 8,
    unused: [{ photos: 3, messages: 0 }],
  })
  await paidFor(shop, member, "vvip")
  expect((await accessOf(member)).allowance).toMatchObject({ messages: { limit: null }, photos: { limit: 8, used: 0 } })
  // A refund removes only what remains of its own payment.
  await refund(shop, member, standard[1]!)
  expect((await accessOf(member)).allowance.photos.limit).toBe(7)
})

test("vvip writes without a limit and sends five photos; a free account sends nothing", async () => {
  const member = await aMember(shop, "vvip")
  for (let turn = 0; turn < 35; turn++) await use(member, "messages")
  for (let turn = 0; turn < 5; turn++) await use(member, "photos")
  await expect(use(member, "photos")).rejects.toMatchObject({ code: "ALLOWANCE_USED" })
  expect(await accessOf(member)).toMatchObject({
    can_send_messages: true,
    can_watch_videos: true,
    allowance: { messages: { limit: null, used: 35 }, photos: { limit: 5, used: 5 } },
  })
  const guest = await shop.aUser()
  await expect(use(guest, "messages")).rejects.toMatchObject({
    code: "MEMBERS_ONLY",
    message: "Upgrade your membership to chat with models",
  })
  expect(await accessOf(guest)).toEqual({
    can_send_messages: false,
    can_watch_videos: false,
    allowance: { messages: { limit: 0, used: 0 }, photos: { limit: 0, used: 0 }, period_ends_at: null },
    upcoming: [],
  })
})

test("a period bought beside a higher level is listed with its beginning and end", async () => {
  const member = await aMember(shop, "vvip")
  expect((await accessOf(member)).upcoming).toEqual([])
  const end = +shop.clock.now() + days(30)
  await paidFor(shop, member, "standard")
  await paidFor(shop, member, "vip")
  const told = (await accessOf(member)).upcoming
  expect(told.map((one: { level: string }) => one.level)).toEqual(["vip", "standard"])
  expect(Math.abs(Date.parse(told[0].starts_at) - end)).toBeLessThan(minutes(2))
  expect(told[1].starts_at).toBe(told[0].ends_at)
  expect(Date.parse(told[1].ends_at) - Date.parse(told[1].starts_at)).toBe(days(30))
})

test("the allowance of a level without an end is renewed every thirty days", async () => {
  const member = await shop.aUser({ membershipLevel: "standard", createdAt: after(shop.clock.now(), -days(45)) })
  const before = await accessOf(member)
  expect(before.allowance.messages).toEqual({ limit: 10, used: 0 })
  for (let turn = 0; turn < 10; turn++) await use(member, "messages")
  await expect(use(member, "messages")).rejects.toMatchObject({ code: "ALLOWANCE_USED" })
  expect((await accessOf(member)).allowance.period_ends_at).toBe(before.allowance.period_ends_at)
  await at(days(16), async () => expect((await accessOf(member)).allowance.messages.used).toBe(0))
})

test("the access status has the permissions of staff, and is refused to guests", async () => {
  const moderator = await accessOf(await shop.aModerator())
  expect(moderator).toMatchObject({ can_send_messages: true, can_watch_videos: true })
  expect(moderator.allowance.messages).toEqual({ limit: null, used: 0 })
  expect(await accessOf(await shop.anAdmin())).toMatchObject({ can_send_messages: false, can_watch_videos: true })
  expect((await shop.call("GET /api/chat/access-status")).status).toBe(401)
})

test("an email is sent three days before the end, once, and one at the end", async () => {
  const member = await aMember(shop, "vip")
  const kinds = () => kindsTo(member.email).then((all) => all.slice(1))
  await at(days(27) - hours(1), async () => {
    await remindMembers(shop.app.store, home)
    expect(await kinds()).toEqual([])
  })
  await at(days(27) + minutes(1), async () => {
    for (let turn = 0; turn < 3; turn++) await remindMembers(shop.app.store, home)
    expect(await kinds()).toEqual(["membership_soon_over"])
    await paidFor(shop, member, "vip")
    await remindMembers(shop.app.store, home)
  })
  await at(days(30) + minutes(1), async () => {
    await endMemberships(shop.app.store, home)
    expect(await kinds()).toEqual(["membership_soon_over", "membership_bought"])
  })
  await at(days(58), () => remindMembers(shop.app.store, home))
  await at(days(60) + minutes(1), async () => {
    await remindMembers(shop.app.store, home)
    for (let turn = 0; turn < 3; turn++) await endMemberships(shop.app.store, home)
    const all = ["membership_soon_over", "membership_bought", "membership_soon_over", "membership_over"]
    expect(await kinds()).toEqual(all)
  })
})

test("two purchases are distinguished by their time", async () => {
  const member = await aMember(shop, "vip")
  await paidFor(shop, member, "vip")
  await paidFor(shop, member, "vvip")
  const { body } = await shop.call("GET /api/notifications", { as: member })
  const told: string[] = body.map((one: { title: string; body: string }) => {
    expect(one.title).toBe(notificationTexts.membershipBought.title)
    return one.body
  })
  const day = (ahead: number) => dayOf(new Date(shop.clock.now().getTime() + days(ahead)), null)
  expect(new Set(told).size).toBe(3)
  expect(told.at(-1)).toBe(notificationTexts.membershipBought.body(day(0), day(30)))
  expect(told.at(-2)).toBe(notificationTexts.membershipBought.body(day(30), day(60)))
})

test.each([
  ["Pacific/Kiritimati", "en-GB"],
  ["America/Los_Angeles", "en-US"],
  ["Europe/Paris", "en-GB"],
  [null, "en-US"],
])(
  "an email and a notification have the same date as the pages in %s, as it is written there",
  async (time_zone, english) => {
    const member = await aMember(shop, "vip")
    if (time_zone) await shop.call("PUT /api/auth/time-zone", { as: member, body: { time_zone } })
    await paidFor(shop, member, "vip")
    const { body: me } = await shop.call("GET /api/auth/me", { as: member })
    expect(me.time_zone).toBe(time_zone)
    const shown = new Intl.DateTimeFormat(english, { dateStyle: "long", timeZone: time_zone ?? "UTC" })
    const until = shown.format(new Date(me.membership_expires_at)) + (time_zone ? "" : " (UTC)")
    const sent = await shop.app.store.db
      .select({ text: mailOutbox.bodyText })
      .from(mailOutbox)
      .where(eq(mailOutbox.toAddress, member.email))
      .orderBy(desc(mailOutbox.id))
    expect(sent[0]!.text).toContain(`Active until: ${until}\n`)
    expect(sent[0]!.text).toContain("/dashboard")
    const { body: notices } = await shop.call("GET /api/notifications", { as: member })
    expect(notices[0].body).toContain(` until ${until}.`)
  },
)

test("users who want no emails about it are notified in the app only", async () => {
  const member = await aMember(shop, "vip")
  await shop.call("PATCH /api/auth/me/preferences", { as: member, body: { mail_membership_reminders: false } })
  await at(days(28), () => remindMembers(shop.app.store, home))
  await at(days(30) + minutes(1), () => endMemberships(shop.app.store, home))
  expect(await kindsTo(member.email)).toEqual(["membership_bought"])
  const { body } = await shop.call("GET /api/notifications", { as: member })
  const told = body.map((one: { kind: string }) => one.kind).reverse()
  expect(told).toEqual(["membership_bought", "membership_soon_over", "membership_over"])
})

test("the cached actor of a token changes with the level, at once", async () => {
  const member = await shop.aUser()
  const known = () => shop.app.tokens.personOf(member.token)
  expect((await known()).level).toBe("free")
  const payment = await paidFor(shop, member, "vip")
  expect((await known()).level).toBe("vip")
  await refund(shop, member, payment)
  expect((await known()).level).toBe("free")
})

test("a higher level that ends says what follows, and the account moves on to it", async () => {
  const member = await aMember(shop, "vvip")
  await paidFor(shop, member, "standard")
  await at(days(30) + minutes(1), async () => {
    await endMemberships(shop.app.store, home)
    const [row] = await shop.app.store.db.select().from(users).where(eq(users.id, member.id))
    expect(row).toMatchObject({ membershipLevel: "standard", membershipNextLevel: null })
    const [email] = await emailsTo(member.email)
    expect(email!.subject).toBe("Your access has changed")
  })
})

test("emails name no level and no model", async () => {
  const member = await aMember(shop, "vvip")
  const [email] = await emailsTo(member.email)
  expect(email!.bodyText).not.toMatch(/vip|standard|model|doll|\$/i)
  expect(email!.bodyText).toMatch(/until\s\w+\s\d+,\s\d{4}/)
})

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("buy" as const), level: fc.constantFrom(...paid()) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("refund" as const), which: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("wait" as const), time: fc.integer({ min: 1, max: days(40) }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("end" as const) }) },
)

test("stored periods follow the rules after any history, and every request gets the level of its moment", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const member = await shop.aUser()
      const payments: number[] = []
      const refunded = new Set<number>()
      let queue: Period[] = []
      for (const one of steps) {
        if (one.do === "wait") shop.clock.advance(one.time)
        if (one.do === "end") await endMemberships(shop.app.store, home)
        if (one.do === "buy") payments.push(await paidFor(shop, member, one.level))
        if (one.do === "refund" && payments[one.which]) await refund(shop, member, payments[one.which]!)
        const rows = await rowsOf(member)
        const now = shop.clock.now()
        if (one.do === "buy") {
          const bought = rows.find((row) => row.paymentId === payments.at(-1) && row.kind === "bought")!
          const terms = specified[one.level]
          const wanted = { level: one.level, terms, priceCents: terms.priceCents, paymentId: payments.at(-1)! }
          queue = buy(live(queue, bought.createdAt), wanted, bought.createdAt).queue
        }
        if (one.do === "refund" && payments[one.which]) {
          const gone = rows.find((row) => row.paymentId === payments[one.which] && row.revokedAt !== null)
          // A repeated webhook changes nothing.
          if (gone && !refunded.has(payments[one.which]!)) {
            queue = takeBack(queue, payments[one.which]!, gone.revokedAt!).queue
            refunded.add(payments[one.which]!)
          }
        }
        queue = live(queue, now)
        const stored = rows.filter((row) => row.revokedAt === null && row.endsAt! > now)
        expect(stored.map(essence)).toEqual(queue.map(essence))
        expect(await currentLevel(member)).toBe(queue[0]?.level ?? "free")
      }
    }),
    {
      numRuns: 12,
      examples: [
        [
          [
            { do: "buy", level: "standard" },
            { do: "refund", which: 0 },
            { do: "buy", level: "standard" },
            { do: "refund", which: 0 },
          ],
        ],
      ],
    },
  )
}, 120_000)

function live(queue: Period[], now: Date): Period[] {
  return queue.filter((period) => period.endsAt! > now)
}

function essence({ level, kind, paymentId, startsAt, endsAt }: Omit<Period, "id" | "terms">) {
  return { level, kind, paymentId, startsAt, endsAt }
}

function paid(): PaidLevel[] {
  return [...paidLevels]
}

async function paymentsOf(person: TestPerson): Promise<number[]> {
  return (await rowsOf(person)).map((row) => row.paymentId!)
}

async function rowsOf({ id }: TestPerson) {
  return shop.app.store.db
    .select()
    .from(membershipPeriods)
    .where(eq(membershipPeriods.userId, id))
    .orderBy(membershipPeriods.startsAt, membershipPeriods.id)
}

/** Sessions end after thirty days, so each later check opens a new one. */
async function later(person: TestPerson): Promise<TestPerson> {
  const { token } = await openSession(shop.app.store, person.id, true, null)
  return { ...person, token }
}

async function currentLevel(person: TestPerson): Promise<string> {
  const { body } = await shop.call("GET /api/auth/me", { as: await later(person) })
  return body.membership_level
}
const levelOf = currentLevel

async function accessOf(person: TestPerson) {
  return (await shop.call("GET /api/chat/access-status", { as: await later(person) })).body
}

async function quoteOf(person: TestPerson, level: PaidLevel) {
  return (await shop.call(`GET /api/memberships/quote?level=${level}`, { as: person })).body
}

async function buyOf(person: TestPerson, level: PaidLevel) {
  const { body } = await shop.call("POST /api/nowpayments/create-subscription-invoice", { as: person, body: { level } })
  const payment = provider.pay(body.invoice_id)
  await provider.play(payment, ["finished"])
  return payment
}

function use({ id }: TestPerson, kind: "messages" | "photos") {
  return shop.app.store.transaction((tx) => useAllowance(tx, id, kind))
}

/** Runs `look` with the clock moved forward, then moves it back for the other tests. */
async function at(time: number, look: () => Promise<unknown>): Promise<void> {
  shop.clock.advance(time)
  try {
    await look()
  } finally {
    shop.clock.advance(-time)
  }
}

async function emailsTo(address: string) {
  return shop.app.store.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.toAddress, address))
    .orderBy(desc(mailOutbox.id))
}

async function kindsTo(address: string): Promise<string[]> {
  return (await emailsTo(address)).map((email) => email.kind).reverse()
}
