import { expect, test, vi } from "vitest"
import { splitLanguage } from "#contract/languages.ts"
import { afterSignIn, sameSitePath } from "./next.ts"

test("a path on this site is kept, with its query and hash", () => {
  expect(sameSitePath("/order/12?from=mail#items")).toBe("/order/12?from=mail#items")
})

test.each([
  "https://elsewhere.example/",
  "//elsewhere.example",
  "/\\elsewhere.example",
  "/\t/elsewhere.example",
  "/..//elsewhere.example",
  "/./\\elsewhere.example",
  "javascript:alert(1)",
  "cart",
  "",
  "/login",
  "/login?next=/login",
  "/api/auth/logout",
])("%j is no place to go to after a sign-in", (next) => {
  expect(sameSitePath(next)).toBeNull()
})

test("a sign-in leads to the requested page, else to the home page of the role", () => {
  expect(afterSignIn("user", "/checkout")).toBe("/checkout")
  expect(afterSignIn("user", "//elsewhere.example")).toBe("/#home")
  expect(afterSignIn("admin", null)).toBe("/admin")
  expect(afterSignIn("moderator", null)).toBe("/moderator")
})

test("an address is checked as the router of a page in another language reads it", async () => {
  vi.resetModules()
  vi.doMock("../../platform/language.ts", async (original) => ({
    ...(await original<object>()),
    withoutLanguage: (address: string) => splitLanguage(address).path,
  }))
  const german = await import("./next.ts")
  expect(german.sameSitePath("/de/order/12")).toBe("/order/12")
  for (const next of ["/de//evil.example", "/de/login", "/de/api/auth/logout"])
    expect([next, german.sameSitePath(next)]).toEqual([next, null])
})
