import { expect, test } from "vitest"
import { dependsOn } from "./dependsOn.ts"

test("the dependents of an account are counted in words, and zero is left out", () => {
  const names = { vip: "VIP" }
  expect(dependsOn({ models: 23, chats: 1, orders: 2, membership: "vip" }, names)).toEqual([
    "23 assigned models: no one answers their chats until you assign someone else.",
    "1 open chat with members.",
    "2 orders in progress.",
    "A VIP membership, which stays active.",
  ])
  expect(dependsOn({ models: 0, chats: 0, orders: 0, membership: null }, names)).toEqual([])
})
