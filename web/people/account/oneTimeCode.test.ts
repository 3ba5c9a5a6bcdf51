import { afterEach, expect, test, vi } from "vitest"
import { keys } from "../../platform/session/keys.ts"

const hook = vi.hoisted(() => ({ code: undefined as unknown }))
vi.mock("react", () => ({
  useEffect: (run: () => void) => run(),
  useState: () => {
    const set = (next: (known: undefined) => unknown) => {
      hook.code = next(undefined)
    }
    return [undefined, set]
  },
}))

import { useOneTimeCode as runHook } from "./oneTimeCode.ts"

afterEach(() => vi.unstubAllGlobals())

function codeFrom(stored: string | null): unknown {
  vi.stubGlobal("location", { pathname: "/verify-email", search: "" })
  vi.stubGlobal("sessionStorage", { getItem: (name: string) => (name === keys.oneTimeCode ? stored : null) })
  runHook()
  return hook.code
}

test("a reload finds the code of its own page, and none of another", () => {
  expect(codeFrom('["/verify-email","abc"]')).toBe("abc")
  expect(codeFrom('["/reset-password","abc"]')).toBeNull()
  expect(codeFrom(null)).toBeNull()
})

test("whatever else the tab has stored counts as no code", () => {
  const stored = ["", "{", "null", "{}", "7", '"/verify-email"', '["/verify-email"]', '["/verify-email",{"a":1}]']
  for (const text of stored) expect([text, codeFrom(text)]).toEqual([text, null])
})
