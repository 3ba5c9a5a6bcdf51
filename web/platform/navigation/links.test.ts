import { expect, test } from "vitest"
import { isCurrent } from "./links.ts"

test("a link is active on its page and those below it; home only on itself", () => {
  expect(isCurrent("/models", "/models")).toBe(true)
  expect(isCurrent("/models", "/Models/")).toBe(true)
  expect(isCurrent("/models", "/models-of-old")).toBe(false)
  expect(isCurrent("/dashboard", "/dashboard/orders")).toBe(true)
  expect(isCurrent("/", "/")).toBe(true)
  expect(isCurrent("/", "/models")).toBe(false)
})
