import { and, asc, desc, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { membershipTexts, notificationTexts, orderTexts } from "#contract/buyingText.ts"
import { levelName } from "#contract/membership.ts"
import { accountTexts } from "#contract/memberText.ts"
import { customerTexts, timelineActionTexts, timelineTexts } from "#contract/timelineText.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { allowanceUses, membershipPeriods } from "../../people/membership/tables.ts"
import { users } from "../../platform/auth/tables.ts"
import { days } from "../../platform/clock.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { notifications } from "../../platform/notifications/tables.ts"
import { auditLog } from "../../platform/records/tables.ts"

/** A super admin's changes to a customer's account: membership, email address, password. */

let shop: TestShop
let boss: TestPerson
beforeAll(async () => {
  shop = await openShop()
  boss = await shop.anAdmin("super_admin")
})
afterAll(() => shop.close())

const send = (what: string, { id }: { id: number }, body?: object, headers = {}) =>
  shop.call(`${what.split(" ")[0]} /api/admin/customers/${id}/${what.split(" ")[1]}`, { as: boss, body, headers })
const grant = (to: { id: number }, level: string, time: number, headers = {}) =>
  send("POST memberships", to, { level, days: time, reason: "Goodwill days" }, headers)
const periodsOf = ({ id }: { id: number }) =>
  shop.app.store.db
    .select()
    .from(membershipPeriods)
    .where(eq(membershipPeriods.userId, id))
    .orderBy(asc(membershipPeriods.id))
const levelOf = async (person: TestPerson) => {
  const { membership_level, membership_expires_at } = (await shop.call("GET /api/auth/me", { as: person })).body
  return [membership_level, membership_expires_at]
}
const lastEmail = async (to: string, kind: string) => {
  const { db } = shop.app.store
  const mine = and(eq(mailOutbox.toAddress, to), eq(mailOutbox.kind, kind))
  return (await db.select().from(mailOutbox).where(mine).orderBy(desc(mailOutbox.id)))[0]
}
const noticesOf = async ({ id }: { id: number }) =>
  (await shop.app.store.db.select().from(notifications).where(eq(notifications.userId, id))).map(({ title }) => title)
const auditOf = async ({ id }: { id: number }) =>
  (await shop.app.store.db.select().from(auditLog).where(eq(auditLog.targetId, id))).map(
    ({ action, before, after }) => [action, before, after],
  )
/** A level without an end that no payment stands for. */
async function anEndlessMember(level: "vip" | "vvip") {
  const person = await shop.aUser()
  await shop.app.store.db.update(users).set({ membershipLevel: level }).where(eq(users.id, person.id))
  return person
}
const linkIn = (text: string) => /code=([\w-]+)/.exec(text)![1]!

test("membership time is granted with a reason and without a payment, and the member is told", async () => {
  const person = await shop.aUser()
  expect((await grant(person, "vip", 7)).status).toBe(204)
  const [period, ...others] = await periodsOf(person)
  expect([period, others]).toMatchObject([{ level: "vip", kind: "granted", paymentId: null }, []])
  expect(+period!.endsAt! - +period!.startsAt).toBe(days(7))
  expect(await levelOf(person)).toEqual(["vip", period!.endsAt!.toISOString()])

  const email = (await lastEmail(person.email, "access_added"))!
  expect(email.bodyText).toContain("Reason: Goodwill days")
  expect(email.bodyText).not.toContain("VIP")
  expect(await noticesOf(person)).toEqual([notificationTexts.accessAdded.title])
  const after = { level: "vip", days: 7, reason: "Goodwill days" }
  expect(await auditOf(person)).toEqual([["user.grant_membership", {}, after]])
  const { body } = await shop.call(`GET /api/admin/customers/${person.id}/timeline`, { as: boss })
  expect(body.items).toContainEqual(
    expect.objectContaining({
      what: timelineActionTexts["user.grant_membership"],
      detail: "Goodwill days",
      name: boss.fullName,
    }),
  )
  expect(body.items.map(({ what }: { what: string }) => what)).toContain(timelineTexts.granted(levelName("vip")))
  const { body: list } = await shop.call(`GET /api/admin/customers/${person.id}/memberships`, { as: boss })
  expect(list.items).toMatchObject([{ level: "vip", kind: "granted" }])
})

test("granting the level that a member has extends it; time of more than thirty days has as many allowances", async () => {
  const person = await shop.aUser()
  await grant(person, "standard", 10)
  await grant(person, "standard", 65)
  const periods = await periodsOf(person)
  const lengths = periods.map(({ startsAt, endsAt }) => (+endsAt! - +startsAt) / days(1))
  expect(lengths).toEqual([10, 30, 30, 5])
  for (const [index, { startsAt }] of periods.slice(1).entries()) expect(startsAt).toEqual(periods[index]!.endsAt)
  expect(await levelOf(person)).toEqual(["standard", periods.at(-1)!.endsAt!.toISOString()])
})

test("a higher level that is granted keeps the lower time, converted as by a purchase; a lower one waits", async () => {
  const person = await shop.aUser()
  await grant(person, "standard", 20)
  const [lower] = await periodsOf(person)
  await shop.app.store.db.insert(allowanceUses).values({ periodId: lower!.id, turn: 0, kind: "messages", used: 4 })
  await grant(person, "vip", 7)
  const [, granted, converted] = await periodsOf(person)
  expect(granted).toMatchObject({ level: "vip", kind: "granted", extraMessages: 0 })
  // Twenty days for 15 dollars are fifteen for 20.
  expect(converted).toMatchObject({ level: "vip", kind: "converted", partOf: granted!.id, extraMessages: 6 })
  expect(Math.round((+converted!.endsAt! - +converted!.startsAt) / days(1))).toBe(15)
  expect((await levelOf(person))[0]).toBe("vip")
  await grant(person, "standard", 3)
  expect((await levelOf(person))[0]).toBe("vip")
  expect((await periodsOf(person)).at(-1)!.startsAt).toEqual(converted!.endsAt)
  expect((await lastEmail(person.email, "access_added"))!.bodyText).toContain("Starts:")
})

test("a repeated call with the same key grants once, and time that would add nothing is refused", async () => {
  const person = await shop.aUser()
  const headers = { "idempotency-key": "grant-once-0001" }
  expect((await grant(person, "vvip", 5, headers)).status).toBe(204)
  expect((await grant(person, "vvip", 5, headers)).status).toBe(204)
  expect(await periodsOf(person)).toHaveLength(1)

  const endless = await anEndlessMember("vip")
  expect(await grant(endless, "standard", 5)).toMatchObject({
    status: 409,
    body: { detail: membershipTexts.hasEndless(levelName("standard")) },
  })
  for (const time of [0, 366, 1.5]) {
    expect((await grant(person, "vip", time)).body.errors).toEqual([
      { path: "days", message: customerTexts.daysRange(365) },
    ])
  }
  const empty = await send("POST memberships", person, { level: "vip", days: 1, reason: " " })
  expect(empty.body.errors).toEqual([{ path: "reason", message: orderTexts.reasonRequired }])
})

test("all time of a member is ended with a reason, also what is to come, and the member is told", async () => {
  const person = await shop.aUser()
  expect((await send("POST memberships/end", person, { reason: "Asked for it" })).body.detail).toBe(
    membershipTexts.none,
  )
  await grant(person, "vip", 40)
  await grant(person, "standard", 5)
  expect((await send("POST memberships/end", person, { reason: "Asked for it" })).status).toBe(204)
  expect(await levelOf(person)).toEqual(["free", null])
  expect((await periodsOf(person)).map(({ revokedAt }) => revokedAt !== null)).toEqual([true, true, true])
  expect((await lastEmail(person.email, "access_ended"))!.bodyText).toContain("Reason: Asked for it")
  expect(await noticesOf(person)).toContain(notificationTexts.accessEnded.title)
  const after = { level: "free", reason: "Asked for it" }
  expect((await auditOf(person)).at(-1)).toEqual(["user.end_membership", { level: "vip" }, after])
  // The level that staff gave without an end, and without a period, ends as well.
  const endless = await anEndlessMember("vvip")
  await send("POST memberships/end", endless, { reason: "Asked for it" })
  expect(await levelOf(endless)).toEqual(["free", null])
})

test("an email address is corrected once the new one is confirmed, and the old one can undo it", async () => {
  const person = await shop.aUser()
  const old = person.email
  const email = `corrected-${person.id}@demo.example`
  expect((await send("PUT email", person, { email: old })).body.errors).toEqual([
    { path: "email", message: customerTexts.sameEmail },
  ])
  const other = await shop.aUser()
  expect((await send("PUT email", person, { email: other.email })).body.errors).toEqual([
    { path: "email", message: accountTexts.addressTaken },
  ])
  expect((await send("PUT email", person, { email })).status).toBe(204)
  const { body: customer } = await shop.call(`GET /api/admin/customers/${person.id}`, { as: boss })
  expect(customer).toMatchObject({ email: old, pending_email: email })
  expect((await lastEmail(old, "email_change_requested"))!.bodyText).toContain("Our team was asked")
  expect(await auditOf(person)).toEqual([["user.correct_email", null, null]])

  const confirm = linkIn((await lastEmail(email, "change_email"))!.bodyText)
  expect((await shop.call("POST /api/auth/verify-email/confirm", { body: { oob_code: confirm } })).status).toBeLessThan(
    300,
  )
  const [row] = await shop.app.store.db.select().from(users).where(eq(users.id, person.id))
  expect(row).toMatchObject({ email, pendingEmail: null })
  expect((await shop.call("GET /api/auth/me", { as: person })).status).toBe(401)
  const undo = linkIn((await lastEmail(old, "email_changed"))!.bodyText)
  expect((await shop.call("POST /api/auth/email-change/undo", { body: { oob_code: undo } })).status).toBe(200)
  const [restored] = await shop.app.store.db.select().from(users).where(eq(users.id, person.id))
  expect(restored!.email).toBe(old)
})

test("the address of a suspended account stays", async () => {
  const person = await shop.aUser()
  await shop.call(`POST /api/admin/users/${person.id}/suspend`, { as: boss })
  expect((await send("PUT email", person, { email: "late@demo.example" })).body.detail).toBe(accountTexts.suspended)
})

test("an address gets few emails by staff in an hour, and staff are told so", async () => {
  const limited = await openShop({ RATE_LIMIT_SCALE: "1" })
  const as = await limited.anAdmin("super_admin")
  const person = await limited.aUser()
  for (const [method, part, body] of [
    ["PUT", "email", { email: "often@demo.example" }],
    ["POST", "password-reset", undefined],
  ] as const) {
    const answers = []
    for (let n = 0; n < 4; n++) {
      answers.push(await limited.call(`${method} /api/admin/customers/${person.id}/${part}`, { as, body }))
    }
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 429])
    expect(answers[3]!.body.detail).toBe(customerTexts.resentOften)
  }
  await limited.close()
})

test("a customer gets a link to choose a new password, but not an inactive one", async () => {
  const person = await shop.aUser()
  expect((await send("POST password-reset", person)).status).toBe(204)
  const email = (await lastEmail(person.email, "password_reset"))!
  expect(email.bodyText).toContain("Our team sent you this link")
  const body = { oob_code: linkIn(email.bodyText), new_password: "Glazed-Porcelain-8" }
  expect((await shop.call("POST /api/auth/password-reset/confirm", { body })).status).toBeLessThan(300)
  expect(await auditOf(person)).toEqual([["user.send_password_reset", null, null]])
  await shop.call(`POST /api/admin/users/${person.id}/deactivate`, { as: boss })
  expect((await send("POST password-reset", person)).body.detail).toBe(customerTexts.inactive)
})
