import { expect, test } from "vitest"
import { leadsHere } from "./links.ts"

test("a link knows its page and those below it; home is only itself", () => {
  expect(leadsHere("/models", "/models")).toBe(true)
  expect(leadsHere("/models", "/Models/")).toBe(true)
  expect(leadsHere("/models", "/models-of-old")).toBe(false)
  expect(leadsHere("/dashboard", "/dashboard/orders")).toBe(true)
  expect(leadsHere("/", "/")).toBe(true)
  expect(leadsHere("/", "/models")).toBe(false)
})
