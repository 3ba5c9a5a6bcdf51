import { eq } from "drizzle-orm"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { modelApprovalTexts } from "#contract/panelText.ts"
import { videoAdminTexts } from "#contract/videoText.ts"
import { hashPassword } from "#server/platform/auth/passwords.ts"
import { users } from "#server/platform/auth/tables.ts"
import { minutes } from "#server/platform/clock.ts"
import { auditLog } from "#server/platform/records/tables.ts"
import { form } from "#test/chat.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { catalogChanged } from "./changes.ts"

const png = await sharp({ create: { width: 40, height: 50, channels: 3, background: "#777" } })
  .png()
  .toBuffer()
let shop: TestShop
let creator: TestPerson
let second: TestPerson
beforeAll(async () => {
  shop = await openShop()
  creator = await shop.anAdmin("content_admin")
  second = await shop.anAdmin("content_admin")
})
afterAll(() => shop.close())

const low = { name: "Low", description: "A glazed form.", price: 100, doll_height: 130 }
const make = async (body: object = low) => (await shop.call("POST /api/dolls/create", { as: creator, body })).body
const edit = (id: number, body: object, as = creator) => shop.call(`PATCH /api/dolls/${id}`, { as, body })
const approve = (id: number, as = second) => shop.call(`POST /api/dolls/${id}/approve`, { as })
const isPublic = async (id: number) => {
  const [one, all] = [await shop.call(`GET /api/dolls/${id}`), await shop.call("GET /api/dolls?limit=100")]
  const listed = all.body.some((doll: any) => doll.id === id)
  expect(listed).toBe(one.status === 200)
  return listed
}
/** A report, and another admin who removes the subject from the shop. */
const takeOut = async (kind: "doll" | "video", id: number) => {
  await shop.call("POST /api/reports", { body: { kind, id, reason: "It is wrong" } })
  const queue = await shop.call("GET /api/admin/flagged-messages", { as: second })
  const item = queue.body.find((one: any) => one.kind === kind && one.subject_id === id)
  expect((await shop.call(`DELETE /api/admin/flagged-messages/${item.id}/delete`, { as: second })).status).toBe(204)
}
/** A video by the creator of the models. */
const aVideo = async (doll_id: number) => {
  const body = { title: "On the wheel", description: "A turn.", doll_id }
  const { body: video } = await shop.call("POST /api/videos", { as: creator, body })
  await shop.app.database.db.execute(
    `update videos set file = 'videos/x/film.mp4', type = 'video/mp4', size = 4 where id = ${video.id}`,
  )
  catalogChanged(shop.app.store)
  return video.id as number
}

test("a model under 140 cm is not published by a new height, its availability or archive and restore", async () => {
  const { id } = await make()
  for (const body of [{ doll_height: 160 }, { doll_height: null }, { is_available: false }, { is_available: true }]) {
    expect((await edit(id, body)).status).toBe(200)
    expect(await isPublic(id)).toBe(false)
  }
  await shop.call(`DELETE /api/dolls/delete/${id}`, { as: creator })
  expect((await shop.call(`POST /api/dolls/${id}/restore`, { as: creator })).body.needs_approval).toBe(true)
  expect(await isPublic(id)).toBe(false)
  expect((await approve(id, creator)).status).toBe(403)
  expect((await approve(id)).status).toBe(200)
  expect(await isPublic(id)).toBe(true)
  // Sent again after a lost answer; for anybody else there is nothing to approve.
  expect((await approve(id)).status).toBe(200)
  expect((await approve(id, creator)).status).toBe(409)
})

test("a change after the approval is reviewed again, and not by the admin who made it", async () => {
  const { id } = await make()
  await approve(id)
  await edit(id, { price: 120, stock: 3 })
  expect(await isPublic(id)).toBe(true)
  await edit(id, { description: "Something else altogether." })
  expect(await isPublic(id)).toBe(false)
  expect((await approve(id, creator)).status).toBe(403)
  await approve(id)
  // The roles reversed: the previous approver has changed it, and its creator approves.
  await edit(id, { name: "Lower" }, second)
  expect((await approve(id, second)).status).toBe(403)
  expect((await approve(id, creator)).status).toBe(200)
  const picture = await shop.call("POST /api/images/upload", {
    as: creator,
    ...form({ name: "a.png", bytes: png }, { doll_id: String(id) }),
  })
  expect(picture.status).toBe(201)
  expect(await isPublic(id)).toBe(false)
  expect((await approve(id, creator)).status).toBe(403)
  expect((await approve(id)).status).toBe(200)
  const caption = { caption: "Seen from the side" }
  expect((await shop.call(`PATCH /api/images/${picture.body.id}`, { as: second, body: caption })).status).toBe(200)
  expect(await isPublic(id)).toBe(false)
  expect((await approve(id, creator)).status).toBe(200)
  const dark = { as: second, ...form({ name: "dark.png", bytes: png }, {}) }
  expect((await shop.call(`PUT /api/images/${picture.body.id}/dark`, dark)).status).toBe(200)
  expect(await isPublic(id)).toBe(false)
})

