import { and, desc, eq, isNull } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { flagReasonTexts } from "#contract/adminText.ts"
import { notificationTexts } from "#contract/buyingText.ts"
import { moderationTexts } from "#contract/memberText.ts"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { auditLog } from "#server/platform/records/tables.ts"
import { aRoom, post, says } from "#test/chat.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { flaggedItems, moderationDecisions, reports } from "../../platform/moderation/tables.ts"

let shop: TestShop
let admin: TestPerson
beforeAll(async () => {
  shop = await openShop({ SUPPORT_EMAIL: "support@shop.example" })
  admin = await shop.anAdmin()
})
afterAll(() => shop.close())

const list = "GET /api/admin/flagged-messages"
const queue = async (as = admin) => (await shop.call(`${list}?limit=100`, { as })).body as any[]
const count = async (as = admin) => (await shop.call(`${list}/count`, { as })).body.count as number
const on = async (kind: string, subjectId: number) =>
  (await queue()).find((item) => item.kind === kind && item.subject_id === subjectId)
const act = (what: "approve" | "notify" | "delete", id: number, as: TestPerson | undefined = admin) =>
  shop.call(`${what === "delete" ? "DELETE" : "POST"} /api/admin/flagged-messages/${id}/${what}`, { as })
const report = (body: unknown, as?: TestPerson, address = "192.0.2.1") =>
  shop.app.http.inject({
    method: "POST",
    url: "/api/reports",
    remoteAddress: address,
    headers: { "content-type": "application/json", ...(as && { authorization: `Bearer ${as.token}` }) },
    payload: JSON.stringify(body),
  })
const aReview = async (comment = "A calm piece.") => {
  const author = await shop.aUser()
  const moderator = await shop.aModerator()
  const doll = await shop.aDoll({ moderatorId: moderator.id })
  const body = { doll_id: doll.id, rating: 4, comment }
  const answer = await shop.call("POST /api/reviews", { as: author, body })
  return { id: answer.body.id as number, status: answer.status, author, moderator, doll }
}

test("the queue is for super and content admins; all other users are refused every call", async () => {
  const people: [TestPerson | undefined, number][] = [
    [undefined, 401],
    [await shop.aUser(), 403],
    [await shop.aModerator(), 403],
    [await shop.anAdmin("financial_admin"), 403],
    [await shop.anAdmin("content_admin"), 200],
    [admin, 200],
  ]
  for (const [as, status] of people) {
    expect((await shop.call(list, { as })).status).toBe(status)
    expect((await shop.call(`${list}/count`, { as })).status).toBe(status)
    for (const what of ["approve", "notify", "delete"] as const) {
      const answer = await shop.call(
        `${what === "delete" ? "DELETE" : "POST"} /api/admin/flagged-messages/2000000000/${what}`,
        { as },
      )
      expect(answer.status).toBe(status === 200 ? 404 : status)
      if (status === 200) expect(answer.body.detail).toBe(moderationTexts.notInQueue)
    }
  }
})

test("a message that its moderator flags is in the queue, and approving it removes the flag", async () => {
  const room = await aRoom(shop)
  const message = await says(shop, room, room.member, "A word that somebody minds")
  await shop.call(`PATCH /api/chat/messages/${message.id}/flag`, { as: room.moderator, body: { flagged: true } })
  const item = await on("message", message.id)
  expect(item).toMatchObject({
    content: "A word that somebody minds",
    user: room.member.fullName,
    user_email: room.member.email,
    moderator: room.moderator.fullName,
    moderator_email: room.moderator.email,
    sources: ["moderator"],
    chat_room: room.id,
    critical: false,
  })
  expect((await act("approve", item.id)).status).toBe(204)
  expect(await on("message", message.id)).toBeUndefined()
  const seen = await shop.call(`GET /api/chat/rooms/${room.id}/messages`, { as: room.moderator })
  expect(seen.body).toMatchObject([{ id: message.id, flagged: false, deleted: false }])
  // Sent again after a lost answer; but another decision, or another admin's, comes too late.
  const entries = () => shop.app.store.db.$count(auditLog)
  const before = await entries()
  expect((await act("approve", item.id)).status).toBe(204)
  expect(await entries()).toBe(before)
  expect((await act("delete", item.id)).status).toBe(404)
  expect((await act("approve", item.id, await shop.anAdmin())).status).toBe(404)
})

