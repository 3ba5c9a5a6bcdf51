import { expect, test } from "vitest"
import { hashPassword, isPassword } from "./passwords.ts"

test("a hash is argon2id, salted, and fits its password however its letters are composed", async () => {
  const composed = "Gr\u00fcner-Ton-7"
  const [one, two] = [await hashPassword(composed), await hashPassword(composed)]
  expect(one).toMatch(/^\$argon2id\$/)
  expect(one).not.toBe(two)
  expect(await isPassword("Gru\u0308ner-Ton-7", one)).toBe(true)
  expect(await isPassword("Gruner-Ton-7", one)).toBe(false)
})

test("without a stored hash, or with a broken one, no password is right", async () => {
  expect(await isPassword("Turned-Brass-7", null)).toBe(false)
  expect(await isPassword("none", "none")).toBe(false)
})

test("a flood of sign-ins is told to come back, and those before it are served", async () => {
  const results = await Promise.allSettled(Array.from({ length: 500 }, () => isPassword("Turned-Brass-7", null)))
  const refused = results.filter((result) => result.status === "rejected")
  expect(refused).toHaveLength(98)
  expect(refused[0]!.reason).toMatchObject({ code: "UNREADY", status: 503 })
  expect(await isPassword("Turned-Brass-7", null)).toBe(false)
})
