import { and, eq, isNull } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { users } from "#server/platform/auth/tables.ts"
import { dolls } from "#server/shopfront/catalog/tables.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const superAdmins = () =>
  shop.app.store.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.adminType, "super_admin"), eq(users.isActive, true), isNull(users.deletedAt)))

test("super admins who remove one another concurrently leave one of them", async () => {
  for (const [act, body] of [
    ["DELETE /api/admin/admins/{id}"],
    ["POST /api/admin/users/{id}/deactivate"],
    ["PUT /api/admin/admins/{id}", { admin_type: "content_admin" }],
  ] as const) {
    const known = await superAdmins()
    const all: TestPerson[] = await Promise.all(Array.from({ length: 4 }, () => shop.anAdmin()))
    for (const { id } of known) await shop.call(`DELETE /api/admin/admins/${id}`, { as: all[0]! })
    const answers = await Promise.all(
      all.map((one, index) => shop.call(act.replace("{id}", String(all[(index + 1) % 4]!.id)), { as: one, body })),
    )
    for (const { status } of answers) expect([200, 204, 401, 403, 404, 409]).toContain(status)
    expect((await superAdmins()).length).toBeGreaterThan(0)
  }
})

test("a moderator who is removed concurrently with an assignment keeps no models", async () => {
  const boss = await shop.anAdmin()
  for (let round = 0; round < 6; round++) {
    const moderator = await shop.aModerator()
    const pieces = await Promise.all(Array.from({ length: 6 }, () => shop.aDoll()))
    const give = (doll: { id: number }) =>
      shop.call(`POST /api/moderators/${moderator.id}/dolls/${doll.id}`, { as: boss })
    await Promise.all(pieces.slice(0, 2).map(give))
    const [removed, ...given] = await Promise.all([
      shop.call(`DELETE /api/moderators/${moderator.id}`, { as: boss }),
      ...pieces.map(give),
    ])
    expect(removed.status).toBe(204)
    for (const { status } of given) expect([204, 404]).toContain(status)
    const kept = await shop.app.store.db.select().from(dolls).where(eq(dolls.moderatorId, moderator.id))
    expect(kept).toEqual([])
  }
})

test("a model that two new moderators are created with concurrently goes to one of them", async () => {
  const boss = await shop.anAdmin()
  const doll = await shop.aDoll()
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      shop.call("POST /api/admin/moderators", {
        as: boss,
        body: {
          email: `race${index}@demo.example`,
          full_name: "Race",
          password: "Copper-Lathe-25",
          assigned_dolls: [doll.id],
        },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
})