test("deleting removes the message from both screens and is audited, without its text", async () => {
  const room = await aRoom(shop)
  const message = await says(shop, room, room.member, "Please add me on telegram")
  const item = await on("message", message.id)
  expect(item).toMatchObject({ sources: ["engine"], flag_reason: "Contact or payment elsewhere" })
  const before = await count()
  expect((await act("delete", item.id)).status).toBe(204)
  expect(await count()).toBe(before - 1)
  const seen = await shop.call(`GET /api/chat/rooms/${room.id}/messages`, { as: room.member })
  expect(JSON.stringify(seen.body)).not.toContain("telegram")
  const [entry] = await shop.app.store.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  expect(entry).toMatchObject({ actorId: admin.id, action: "flagged.delete", targetId: item.id })
  expect(JSON.stringify(entry)).not.toContain("telegram")
})

test("the queue is searched by text, reason and author, and so is its file", async () => {
  const room = await aRoom(shop)
  const { id } = await says(shop, room, room.member, "The Glaze has 100%_craquelure")
  await shop.call(`PATCH /api/chat/messages/${id}/flag`, { as: room.moderator, body: { flagged: true } })
  const { id: reviewId, author } = await aReview()
  await report({ kind: "review", id: reviewId, reason: "It names a neighbour" })
  const found = async (q: string) => {
    const answer = await shop.call(`${list}?q=${encodeURIComponent(q)}`, { as: admin })
    expect(answer.headers["x-total-count"]).toBe(String(answer.body.length))
    return answer.body.map((item: any) => item.subject_id)
  }
  expect(await found("100%_CRAQ")).toEqual([id])
  expect(await found(" names a neighbour ")).toEqual([reviewId])
  expect(await found(author.email.toUpperCase())).toEqual([reviewId])
  expect(await found(flagReasonTexts.moderator.toLowerCase())).toContain(id)
  expect(await found(flagReasonTexts.reported.toUpperCase())).toContain(reviewId)
  expect(await found("100__craq")).toEqual([])
  const file = await shop.call(`${list}?q=craquelure`, { as: admin, headers: { accept: "text/csv" } })
  expect(String(file.body)).toContain("craquelure")
  expect(String(file.body)).not.toContain("neighbour")
})

test("notifying reaches the moderator and keeps the item; a model without one is an error", async () => {
  const { id, moderator, doll } = await aReview()
  await report({ kind: "review", id, reason: "Not about the piece" })
  const item = await on("review", id)
  const notify = { as: admin, headers: { "idempotency-key": "notified-once" } }
  for (const _ of ["the call", "its retry after a lost response"])
    expect((await shop.call(`POST /api/admin/flagged-messages/${item.id}/notify`, notify)).status).toBe(204)
  expect((await on("review", id)).notified_at).not.toBeNull()
  const notices = await shop.call("GET /api/notifications", { as: moderator })
  expect(notices.body).toMatchObject([
    {
      kind: "flagged_item",
      title: notificationTexts.flagged.title,
      body: notificationTexts.flagged.body(String(item.id)),
    },
  ])
  const [email] = await shop.app.store.db.select().from(mailOutbox).orderBy(desc(mailOutbox.id)).limit(1)
  expect(email).toMatchObject({ kind: "moderator_notified", toAddress: moderator.email })
  expect(email!.bodyText).not.toContain(doll.name)
  const alone = await shop.aDoll()
  await report({ kind: "doll", id: alone.id, reason: "The picture is wrong" })
  const refused = await act("notify", (await on("doll", alone.id)).id)
  expect([refused.status, refused.body.detail]).toEqual([409, moderationTexts.noModerator])
})

