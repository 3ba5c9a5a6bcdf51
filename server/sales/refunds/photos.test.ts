import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { AdminOrderDetail } from "#contract/admin.ts"
import { maxReturnPhotos, megabyte } from "#contract/limits.ts"
import type { OrderReturns, ReturnReason } from "#contract/refunds.ts"
import { returnTexts } from "#contract/refundText.ts"
import { form, type TestFile } from "#test/chat.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { aSentOrder } from "#test/refunds.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { sweepFiles } from "../../platform/media/privateFiles.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let staff: TestPerson
let picture: Buffer
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  staff = await shop.anAdmin("financial_admin")
  picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#a03020" } })
    .withExif({ IFD0: { Artist: "Somebody at Home" } })
    .jpeg()
    .toBuffer()
})
afterAll(() => close())

type Answer = OrderReturns & { detail: string; errors: { path: string; message: string }[] }
async function aReturn(reason: ReturnReason = "damaged") {
  const { buyer, doll, order } = await aSentOrder(shop, provider, { staff })
  const body = { lines: [{ doll_id: doll.id, quantity: 1 }], reason }
  const asked = await shop.call<Answer>(`POST /api/orders/${order.id}/returns`, { as: buyer, body })
  return { id: asked.body.returns[0]!.id, buyer, orderId: order.id as number }
}
type Returned = Awaited<ReturnType<typeof aReturn>>
const add = ({ id, buyer }: Returned, file: TestFile | null = { bytes: picture }, key?: string) => {
  const { headers, payload } = form(file)
  const named = key ? { ...headers, "idempotency-key": key } : headers
  return shop.call<Answer>(`POST /api/returns/${id}/photos`, { as: buyer, headers: named, payload })
}
const read = ({ id }: Returned, photoId: number, as?: TestPerson) =>
  shop.call(`GET /api/returns/${id}/photos/${photoId}`, { as })
async function stored(): Promise<string[]> {
  await sweepFiles(shop.app.store, shop.app.storage)
  const names: string[] = []
  for await (const { name } of shop.app.storage.list()) if (name.startsWith("private/returns/")) names.push(name)
  return names
}

test("a return for damage has photographs without metadata, which its owner and the admins of returns can see", async () => {
  const returned = await aReturn()
  const { status, body } = await add(returned, { name: "crack.jpg", bytes: picture })
  expect(status).toBe(201)
  const [photo] = body.returns[0]!.photos
  expect(photo).toMatchObject({ width: 60, height: 40 })
  for (const as of [returned.buyer, staff, await shop.anAdmin()]) {
    const file = await read(returned, photo!.id, as)
    expect(file.headers).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    })
    const { format, exif } = await sharp(file.raw).metadata()
    expect([format, exif]).toEqual(["webp", undefined])
  }
  const seen = await shop.call<AdminOrderDetail>(`GET /api/admin/orders/${returned.orderId}`, { as: staff })
  expect(seen.body.returns).toMatchObject([{ id: returned.id, photos: [{ id: photo!.id }] }])

  expect((await read(returned, photo!.id)).status).toBe(401)
  expect((await read(returned, photo!.id, await shop.aUser())).status).toBe(404)
  for (const as of [await shop.aModerator(), await shop.anAdmin("content_admin")]) {
    expect((await read(returned, photo!.id, as)).status).toBe(403)
  }
  // It is not found by the number of another return, nor by the public address of files.
  expect((await read(await aReturn(), photo!.id, staff)).status).toBe(404)
  for (const name of await stored()) expect((await shop.call(`GET /media/${name}`)).status).toBe(404)
})

test("only pictures of a sensible size are taken, whatever they are called, and no more than a return can have", async () => {
  const returned = await aReturn()
  const before = await stored()
  const nothing = await add(returned, null)
  expect([nothing.status, nothing.body.errors]).toEqual([422, [{ path: "file", message: returnTexts.noPhoto }]])
  const script = await add(returned, { name: "photo.jpg", type: "image/jpeg", bytes: "<svg onload=alert(1)></svg>" })
  expect([script.status, script.body.detail]).toEqual([415, returnTexts.notAPhoto])
  const broken = await add(returned, { bytes: picture.subarray(0, 200) })
  expect([broken.status, broken.body.detail]).toEqual([415, returnTexts.notAPhoto])
  const large = await add(returned, { bytes: Buffer.alloc(11 * megabyte, picture) })
  expect([large.status, large.body.detail]).toEqual([413, returnTexts.photoTooLarge])
  for (let turn = 0; turn < maxReturnPhotos; turn++) expect((await add(returned)).status).toBe(201)
  const oneMore = await add(returned)
  expect([oneMore.status, oneMore.body.detail]).toEqual([409, returnTexts.tooManyPhotos])
  expect((await stored()).length - before.length).toBe(maxReturnPhotos)
})

test("photographs are for damage, and until the return has arrived", async () => {
  const whim = await add(await aReturn("changed_mind"))
  expect([whim.status, whim.body.detail]).toEqual([409, returnTexts.photosForDamage])
  const returned = await aReturn()
  const body = { status: "refused", refusal: "It was chipped when it was sold." }
  await shop.call(`PATCH /api/admin/returns/${returned.id}`, { as: staff, body })
  const late = await add(returned)
  expect([late.status, late.body.detail]).toEqual([409, returnTexts.photosDecided])
  const stranger = { ...returned, buyer: await shop.aUser() }
  expect((await add(stranger)).status).toBe(404)
})

test("a photograph sent again after a lost answer is kept once", async () => {
  const returned = await aReturn()
  for (let turn = 0; turn < 2; turn++) {
    const { status, body } = await add(returned, undefined, "photo-key-1")
    expect([status, body.returns[0]!.photos.length]).toEqual([201, 1])
  }
})

test("photographs and their files go when the return is withdrawn, the order deleted from the list, or the account", async () => {
  const kept = await aReturn()
  await add(kept)
  const before = await stored()
  const withdraw = ({ id, buyer }: Returned) => shop.call(`POST /api/returns/${id}/withdraw`, { as: buyer })
  const withdrawn = await aReturn()
  await add(withdrawn)
  expect((await stored()).length).toBe(before.length + 1)
  expect((await withdraw(withdrawn)).body).toMatchObject({ returns: [{ status: "withdrawn", photos: [] }] })
  expect((await stored()).sort()).toEqual(before.sort())

  const hidden = await aReturn()
  await add(hidden)
  const decide = (id: number) =>
    shop.call(`PATCH /api/admin/returns/${id}`, { as: staff, body: { status: "refused", refusal: "As it was sold." } })
  await decide(hidden.id)
  await shop.call(`PATCH /api/admin/orders/${hidden.orderId}`, { as: staff, body: { status: "completed" } })
  expect((await stored()).length).toBe(before.length + 1)
  expect((await shop.call(`DELETE /api/orders/${hidden.orderId}`, { as: hidden.buyer })).status).toBe(204)
  expect((await stored()).sort()).toEqual(before.sort())

  await decide(kept.id)
  await shop.call(`PATCH /api/admin/orders/${kept.orderId}`, { as: staff, body: { status: "completed" } })
  const exported = await shop.call("GET /api/users/account/export", { as: kept.buyer })
  expect(exported.body.returns).toMatchObject([{ photos: [{ width: 60, height: 40 }] }])
  expect((await shop.call("DELETE /api/users/account", { as: kept.buyer })).status).toBe(204)
  expect((await stored()).length).toBe(before.length - 1)
})
