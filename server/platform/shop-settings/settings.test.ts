import { createHash } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { staffAnswerTexts } from "#contract/adminText.ts"
import { closeCodes } from "#contract/closeCodes.ts"
import { aRoom, inRoom, post, says } from "#test/chat.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { openSocket } from "#test/sockets.ts"
import { auditLog } from "../records/tables.ts"

let shop: TestShop
let boss: TestPerson
beforeAll(async () => {
  shop = await openShop({}, { pages: true })
  boss = await shop.anAdmin()
})
afterAll(() => shop.close())

const edit = (fields: unknown, headers: Record<string, string> = {}) =>
  shop.call("PATCH /api/admin/settings", { as: boss, body: fields, headers })

test("a super admin changes the shop's settings; a concurrent change is a conflict", async () => {
  const read = await shop.call("GET /api/admin/settings", { as: boss })
  expect(read.body).toMatchObject({ shop_name: "Vitrine", maintenance: false, announcement: null, updated_by: null })
  const seen = { "if-match": String(read.headers.etag) }
  const changed = await edit({ announcement: "Closed on Sunday", announcement_link: "/contact" }, seen)
  expect(changed.body).toMatchObject({ announcement: "Closed on Sunday", updated_by: boss.fullName })
  const again = await edit({ announcement: "Closed on Sunday", announcement_link: "/contact" }, seen)
  expect([again.status, again.headers.etag]).toEqual([200, changed.headers.etag])
  const stale = await edit({ shop_name: "Other" }, seen)
  expect([stale.status, stale.body.detail]).toEqual([412, staffAnswerTexts.changed])
  expect((await shop.call("GET /api/settings")).body).toEqual({
    shop_name: "Vitrine",
    support_hours: "Mon-Fri 8am-5pm Pacific",
    time_zone: "UTC",
    announcement: "Closed on Sunday",
    announcement_link: "/contact",
    maintenance: false,
    maintenance_note: null,
    no_shipping: [],
    return_days: 30,
    automatic_emails: ["back_in_stock", "membership_3"],
  })
  for (const link of [
    "//evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/\\evil",
    "/..//evil",
    "/%2e//evil",
  ]) {
    expect((await edit({ announcement_link: link })).status).toBe(422)
  }
  expect((await edit({ shop_name: " " })).status).toBe(422)
  const unknown = await edit({ time_zone: "Moon/Tranquility" })
  expect([unknown.status, unknown.body.errors]).toEqual([422, [{ path: "time_zone", message: "Unknown time zone." }]])
  for (const type of ["content_admin", "financial_admin"] as const) {
    expect((await shop.call("GET /api/admin/settings", { as: await shop.anAdmin(type) })).status).toBe(403)
  }
  const log = (await shop.app.store.db.select().from(auditLog)).filter(({ action }) => action === "settings.edit")
  expect(log.map(({ before, after }) => [before, after])).toEqual([
    [
      { announcement: null, announcement_link: null },
      { announcement: "Closed on Sunday", announcement_link: "/contact" },
    ],
  ])
})

test("a page receives a change of the settings, and one from before its socket opened", async () => {
  const open = await openSocket(shop.app, await shop.aUser())
  await open.next("settings")
  await edit({ announcement: "Closed on Monday" })
  const late = await openSocket(shop.app, await shop.aUser())
  for (const page of [open, late]) {
    expect(await page.next("settings")).toMatchObject({ shop_name: "Vitrine", announcement: "Closed on Monday" })
    page.close()
  }
  await edit({ announcement: "Closed on Sunday" })
})

test("an open page receives the maintenance message once the shop is in maintenance mode, not before", async () => {
  const open = await openSocket(shop.app, await shop.aUser())
  await open.next("settings")
  await edit({ maintenance_note: "Back at noon." })
  expect(await open.next("settings")).toMatchObject({ maintenance: false, maintenance_note: null })
  await edit({ maintenance: true })
  expect(await open.next("settings")).toMatchObject({ maintenance: true, maintenance_note: "Back at noon." })
  expect((await shop.call("GET /api/settings")).body.maintenance_note).toBe("Back at noon.")
  open.close()
  await edit({ maintenance: false, maintenance_note: null })
})

