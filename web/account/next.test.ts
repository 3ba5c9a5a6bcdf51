import { expect, test } from "vitest"
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
