import { expect, test } from "vitest"
import type { CannedReply } from "#contract/chat.ts"
import { commandIn, filled, matching } from "./canned.ts"

const reply = (title: string, content: string): CannedReply => ({ id: 1, title, content, created_at: "" })
const replies = [
  reply("Shipping", "Ten days."),
  reply("Care", "Keep it dry; no shipping needed."),
  reply("Hello", "Hi"),
]

test("a slash at the beginning opens the canned replies; anywhere else it is a slash", () => {
  expect(commandIn("/")).toBe("")
  expect(commandIn("/Ship ")).toBe("ship")
  for (const text of ["", "either/or", " /x", "/a/b", "/a\nb"]) expect(commandIn(text)).toBeNull()
})

test("replies that begin with the word come before those that contain it", () => {
  expect(matching(replies, "ship").map(({ title }) => title)).toEqual(["Shipping", "Care"])
  expect(matching(replies, "")).toHaveLength(3)
  expect(matching(replies, "zzz")).toEqual([])
  // An empty query matches every reply.
  expect(matching(Array(30).fill(replies[0]), "")).toHaveLength(30)
})

test("a reply greets by the first name, names the model, and has no odd text without a name", () => {
  const names = { member: "Mara Demo", model: "Isolde" }
  expect(filled("Dear {member}, {first_name}! {model} is $& here. {other}", names)).toBe(
    "Dear Mara, Mara! Isolde is $& here. {other}",
  )
  expect(filled("Dear {member}", { ...names, member: " " })).toBe("Dear there")
})
