import { expect, test } from "vitest"
import { byName } from "./origin.ts"

test.each([
  ["http://127.0.0.1:3000", "http://localhost:3000"],
  ["http://[::1]:3000", "http://localhost:3000"],
  ["http://127.0.0.1", "http://localhost"],
  ["http://192.168.1.20:3000", "http://192.168.1.20:3000"],
  ["http://0.0.0.0:3000", "http://0.0.0.0:3000"],
])("the shop at %s says to be at %s", (origin, said) => {
  expect(byName(origin)).toBe(said)
})
