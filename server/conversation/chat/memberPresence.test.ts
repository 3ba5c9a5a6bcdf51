import { afterAll, beforeAll, expect, test } from "vitest"
import { aRoom } from "#test/chat.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { openSocket } from "#test/sockets.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("a moderator's page receives the presence of their members; other pages do not", async () => {
  const [room, other] = [await aRoom(shop), await aRoom(shop)]
  const paymentContext = await openSocket(shop.app, room.moderator)
  const elsewhere = await openSocket(shop.app, other.moderator)
  const stranger = await openSocket(shop.app, other.member)
  for (const socket of [paymentContext, elsewhere, stranger]) await socket.next("account")
  const member = await openSocket(shop.app, room.member)
  expect(await paymentContext.next("presence")).toEqual({ type: "presence", user_id: room.member.id, online: true })
  member.close()
  expect(await paymentContext.next("presence")).toEqual({ type: "presence", user_id: room.member.id, online: false })
  const told = [elsewhere, stranger].flatMap(({ frames }) => frames.filter(({ type }) => type === "presence"))
  expect(told.filter(({ user_id }) => user_id === room.member.id)).toEqual([])
  for (const socket of [paymentContext, elsewhere, stranger]) socket.close()
})
