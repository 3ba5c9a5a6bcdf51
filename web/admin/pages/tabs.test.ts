import { expect, test } from "vitest"
import { tabsOf } from "./tabs.ts"

test("each tab has a shortcut of its own", () => {
  const boss = { admin_type: "super_admin" } as Parameters<typeof tabsOf>[0]
  const letters = tabsOf(boss).map(({ letter }) => letter)
  expect(letters.length).toBeGreaterThan(20)
  expect(letters.filter((letter, n) => letters.indexOf(letter) !== n)).toEqual([])
})