test("neither raising nor removing the height of an approved model publishes its new texts", async () => {
  for (const doll_height of [150, null]) {
    const { id } = await make()
    await approve(id)
    await edit(id, { doll_height, name: "Not what was approved" })
    expect(await isPublic(id)).toBe(false)
    expect((await approve(id, creator)).status).toBe(403)
    expect((await approve(id)).status).toBe(200)
    expect(await isPublic(id)).toBe(true)
  }
})

test("a model without a height is reviewed like one under 140 cm, whatever its specifications say", async () => {
  const { doll_height, ...unmeasured } = low
  const { id } = await make({ ...unmeasured, specifications: [{ name: "Height", value: "100 cm" }] })
  expect(await isPublic(id)).toBe(false)
  expect((await approve(id, creator)).status).toBe(403)
  await approve(id)
  expect(await isPublic(id)).toBe(true)
  await edit(id, { description: "Something else altogether." })
  expect(await isPublic(id)).toBe(false)
  const cleared = await make()
  await edit(cleared.id, { doll_height: null })
  await approve(cleared.id)
  await edit(cleared.id, { name: "Not what was approved" })
  expect(await isPublic(cleared.id)).toBe(false)
})

test("a listing that was taken out is not restored by an admin who created or changed it", async () => {
  const { id } = await make({ ...low, doll_height: 170 })
  expect(await isPublic(id)).toBe(true)
  await takeOut("doll", id)
  await edit(id, { doll_height: 165, is_available: true, description: "All new." })
  expect(await isPublic(id)).toBe(false)
  expect((await approve(id, creator)).status).toBe(403)
  const third = await shop.anAdmin()
  await edit(id, { name: "Changed by a third" }, third)
  expect((await approve(id, third)).status).toBe(403)
  expect((await approve(id)).status).toBe(200)
  expect(await isPublic(id)).toBe(true)
})

test("a video that was taken out needs another admin, and a pending model is not shown by its video", async () => {
  const { id: doll_id } = await make({ ...low, doll_height: 170 })
  const isShown = async (video: number) => {
    const listed = (await shop.call("GET /api/videos")).body.some((one: any) => one.id === video)
    expect((await shop.call(`GET /api/videos/${video}`)).status).toBe(listed ? 200 : 404)
    return listed
  }
  const id = await aVideo(doll_id)
  expect(await isShown(id)).toBe(true)
  await takeOut("video", id)
  const put = (body: object, as = creator) => shop.call(`PUT /api/videos/${id}`, { as, body })
  expect((await put({ is_published: true, title: "On another wheel" })).body).toMatchObject({
    is_published: true,
    needs_approval: true,
  })
  expect(await isShown(id)).toBe(false)
  const approveVideo = (as: TestPerson) => shop.call(`POST /api/videos/${id}/approve`, { as })
  expect((await approveVideo(await shop.aModerator())).status).toBe(403)
  expect((await approveVideo(creator)).status).toBe(403)
  expect((await approveVideo(second)).body.needs_approval).toBe(false)
  expect((await approveVideo(second)).status).toBe(200)
  expect((await approveVideo(creator)).status).toBe(409)
  expect(await isShown(id)).toBe(true)
  await takeOut("doll", doll_id)
  expect(await isShown(id)).toBe(false)
})

test("an admin who changed a listing or video before it was taken out cannot restore it either", async () => {
  const writer = await shop.anAdmin("content_admin")
  const { id } = await make({ ...low, doll_height: 170 })
  await edit(id, { description: "What nobody should read." }, writer)
  await takeOut("doll", id)
  await edit(id, { is_available: true }, writer)
  expect((await approve(id, writer)).status).toBe(403)
  expect(await isPublic(id)).toBe(false)

  const { id: doll_id } = await make({ ...low, doll_height: 170 })
  const video = await aVideo(doll_id)
  await shop.call(`PUT /api/videos/${video}`, { as: writer, body: { description: "What nobody should read." } })
  await takeOut("video", video)
  const approveVideo = (as: TestPerson) => shop.call(`POST /api/videos/${video}/approve`, { as })
  expect(await approveVideo(writer)).toMatchObject({ status: 403, body: { detail: videoAdminTexts.approvedByAnother } })
  expect((await approveVideo(second)).status).toBe(200)
  // Sent again after a lost answer; for anybody else there is nothing to approve.
  expect((await approveVideo(second)).status).toBe(200)
  expect(await approveVideo(creator)).toMatchObject({ status: 409, body: { detail: videoAdminTexts.notWaiting } })
})

test("a model pending since before changes were recorded is not approved by its creator after an edit", async () => {
  const { id } = await make()
  await shop.app.database.db.execute(`update dolls set changed_by = '{}' where id = ${id}`)
  await edit(id, { description: "Glazed twice." }, await shop.anAdmin("content_admin"))
  expect((await approve(id, creator)).status).toBe(403)
  expect((await approve(id)).status).toBe(200)
})

