import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { allowanceUses } from "#server/people/membership/tables.ts"
import { aRoom, says, type TestRoom } from "#test/chat.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { type Draft, insertTogether } from "./insert.ts"
import { chatMessages, chatRooms } from "./tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const draftIn = ({ id, member }: TestRoom): Draft => ({
  roomId: id,
  sender: { kind: "person", role: "user", ...member } as unknown as Draft["sender"],
  type: "TEXT",
  content: "Is the seam raised?",
  clientId: null,
  file: null,
  judgement: { decision: "allow", by: "rules" } as unknown as Draft["judgement"],
})

test("if one room of a batch was frozen since its member was checked, no message is stored or taken from an allowance", async () => {
  const { db } = shop.app.store
  const rooms = [await aRoom(shop), await aRoom(shop)]
  for (const room of rooms) await says(shop, room, room.member, "Good evening.")
  const state = async () => [
    await db.$count(chatMessages),
    await db.select().from(allowanceUses).orderBy(allowanceUses.periodId, allowanceUses.kind),
  ]
  const before = await state()
  await db.update(chatRooms).set({ frozenAt: new Date() }).where(eq(chatRooms.id, rooms[1]!.id))
  await expect(insertTogether(shop.app.store, rooms.map(draftIn))).rejects.toThrow()
  expect(await state()).toEqual(before)
  await db.update(chatRooms).set({ frozenAt: null }).where(eq(chatRooms.id, rooms[1]!.id))
  expect((await insertTogether(shop.app.store, rooms.map(draftIn))).inserted.size).toBe(2)
  expect(await state()).not.toEqual(before)
})