test("maintenance closes a member's chat until it ends, on open sockets and new ones; its moderator stays", async () => {
  const room = await aRoom(shop)
  const member = await inRoom(shop.app, room, room.member)
  const moderator = await inRoom(shop.app, room, room.moderator)
  await edit({ maintenance: true })
  expect(await member.closed(5000)).toBe(closeCodes.slow)
  const again = await inRoom(shop.app, room, room.member, false)
  expect(await again.closed(5000)).toBe(closeCodes.slow)
  expect((await post(shop, room.member, { chat_room_id: room.id, content: "Hello" })).status).toBe(503)
  await says(shop, room, room.moderator, "We are closed for an hour.")
  expect(await moderator.next("create")).toMatchObject({ message: { content: "We are closed for an hour." } })
  await edit({ maintenance: false })
  const back = await inRoom(shop.app, room, room.member)
  await says(shop, room, room.member, "Thank you")
  expect(await back.next("create")).toBeTruthy()
})

test("in maintenance mode visitors get an error, also for cached pages, and staff can work", async () => {
  const member = await shop.aUser()
  const moderator = await shop.aModerator()
  expect((await shop.call("GET /api/dolls")).status).toBe(200)
  expect((await shop.call("GET /api/dolls")).status).toBe(200)
  await edit({ maintenance: true, maintenance_note: "We are <b>hanging</b> new pieces." })
  for (const as of [undefined, member]) {
    const refused = await shop.call("GET /api/dolls", { as })
    expect([refused.status, refused.headers["retry-after"], refused.body.code]).toEqual([503, "300", "MAINTENANCE"])
    expect(refused.body.detail).toBe("We are <b>hanging</b> new pieces.")
  }
  const page = await shop.call("GET /models")
  expect([page.status, page.headers["retry-after"]]).toEqual([503, "300"])
  expect(page.body).toContain("We are &#60;b&#62;hanging")
  expect(page.body).toContain("<h1")
  for (const as of [boss, moderator]) expect((await shop.call("GET /api/dolls", { as })).status).toBe(200)
  // The maintenance page redirects staff, who request page data with their token; nobody else gets it.
  const led = /<script>(.*)<\/script>/s.exec(page.body)![1]!
  expect(led).toContain("/staff-dashboard?open=")
  const hash = createHash("sha256").update(led).digest("base64")
  expect(page.headers["content-security-policy"]).toContain(`script-src 'sha256-${hash}'`)
  for (const as of [boss, moderator]) {
    const data = await shop.call("GET /models.data", { as })
    expect([data.headers["retry-after"], data.headers["cache-control"]]).toEqual([undefined, "private, no-store"])
  }
  for (const as of [undefined, member]) expect((await shop.call("GET /models.data", { as })).status).toBe(503)
  expect((await shop.call("GET /api/videos/1", { as: member })).status).toBe(503)
  // The ending of a file opens nothing of the API.
  expect((await shop.call("GET /api/videos/tag/x.png", { as: member })).status).toBe(503)
  expect((await shop.call("GET /vip-content")).status).toBe(503)
  for (const open of ["/api/settings", "/healthz", "/readyz"]) {
    expect((await shop.call(`GET ${open}`)).status, open).toBe(200)
  }
  // Staff login and pages: whatever these answer, it is not the maintenance page.
  const frames = [
    "/login",
    "/admin",
    "/admin/model/edit/1",
    "/staff-dashboard",
    "/moderator",
    "/favicon.svg",
    "/licenses.txt",
    "/de/login",
    "/de/sw.js",
  ]
  for (const open of [...frames, "/video/1", "/video/1.data", "/api/videos/1/media?u=1&until=1&seal=x"]) {
    expect((await shop.call(`GET ${open}`)).headers["retry-after"], open).toBeUndefined()
  }
  expect((await shop.call("GET /api/auth/me", { as: member })).status).toBe(200)
  const body = { email: "late@demo.example", password: "Copper-Lathe-25", full_name: "Lea Late", region: "eu" }
  expect((await shop.call("POST /api/auth/register", { body })).status).toBe(503)
  expect((await shop.call("POST /api/nowpayments/ipn", { body: {} })).status).toBe(401)
  await edit({ maintenance_note: null })
  expect((await shop.call("GET /api/dolls")).body.detail).toBe(staffAnswerTexts.maintenance)
  await edit({ maintenance: false })
  expect((await shop.call("GET /api/dolls")).status).toBe(200)
})
