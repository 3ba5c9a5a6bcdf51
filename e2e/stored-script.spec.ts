import { anAccount, ask, password, tokenOf } from "./customers.ts"
import { expect, test } from "./fixtures.ts"

const payload = `"'><script>hacked=1</script><img src=/x onerror=hacked=1></title>`

test("a script in a listing, a review, a name or an announcement is text on every page", {
  tag: "@desktop",
}, async ({ page, site: { url } }) => {
  const admin = await tokenOf(url, "admin@demo.example")
  const body = {
    name: payload,
    price: 10,
    description: payload,
    long_description: payload,
    doll_height: 170,
    specifications: [{ name: "Note", value: payload }],
  }
  const doll = await ask<{ id: number }>(url, "POST /dolls/create", { token: admin, body })
  await ask(url, "PATCH /admin/settings", { token: admin, body: { announcement: payload } })
  const { email } = await anAccount(url)
  const token = await tokenOf(url, email)
  await ask(url, "PATCH /auth/me", { token, body: { full_name: payload } })
  await ask(url, "POST /reviews", { token, body: { doll_id: doll.id, rating: 5, comment: payload } })
  try {
    for (const path of ["/", "/models", `/models?q=${encodeURIComponent(payload)}`, `/model/${doll.id}`]) {
      const html = await (await page.request.get(path)).text()
      expect(html, path).not.toMatch(/<script>hacked|<img src=\/x/)
      await page.goto(path)
      await expect(page.getByText(payload).first()).toBeVisible()
      expect(await page.evaluate(() => "hacked" in window), path).toBe(false)
    }
    const things = await page.locator('script[type="application/ld+json"]').allTextContents()
    expect(things.map((text) => JSON.parse(text)).find((thing) => thing["@type"] === "Product").name).toBe(payload)
    await expect(page).toHaveTitle(/<script>hacked/)
  } finally {
    await ask(url, "PATCH /admin/settings", { token: admin, body: { announcement: null } })
    await ask(url, `DELETE /users/account`, { token, body: { password } })
    await ask(url, `DELETE /dolls/delete/${doll.id}`, { token: admin })
  }
})