test("a reported review is deleted and no longer counted; a reported listing is taken out of the shop", async () => {
  const { id, doll } = await aReview()
  const answer = await report({ kind: "review", id, reason: "It insults somebody" })
  expect([answer.statusCode, answer.json()]).toEqual([202, { message: moderationTexts.reported }])
  const item = await on("review", id)
  expect(item).toMatchObject({
    content: "A calm piece.",
    sources: ["report"],
    reports: [{ reason: "It insults somebody" }],
  })
  await act("delete", item.id)
  expect((await shop.call(`GET /api/reviews/doll/${doll.id}`)).body).toEqual([])
  expect((await shop.call(`GET /api/dolls/${doll.id}`)).body).toMatchObject({ review_count: 0, rating: 4.5 })
  await report({ kind: "doll", id: doll.id, reason: "It is a copy" })
  await act("delete", (await on("doll", doll.id)).id)
  expect((await shop.call(`GET /api/dolls/${doll.id}`)).status).toBe(404)
})

test("a user, or an address, has one open report per item, and may report it again once that is closed", async () => {
  const { id } = await aReview()
  const person = await shop.aUser()
  const body = { kind: "review", id, reason: "Once" }
  await report(body, person)
  await report({ ...body, reason: "Twice" }, person)
  await report(body, undefined, "192.0.2.7")
  await report(body, undefined, "192.0.2.7")
  await report(body, undefined, "192.0.2.8")
  const item = await on("review", id)
  expect(item.reports).toHaveLength(3)
  await act("approve", item.id)
  const rows = await shop.app.store.db.select().from(reports).where(eq(reports.subjectId, id))
  expect(rows.every((row) => row.closedAt !== null && row.reporterHash === null)).toBe(true)
  await report(body, person)
  expect((await on("review", id)).reports).toHaveLength(1)
})

test("a message can be reported by participants of its room, and is not found for others", async () => {
  const room = await aRoom(shop)
  const message = await says(shop, room, room.moderator, "A word of the moderator")
  const body = { kind: "message", id: message.id, reason: "It is rude" }
  const other = await aRoom(shop)
  expect((await report(body)).statusCode).toBe(401)
  for (const stranger of [other.member, other.moderator, await shop.aUser(), admin]) {
    expect((await report(body, stranger)).statusCode).toBe(404)
  }
  expect((await report(body, room.member)).statusCode).toBe(202)
  expect(await on("message", message.id)).toMatchObject({ sources: ["report"], chat_room: room.id })
})

test("a report needs a reason and an existing item", async () => {
  const doll = await shop.aDoll()
  const blank = await report({ kind: "doll", id: doll.id, reason: " \n " })
  expect([blank.statusCode, blank.json().errors]).toEqual([
    422,
    [{ path: "reason", message: moderationTexts.reasonRequired }],
  ])
  for (const body of [
    { kind: "doll", id: doll.id, reason: "x".repeat(1001) },
    { kind: "doll", id: "1; drop table reports", reason: "x" },
    { kind: "user", id: doll.id, reason: "x" },
    { kind: "doll", id: doll.id, reason: "a\u0000b" },
    { kind: "doll", id: -1, reason: "x" },
    [],
  ]) {
    expect((await report(body)).statusCode).toBe(422)
  }
  for (const kind of ["doll", "review", "video"]) {
    expect((await report({ kind, id: 2_000_000_000, reason: "x" })).statusCode).toBe(404)
  }
  const hidden = await shop.aDoll({ isAvailable: false })
  expect((await report({ kind: "doll", id: hidden.id, reason: "x" })).statusCode).toBe(404)
})

test("an address may report five items an hour", async () => {
  const strict = await openShop({ RATE_LIMIT_SCALE: "1" })
  const doll = await strict.aDoll()
  const send = () => strict.call("POST /api/reports", { body: { kind: "doll", id: doll.id, reason: "x" } })
  for (let i = 0; i < 5; i++) expect((await send()).status).toBe(202)
  const refused = await send()
  expect([refused.status, Number(refused.headers["retry-after"])]).toEqual([429, expect.any(Number)])
  strict.clock.advance(3_600_001)
  expect((await send()).status).toBe(202)
  await strict.close()
})

