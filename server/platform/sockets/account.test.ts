import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"
import { openSocket } from "#test/sockets.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { forgetPerson, openSession } from "../auth/sessions.ts"
import { users } from "../auth/tables.ts"
import { after, days, seconds } from "../clock.ts"
import { notify } from "../notifications/notifications.ts"

let shop: TestShop
let v: ReturnType<typeof visitorsOf>
beforeAll(async () => {
  shop = await openShop()
  v = visitorsOf(shop)
})
afterAll(() => shop.close())

const notice = {
  kind: "order_paid",
  title: "Order ORD-104233",
  body: "It is paid.",
  link: "/dashboard?tab=orders",
} as const
const change = (id: number, fields: Partial<typeof users.$inferInsert>) =>
  shop.app.store.transaction(async (tx) => {
    await tx.db.update(users).set(fields).where(eq(users.id, id))
    forgetPerson(tx, id)
  })
async function aPage(fields: Partial<typeof users.$inferInsert> = {}) {
  const person = await shop.aUser(fields)
  const socket = await openSocket(shop.app, person)
  const first = await socket.next("account")
  const count = await socket.next("notice")
  return { person, socket, first, count }
}

test("a page that opens receives the level, the role and the number of unread notifications", async () => {
  const { first, count, socket } = await aPage({ membershipLevel: "vip" })
  expect(first).toEqual({ type: "account", role: "user", membership_level: "vip", signed_out: false })
  expect(count).toEqual({ type: "notice", notification: null, unread: 0 })
  socket.close()
})

test("a change of level or role reaches every open page of that account, and nobody else's", async () => {
  const [one, other] = [await aPage(), await aPage()]
  const second = await openSocket(shop.app, one.person)
  await second.next("account")
  await change(one.person.id, { membershipLevel: "vvip" })
  expect(await one.socket.next("account")).toMatchObject({ membership_level: "vvip", signed_out: false })
  expect(await second.next("account")).toMatchObject({ membership_level: "vvip" })
  await change(one.person.id, { role: "moderator" })
  expect(await one.socket.next("account")).toMatchObject({ role: "moderator" })
  expect(other.socket.frames.filter((frame) => frame.type === "account")).toHaveLength(1)
})

test("a level that ends by the clock is published within 5 s, without a request", async () => {
  const ends = after(shop.clock.now(), days(1))
  const { socket } = await aPage({ membershipLevel: "vip", membershipExpiresAt: ends })
  shop.clock.advance(days(1))
  expect(await socket.next("account")).toMatchObject({ membership_level: "free", signed_out: false })
})

test("a session that expires by the clock ends its sockets within 5 s", async () => {
  const person = await shop.aUser()
  const { token } = await openSession(shop.app.store, person.id, false, null)
  const socket = await openSocket(shop.app, { ...person, token })
  await socket.next("account")
  shop.clock.advance(days(1))
  expect(await socket.closed()).toBe(4401)
})

test("signing out ends this session's sockets at once, and not the account's others", async () => {
  const { person, socket } = await aPage()
  const { token } = await openSession(shop.app.store, person.id, true, null)
  const elsewhere = await openSocket(shop.app, { ...person, token })
  await elsewhere.next("account")
  const began = performance.now()
  await shop.call("POST /api/auth/logout", { as: person })
  expect(await socket.closed()).toBe(4401)
  expect(performance.now() - began).toBeLessThan(seconds(1))
  expect(socket.frames.at(-1)).toMatchObject({ type: "account", signed_out: true })
  await elsewhere.next("account")
  expect(elsewhere.ws.readyState).toBe(elsewhere.ws.OPEN)
})

test("signing out others, a new password, a deactivation and a deletion close the affected sockets", async () => {
  const customer = await v.aCustomer()
  const [me] = await shop.app.store.db.select().from(users).where(eq(users.email, customer.email))
  const as = (token: string) => ({ id: me!.id, uuid: me!.uuid, email: me!.email, fullName: me!.fullName, token })
  const other = async () => {
    const { token } = await openSession(shop.app.store, me!.id, true, null)
    const socket = await openSocket(shop.app, as(token))
    await socket.next("account")
    return socket
  }
  const mine = await openSocket(shop.app, as(customer.token))
  await mine.next("account")

  let there = await other()
  await shop.call("DELETE /api/auth/sessions", { as: customer.token })
  expect(await there.closed()).toBe(4401)

  there = await other()
  const body = { current_password: password, new_password: "Another-Word-1" }
  expect((await shop.call("POST /api/auth/change-password", { as: customer.token, body })).status).toBe(204)
  expect(await there.closed()).toBe(4401)
  expect(mine.ws.readyState).toBe(mine.ws.OPEN)

  const gone = await shop.call("DELETE /api/users/account", {
    as: customer.token,
    body: { password: "Another-Word-1" },
  })
  expect(gone.status).toBe(204)
  expect(await mine.closed()).toBe(4401)

  const { person, socket } = await aPage()
  await change(person.id, { isActive: false })
  expect(await socket.closed()).toBe(4401)
})

test("a new notification arrives with the count, and reading it updates every page", async () => {
  const { person, socket } = await aPage()
  const second = await openSocket(shop.app, person)
  await second.next("notice")
  await shop.app.store.transaction((tx) => notify(tx, person.id, notice))
  const told = await socket.next("notice")
  expect(told).toMatchObject({ unread: 1, notification: { ...notice, read_at: null } })
  expect(await second.next("notice")).toEqual(told)
  await shop.call("POST /api/notifications/read", { as: person, body: { up_to_id: told.notification.id } })
  expect(await socket.next("notice")).toEqual({ type: "notice", notification: null, unread: 0 })
})

test("a notification whose transaction fails is not published", async () => {
  const { person, socket } = await aPage()
  const failing = shop.app.store.transaction(async (tx) => {
    await notify(tx, person.id, notice)
    throw new Error("rolled back")
  })
  await expect(failing).rejects.toThrow()
  await shop.app.store.transaction((tx) => notify(tx, person.id, { ...notice, title: "Second" }))
  expect(await socket.next("notice")).toMatchObject({ unread: 1, notification: { title: "Second" } })
})
