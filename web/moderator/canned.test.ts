import { expect, test } from "vitest"
import type { CannedReply } from "#contract/chat.ts"
import { askedFor, filled, matching } from "./canned.ts"

const reply = (title: string, content: string): CannedReply => ({ id: 1, title, content, created_at: "" })
const replies = [
  reply("Shipping", "Ten days."),
  reply("Care", "Keep it dry; no shipping needed."),
  reply("Hello", "Hi"),
]

test("a slash at the beginning asks for ready-made replies; anywhere else it is a slash", () => {
  expect(askedFor("/")).toBe("")
  expect(askedFor("/Ship ")).toBe("ship")
  for (const text of ["", "either/or", " /x", "/a/b", "/a\nb"]) expect(askedFor(text)).toBeNull()
})

test("what begins with the word comes before what only holds it", () => {
  expect(matching(replies, "ship").map(({ title }) => title)).toEqual(["Shipping", "Care"])
  expect(matching(replies, "")).toHaveLength(3)
  expect(matching(replies, "zzz")).toEqual([])
  // Whoever does not know what it is called finds it by going through them.
  expect(matching(Array(30).fill(replies[0]), "")).toHaveLength(30)
})

test("a reply greets by the first name, and by nothing odd where there is none", () => {
  expect(filled("Dear {first_name}, {first_name}!", "Mara Demo")).toBe("Dear Mara, Mara!")
  expect(filled("Dear {first_name}", " ")).toBe("Dear there")
})
