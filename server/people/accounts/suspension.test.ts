import { desc, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { staffAnswerTexts } from "#contract/adminText.ts"
import { notificationTexts } from "#contract/buyingText.ts"
import { accountTexts, moderationTexts } from "#contract/memberText.ts"
import { aRoom, form, inRoom, post, says, type TestRoom } from "#test/chat.ts"
import { aMember } from "#test/members.ts"
import { shipping } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { users } from "../../platform/auth/tables.ts"
import { flaggedItems } from "../../platform/moderation/tables.ts"
import { auditLog } from "../../platform/records/tables.ts"

let shop: TestShop
let boss: TestPerson
let v: ReturnType<typeof visitorsOf>
beforeAll(async () => {
  shop = await openShop()
  boss = await shop.anAdmin()
  v = visitorsOf(shop)
})
afterAll(() => shop.close())

const worst = "Do you have one of a schoolgirl?"
const paused = { status: 403, body: { code: "SUSPENDED", detail: accountTexts.suspended } }

/** A member of two rooms, just suspended for a message in the first. */
async function aSuspendedMember() {
  const member = await aMember(shop, "vvip")
  const [first, second] = [await aRoom(shop, { member }), await aRoom(shop, { member })]
  const harmless = await says(shop, second, member, "Good evening", "said-before")
  const refused = await post(shop, member, { chat_room_id: first.id, content: worst })
  expect([refused.status, refused.body.detail]).toEqual([422, moderationTexts.frozen])
  return { member, first, second, harmless, item: await itemOf(first) }
}

async function itemOf({ id }: Pick<TestRoom, "id">) {
  const [item] = await shop.app.store.db
    .select()
    .from(flaggedItems)
    .where(eq(flaggedItems.roomId, id))
    .orderBy(desc(flaggedItems.id))
  return item!
}

const me = async (as: TestPerson) => (await shop.call("GET /api/auth/me", { as })).body
const decide = (what: "approve" | "delete", id: number) =>
  shop.call(`${what === "delete" ? "DELETE" : "POST"} /api/admin/flagged-messages/${id}/${what}`, { as: boss })
const onUser = (what: "suspend" | "unsuspend", id: number, as = boss) =>
  shop.call(`POST /api/admin/users/${id}/${what}`, { as })
const write = (as: TestPerson, room: TestRoom) => post(shop, as, { chat_room_id: room.id, content: "Hello again" })

test("after a critical finding the account is read-only everywhere until it is reviewed", async () => {
  const { member, second, harmless } = await aSuspendedMember()
  const doll = await shop.aDoll()
  await shop.call("POST /api/cart", { as: member, body: { doll_id: doll.id, quantity: 1 } })
  const upload = { as: member, ...form({ name: "care.pdf", type: "application/pdf", bytes: "%PDF-1.4 care" }) }
  const tries: [string, object][] = [
    ["POST /api/chat/messages/", { body: { chat_room_id: second.id, content: "Hello?" } }],
    [`DELETE /api/chat/messages/${harmless.id}`, {}],
    ["POST /api/chat/rooms/", { body: { doll_id: doll.id } }],
    ["POST /api/reviews", { body: { doll_id: doll.id, rating: 5, comment: "A calm piece." } }],
    ["POST /api/orders", { body: shipping }],
    ["POST /api/nowpayments/create-subscription-invoice", { body: { level: "vip" } }],
    ["PATCH /api/auth/me", { body: { full_name: "Somebody Else" } }],
    ["DELETE /api/users/account", { body: {} }],
  ]
  for (const [what, rest] of tries)
    expect([what, await shop.call(what, { as: member, ...rest })]).toMatchObject([what, paused])
  expect(await shop.call(`POST /api/chat/messages/${second.id}/upload`, upload)).toMatchObject(paused)

  expect((await me(member)).suspended).toBe(true)
  expect((await shop.call(`GET /api/chat/rooms/${second.id}`, { as: member })).status).toBe(200)
  expect((await shop.call("GET /api/users/account/export", { as: member })).status).toBe(200)
  // A retry of a message stored before the suspension is acknowledged as usual.
  const again = { chat_room_id: second.id, content: "Good evening", client_id: "said-before" }
  expect((await post(shop, member, again)).body.id).toBe(harmless.id)
  const appeal = { name: "M", email: member.email, subject: "Paused", message: "I can explain." }
  expect((await shop.call("POST /api/contact", { as: member, body: appeal })).status).toBeLessThan(300)
})

test("a socket that was already open cannot send, in any room", async () => {
  const member = await aMember(shop, "vvip")
  const [first, second] = [await aRoom(shop, { member }), await aRoom(shop, { member })]
  const one = await inRoom(shop.app, first, member)
  const two = await inRoom(shop.app, second, member)
  one.say({ type: "create", message: worst, client_id: "worst-0001" })
  expect(await one.next("error")).toMatchObject({ code: "BLOCKED" })
  two.say({ type: "create", message: "Good evening", client_id: "after-0001" })
  expect(["SUSPENDED", "FORBIDDEN"]).toContain((await two.next("error")).code)
  await expect.poll(async () => (await me(member)).suspended).toBe(true)
  two.say({ type: "create", message: "Good evening", client_id: "after-0002" })
  expect(await two.next("error")).toMatchObject({ code: "SUSPENDED", detail: accountTexts.suspended })
  const { body } = await shop.call(`GET /api/chat/rooms/${second.id}/messages`, { as: second.moderator })
  expect(body).toEqual([])
})

test("the customer is informed in neutral words, by notification and email, and again when it is lifted", async () => {
  const { member, second, item } = await aSuspendedMember()
  const notices = async () => (await shop.call("GET /api/notifications", { as: member })).body
  expect((await notices())[0]).toMatchObject({ kind: "account_suspended", ...notificationTexts.suspended })
  expect((await v.kindsTo(member.email))[0]).toBe("account_suspended")
  expect((await v.emailsTo(member.email))[0]!.bodyText).not.toContain("schoolgirl")
  expect((await decide("approve", item.id)).status).toBe(204)
  expect((await me(member)).suspended).toBe(false)
  expect((await notices())[0]).toMatchObject({ kind: "account_restored", ...notificationTexts.suspendedByMistake })
  expect((await v.kindsTo(member.email))[0]).toBe("account_restored")
  expect((await write(member, second)).status).toBe(201)
  expect((await shop.call("DELETE /api/users/account", { as: member, body: {} })).status).toBe(204)
})

test("a confirmed finding keeps the account suspended until a super admin lifts it on the user's row", async () => {
  const { member, first, second, item } = await aSuspendedMember()
  expect((await decide("delete", item.id)).status).toBe(204)
  expect(await write(member, second)).toMatchObject(paused)
  expect((await onUser("unsuspend", member.id, await shop.anAdmin("content_admin"))).status).toBe(403)
  expect((await onUser("unsuspend", member.id)).status).toBe(204)
  expect((await write(member, second)).status).toBe(201)
  expect((await write(member, first)).status).toBe(201)
})

test("a suspended person is told when it is confirmed, once", async () => {
  const { member, item } = await aSuspendedMember()
  await decide("delete", item.id)
  await onUser("suspend", member.id)
  const { body } = await shop.call("GET /api/notifications", { as: member })
  const told = body.filter(({ title }: { title: string }) => title === notificationTexts.suspensionConfirmed.title)
  expect(told).toMatchObject([{ ...notificationTexts.suspensionConfirmed, link: "/contact" }])
})

test("a message that was held back and approved can be sent again, by its author in its room", async () => {
  const member = await aMember(shop, "vvip")
  const [room, other] = [await aRoom(shop, { member }), await aRoom(shop, { member })]
  const content = "Can you make a doll of my niece from this photo?"
  const send = (to: TestRoom) => post(shop, member, { chat_room_id: to.id, content })
  expect((await send(room)).body.detail).toBe(moderationTexts.blocked)
  expect((await decide("approve", (await itemOf(room)).id)).status).toBe(204)
  expect((await send(room)).status).toBe(201)
  expect((await send(other)).body.detail).toBe(moderationTexts.blocked)
})

test("of two findings both must be cleared, and clearing one does not undo the confirmation of another", async () => {
  for (const confirmed of [false, true]) {
    const { member, second, item } = await aSuspendedMember()
    // A message blocked at the same moment on another node.
    const about = { kind: "message" as const, subjectId: null, roomId: second.id, authorId: member.id, text: worst }
    const judgement = await shop.app.moderation.judgeMessage({ text: worst, recent: [] })
    await shop.app.store.transaction((tx) => shop.app.moderation.record(tx, judgement, about))
    const other = await itemOf(second)
    await decide(confirmed ? "delete" : "approve", item.id)
    expect((await me(member)).suspended).toBe(true)
    await decide("approve", other.id)
    expect((await me(member)).suspended).toBe(confirmed)
  }
})

test("staff see it in the list of users and at the flagged item, and the audit log records who did what", async () => {
  const { member, item } = await aSuspendedMember()
  const list = async (query: string) =>
    (await shop.call(`GET /api/admin/users?limit=100&${query}`, { as: boss })).body.map((user: any) => user.id)
  expect(await list("suspended=true")).toContain(member.id)
  expect(await list("suspended=false")).not.toContain(member.id)
  const [shown] = (await shop.call("GET /api/admin/flagged-messages?limit=100", { as: boss })).body.filter(
    ({ id }: any) => id === item.id,
  )
  expect(shown).toMatchObject({ user_email: member.email, user_suspended: true })
  await onUser("suspend", member.id)
  // The suspension was confirmed on the user's row: clearing the finding alone does not lift it.
  await decide("approve", item.id)
  expect((await me(member)).suspended).toBe(true)
  await onUser("unsuspend", member.id)
  const log = await shop.app.store.db.select().from(auditLog).where(eq(auditLog.targetId, member.id))
  expect(log.map(({ action, actorId }) => [action, actorId])).toEqual([
    ["user.suspend", null],
    ["user.suspend", boss.id],
    ["user.unsuspend", boss.id],
  ])
  expect(log[0]!.after).toEqual({
    flagged_item: item.id,
    reason: expect.stringContaining("by the rules and the classifier"),
  })
})

const ask = (as: TestPerson | undefined, subject: string, message = "I can explain.", email = as?.email) =>
  shop.call("POST /api/contact", { as, body: { name: "M", email, subject, message } })
async function appealAt(id: number, as = boss, query = "") {
  const { body } = await shop.call(`GET /api/admin/flagged-messages?limit=100${query}`, { as })
  return body.find((item: any) => item.id === id)?.appeal
}

test("the newest message that a suspended member has sent since is at the open item, until it is decided", async () => {
  const { member, item } = await aSuspendedMember()
  expect(await appealAt(item.id)).toBeNull()
  await ask(member, "Paused")
  await ask(member, "Paused again", "A word was missing. My password is kiln-and-glaze-7")
  const appeal = await appealAt(item.id)
  expect(appeal).toEqual({
    id: expect.any(Number),
    subject: "Paused again",
    message: "A word was missing. •• •••••••• •• ••••••••••••••••",
    created_at: expect.any(String),
  })
  const contact = await shop.call(`GET /api/admin/contacts/${appeal.id}`, { as: boss })
  expect(contact.body).toMatchObject({ user_id: member.id, created_at: appeal.created_at })
  await decide("delete", item.id)
  expect((await me(member)).suspended).toBe(true)
  expect(await appealAt(item.id, boss, "&decided=1")).toBeNull()
})

test("what others wrote, or the member before the finding, is no appeal, and none is left when it is lifted", async () => {
  const before = await aMember(shop, "vvip")
  const room = await aRoom(shop, { member: before })
  await ask(before, "A crate")
  shop.clock.advance(1000)
  await post(shop, before, { chat_room_id: room.id, content: worst })
  const item = await itemOf(room)
  const other = await aSuspendedMember()
  await ask(other.member, "Of somebody else")
  await ask(undefined, "Without signing in", "I say that I am M.", before.email)
  expect([await appealAt(item.id), (await appealAt(other.item.id)).subject]).toEqual([null, "Of somebody else"])
  await onUser("unsuspend", other.member.id)
  expect(await appealAt(other.item.id)).toBeNull()
})

test("an appeal is read by those who may see its item: at a critical one by super admins only", async () => {
  const { member, second, harmless, item } = await aSuspendedMember()
  const flag = { as: second.moderator, body: { flagged: true } }
  expect((await shop.call(`PATCH /api/chat/messages/${harmless.id}/flag`, flag)).status).toBe(200)
  const plain = await itemOf(second)
  await ask(member, "Paused")
  const contentAdmin = await shop.anAdmin("content_admin")
  expect(await appealAt(item.id, contentAdmin)).toBeUndefined()
  expect((await appealAt(plain.id, contentAdmin)).subject).toBe("Paused")
  const queue = await shop.call("GET /api/admin/flagged-messages", { as: await shop.anAdmin("financial_admin") })
  expect([queue.status, JSON.stringify(queue.body)]).toEqual([403, expect.not.stringContaining("Paused")])
})

test("a moderator is suspended like a member; admins are not, by a finding or by hand", async () => {
  const room = await aRoom(shop)
  const other = await aRoom(shop, { moderator: room.moderator })
  expect((await post(shop, room.moderator, { chat_room_id: room.id, content: worst })).status).toBe(422)
  expect(await write(room.moderator, other)).toMatchObject(paused)
  expect((await write(other.member, other)).status).toBe(201)
  const admin = await shop.anAdmin("content_admin")
  const body = { name: "A piece", price: 10, description: "An underage doll." }
  expect((await shop.call("POST /api/dolls/create", { as: admin, body })).status).toBe(422)
  expect(await onUser("suspend", admin.id)).toMatchObject({
    status: 409,
    body: { detail: staffAnswerTexts.adminsNotSuspended },
  })
  const [row] = await shop.app.store.db.select().from(users).where(eq(users.id, admin.id))
  expect(row!.suspendedAt).toBeNull()
})

test("a critical review suspends as well; one that is merely explicit does not", async () => {
  const author = await shop.aUser()
  const { id: doll_id } = await shop.aDoll()
  const review = (comment: string) =>
    shop.call("POST /api/reviews", { as: author, body: { doll_id, rating: 5, comment } })
  expect(await review("Looks barely legal, and I liked it")).toMatchObject({
    status: 422,
    body: { code: "ADULTS_ONLY" },
  })
  expect((await me(author)).suspended).toBe(false)
  expect(await review("Looks like a little girl")).toMatchObject({ status: 422, body: { code: "ADULTS_ONLY" } })
  expect((await me(author)).suspended).toBe(true)
  const items = await shop.app.store.db.select().from(flaggedItems).where(eq(flaggedItems.authorId, author.id))
  expect(items.filter(({ critical }) => critical)).toMatchObject([
    { kind: "review", heldText: "Looks like a little girl" },
  ])
  expect(await review("A calm piece.")).toMatchObject(paused)
})

test("a pending change of address is cancelled by the suspension", async () => {
  const { id, email, token } = await v.aCustomer()
  const wanted = `elsewhere-${email}`
  const change = { full_name: "Vera Visitor", region: "eu", email: wanted, current_password: password }
  expect((await shop.call("PATCH /api/auth/me", { as: token, body: change })).body.pending_email).toBe(wanted)
  const code = await v.codeFor(wanted)
  expect((await onUser("suspend", id)).status).toBeLessThan(300)
  const confirmed = await shop.call("POST /api/auth/verify-email/confirm", { body: { oob_code: code } })
  expect([confirmed.status, confirmed.body.code]).toEqual([422, "BAD_CODE"])
  const { body } = await shop.call("GET /api/auth/me", { as: token })
  expect(body).toMatchObject({ email, pending_email: null, suspended: true })
})

test("a suspended moderator can neither flag nor unflag", async () => {
  const room = await aRoom(shop)
  const said = await says(shop, room, room.member, "Good evening to you")
  const flag = (flagged: boolean) =>
    shop.call(`PATCH /api/chat/messages/${said.id}/flag`, { as: room.moderator, body: { flagged } })
  expect((await flag(true)).status).toBe(200)
  await onUser("suspend", room.moderator.id)
  for (const flagged of [false, true]) expect(await flag(flagged)).toMatchObject(paused)
})

test("a suspended moderator cannot change the canned replies", async () => {
  const as = await shop.aModerator()
  const body = { title: "Hours", content: "We answer from nine to five." }
  const made = await shop.call("POST /api/chat/canned-replies", { as, body })
  expect(made.status).toBe(201)
  await onUser("suspend", as.id)
  expect(await shop.call("POST /api/chat/canned-replies", { as, body })).toMatchObject(paused)
  expect(await shop.call(`DELETE /api/chat/canned-replies/${made.body.id}`, { as })).toMatchObject(paused)
  expect((await shop.call("GET /api/chat/canned-replies", { as })).body).toHaveLength(1)
})