test("an item that points at minors is for super admins only; approving it unfreezes the chat", async () => {
  const room = await aRoom(shop)
  const content = await shop.anAdmin("content_admin")
  const before = await count(content)
  const refused = await post(shop, room.member, { chat_room_id: room.id, content: "Do you have an underage one?" })
  expect([refused.status, refused.body.detail]).toEqual([422, moderationTexts.frozen])
  expect(await count(content)).toBe(before)
  expect((await queue(content)).some((item) => item.critical)).toBe(false)
  const [item] = await queue()
  expect(item).toMatchObject({
    critical: true,
    subject_id: null,
    chat_room: room.id,
    content: "Do you have an underage one?",
    user: room.member.fullName,
    moderator: room.moderator.fullName,
  })
  for (const what of ["approve", "notify", "delete"] as const)
    expect((await act(what, item.id, content)).status).toBe(404)
  expect((await post(shop, room.member, { chat_room_id: room.id, content: "Hello?" })).status).toBe(403)
  expect((await act("approve", item.id)).status).toBe(204)
  expect((await post(shop, room.member, { chat_room_id: room.id, content: "Hello again" })).status).toBe(201)
})

test("a frozen chat stays frozen when the finding is confirmed", async () => {
  const room = await aRoom(shop)
  await post(shop, room.member, { chat_room_id: room.id, content: "an underage doll" })
  const [item] = await queue()
  expect((await act("delete", item.id)).status).toBe(204)
  expect((await post(shop, room.member, { chat_room_id: room.id, content: "Hello?" })).status).toBe(403)
  const [row] = await shop.app.store.db.select().from(flaggedItems).where(eq(flaggedItems.id, item.id))
  expect(row).toMatchObject({ outcome: "deleted", resolvedBy: admin.id, heldText: "an underage doll" })
})

test("a flagged review is shown and queued; a blocked one is refused and recorded", async () => {
  const minded = await aReview("Lovely. Write me at quiet.fern@mail.example")
  expect(minded.status).toBe(201)
  expect(await on("review", minded.id)).toMatchObject({ sources: ["engine"], user_email: minded.author.email })
  const body = { rating: 1, comment: "I will kill you" }
  const refused = await shop.call(`PUT /api/reviews/${minded.id}`, { as: minded.author, body })
  expect([refused.status, refused.body.detail]).toEqual([422, moderationTexts.refused])
  const [decision] = await shop.app.store.db
    .select()
    .from(moderationDecisions)
    .where(and(eq(moderationDecisions.kind, "review"), isNull(moderationDecisions.subjectId)))
  expect(decision).toMatchObject({ decision: "block", authorId: minded.author.id })
})

test("the author of a refused review that staff approve is told, and can send that text", async () => {
  const { id, author } = await aReview("Lovely.")
  const body = { rating: 1, comment: "I will kill you, said the moth to the lamp" }
  const edit = (comment: string) => shop.call(`PUT /api/reviews/${id}`, { as: author, body: { ...body, comment } })
  expect((await edit(body.comment)).status).toBe(422)
  const item = (await queue()).find(({ kind, user_email }) => kind === "review" && user_email === author.email)!
  expect((await act("approve", item.id)).status).toBe(204)
  const { body: told } = await shop.call("GET /api/notifications", { as: author })
  expect(JSON.stringify(told)).toContain(notificationTexts.textHeld.title)
  expect((await edit(`${body.comment}.`)).status, "another text").toBe(422)
  expect((await edit(body.comment)).status).toBe(200)
})

test("card numbers and passwords are masked in the queue", async () => {
  const room = await aRoom(shop)
  const message = await says(shop, room, room.member, "my password is Harbour7 and my card 4012 8888 8888 1881")
  const { content } = await on("message", message.id)
  expect(content).not.toMatch(/Harbour7|4012|1881/)
  expect(content).toContain("and my card")
  for (const q of ["Harbour7", "4012 8888", "8888 1881"]) {
    expect((await shop.call(`${list}?q=${encodeURIComponent(q)}`, { as: admin })).body).toEqual([])
    const file = await shop.call(`${list}?q=${encodeURIComponent(q)}`, { as: admin, headers: { accept: "text/csv" } })
    expect(String(file.body).trim().split("\n")).toHaveLength(1)
  }
})

test("the list is paged, counts open items, and refuses parameters out of range", async () => {
  const first = await shop.call(`${list}?limit=1`, { as: admin })
  expect(first.body).toHaveLength(1)
  expect(Number(first.headers["x-total-count"])).toBe(await count())
  expect((await shop.call(`${list}?limit=101`, { as: admin })).status).toBe(422)
  expect((await shop.call("POST /api/admin/flagged-messages/x/approve", { as: admin })).status).toBe(422)
})
