import { expect, test } from "vitest"
import type { AdminUser } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { stepNamed, stepsFor } from "./userSteps.ts"

const user = { is_active: true, suspended: false, role: "user", second_factor: false } as AdminUser

test("API keys can be revoked where there may be some: beside an admin, whether active or not", () => {
  expect(stepsFor(user)).not.toContain("revoke-keys")
  for (const is_active of [true, false]) {
    expect(stepsFor({ ...user, role: "admin", is_active })).toContain("revoke-keys")
  }
  expect(stepNamed("revoke-keys").done).toBe(adminTexts.userKeysRevoked)
})
