import { afterEach, expect, test, vi } from "vitest"
import { recentlySeen } from "./recent.ts"

afterEach(() => vi.unstubAllGlobals())

test("viewed models are read back, and anything else in their place counts as none", () => {
  const read = (stored: string | null) => {
    vi.stubGlobal("localStorage", { getItem: () => stored })
    return recentlySeen()
  }
  expect(read('[{"id":7,"name":"A piece","image":null}]')).toEqual([{ id: 7, name: "A piece", image: null }])
  for (const text of [null, "", "{", "null", "{}", "7", '"seven"']) expect([text, read(text)]).toEqual([text, []])
})
