import { afterAll, beforeAll, expect, test } from "vitest"
import { catalogChanged } from "#server/catalog/changes.ts"
import { openShop, type TestShop } from "#test/shop.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("a list pages through everything once, with its real total, whatever the order", async () => {
  const at = shop.clock.now()
  for (let n = 0; n < 7; n++) await shop.aDoll({ category: "premium", priceCents: 20_000, createdAt: at, rating: 4 })
  catalogChanged()
  for (const sort of ["newest", "price_asc", "price_desc", "rating"]) {
    const seen: number[] = []
    for (let skip = 0; skip < 7; skip += 2) {
      const page = await shop.call(`GET /api/dolls?category=premium&sort=${sort}&skip=${skip}&limit=2`)
      expect(page.status).toBe(200)
      expect(page.headers["x-total-count"]).toBe("7")
      seen.push(...page.body.map((doll: { id: number }) => doll.id))
    }
    expect(new Set(seen).size).toBe(7)
  }
})

test("a model has the fields of the specification", async () => {
  const doll = await shop.aDoll({ name: "Élodie", description: "Glazed.", priceCents: 54_999, heightCm: 168, stock: 0 })
  const { status, body } = await shop.call(`GET /api/dolls/${doll.id}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: "Élodie",
    price: 549.99,
    doll_category: "standard",
    rating: 4.5,
    images: [],
    in_stock: false,
  })
  expect((await shop.call(`GET /api/dolls?q=ÉLODIE`)).body).toHaveLength(1)
  expect((await shop.call(`GET /api/dolls?q=élodie`)).body).toHaveLength(1)
})
