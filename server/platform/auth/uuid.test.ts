import { expect, test, vi } from "vitest"
import { z } from "zod"
import { uuidv7 } from "./uuid.ts"

test("a UUID is of version 7, unlike any other, and begins with the time of its creation", () => {
  const all = Array.from({ length: 1000 }, uuidv7)
  expect(all.filter((id) => !z.uuidv7().safeParse(id).success)).toEqual([])
  expect(new Set(all).size).toBe(1000)
  // The example of RFC 9562, appendix A.6.
  vi.setSystemTime(0x017f22e279b0)
  expect(uuidv7()).toMatch(/^017f22e2-79b0-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  vi.useRealTimers()
})