test("only the version that was seen is approved: a change in between is a conflict", async () => {
  const { id } = await make()
  const tag = async (path: string) => ({
    "if-match": String((await shop.call(`GET ${path}`, { as: second })).headers.etag),
  })
  const seen = await tag(`/api/dolls/${id}`)
  await edit(id, { description: "Not what the second admin has read." })
  const late = await shop.call(`POST /api/dolls/${id}/approve`, { as: second, headers: seen })
  expect([late.status, late.body.code]).toEqual([412, "STALE"])
  expect(await isPublic(id)).toBe(false)
  const approveSeen = async (headers: Record<string, string>) =>
    (await shop.call(`POST /api/dolls/${id}/approve`, { as: second, headers })).status
  const unillustrated = await tag(`/api/dolls/${id}`)
  const picture = await shop.call("POST /api/images/upload", {
    as: creator,
    ...form({ name: "a.png", bytes: png }, { doll_id: String(id) }),
  })
  expect(await approveSeen(unillustrated)).toBe(412)
  const uncaptioned = await tag(`/api/dolls/${id}`)
  const caption = { caption: "Not what the second admin has read" }
  await shop.call(`PATCH /api/images/${picture.body.id}`, { as: creator, body: caption })
  expect(await approveSeen(uncaptioned)).toBe(412)
  expect(await isPublic(id)).toBe(false)
  // The form of who added the picture is saved with what it had read before.
  const mine = { as: creator, headers: unillustrated, body: { price: 110 } }
  expect((await shop.call(`PATCH /api/dolls/${id}`, mine)).status).toBe(200)
  expect(await approveSeen(await tag(`/api/dolls/${id}`))).toBe(200)

  const video = await aVideo(id)
  await takeOut("video", video)
  const path = `/api/videos/${video}`
  const before = await tag(path)
  await shop.call(`PUT ${path}`, { as: creator, body: { title: "Not what was read" } })
  const again = await shop.call(`POST ${path}/approve`, { as: second, headers: before })
  expect([again.status, again.body.code]).toEqual([412, "STALE"])
})

test("a pending model or draft is neither shown by its video nor found by a report", async () => {
  const waiting = await make()
  const draft = await make({ ...low, doll_height: 170, draft: true })
  for (const { id } of [waiting, draft]) {
    const video = await aVideo(id)
    expect((await shop.call(`GET /api/videos/${video}`)).status).toBe(404)
    const told = await shop.call("POST /api/reports", { body: { kind: "doll", id, reason: "Is it there?" } })
    expect(told.status).toBe(404)
  }
})

test("the only admin of a shop approves their own model with a reason and a proof, and not once there is another", async () => {
  const small = await openShop()
  try {
    const owner = await small.anAdmin()
    const make = async () => (await small.call("POST /api/dolls/create", { as: owner, body: low })).body.id as number
    const send = (id: number, body?: object, as = owner) => small.call(`POST /api/dolls/${id}/approve`, { as, body })
    const mayAlone = async (id: number) =>
      (await small.call(`GET /api/dolls/${id}`, { as: owner })).body.may_approve_alone
    // Admins of payments, moderators, invited and inactive admins cannot approve it.
    await small.anAdmin("financial_admin")
    await small.aModerator()
    const invited = { email: "invited@demo.example", full_name: "Ines Invited", admin_type: "content_admin" }
    expect((await small.call("POST /api/admin/admins", { as: owner, body: invited })).status).toBe(201)
    const away = await small.anAdmin("content_admin")
    await small.call(`POST /api/admin/users/${away.id}/deactivate`, { as: owner })
    const first = await make()
    expect(await mayAlone(first)).toBe(true)
    for (const body of [undefined, {}, { reason: "  " }]) {
      const refused = await send(first, body)
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        [{ path: "reason", message: modelApprovalTexts.reason }],
      ])
    }
    small.clock.advance(minutes(20))
    const reason = "The height is that of a seated figure of an adult."
    expect((await send(first, { reason })).body.code).toBe("CONFIRMATION_REQUIRED")
    const password = "Copper-Lathe-25"
    const passwordHash = await hashPassword(password)
    await small.app.store.db.update(users).set({ passwordHash }).where(eq(users.id, owner.id))
    const confirmed = await small.call("POST /api/auth/confirm", { as: owner, body: { password } })
    expect(confirmed.status).toBe(204)
    expect((await send(first, { reason })).status).toBe(200)
    expect((await small.call(`GET /api/dolls/${first}`)).status).toBe(200)
    const entries = (await small.app.store.db.select().from(auditLog)).filter(
      ({ action }) => action === "doll.approve_alone",
    )
    expect(entries.map(({ actorId, targetId, after }) => [actorId, targetId, after])).toEqual([
      [owner.id, first, { reason }],
    ])
    const next = await make()
    await small.call(`POST /api/admin/users/${away.id}/reactivate`, { as: owner })
    expect(await mayAlone(next)).toBe(false)
    const refused = await send(next, { reason })
    expect([refused.status, refused.body.detail]).toEqual([403, modelApprovalTexts.byAnother])
    expect((await send(next, undefined, away)).status).toBe(401)
    const other = await small.anAdmin("content_admin")
    expect((await send(next, undefined, other)).status).toBe(200)
  } finally {
    await small.close()
  }
})
