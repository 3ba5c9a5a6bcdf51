import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import PostalMime from "postal-mime"
import type { CopyOfPage } from "#contract/copy/calls.ts"
import { copyPageNames } from "#contract/copy/pieces.ts"
import type { AdminPlan } from "#contract/memberships.ts"
import { everybody, type Newsletter } from "#contract/newsletters.ts"
import { type Selling, standardMethods } from "#contract/selling.ts"
import type { ListedPage, SitePage } from "#contract/sitePages.ts"
import { ask } from "./customers.ts"
import { linkFor } from "./emails.ts"
import { axeInBothThemes, expect, passAgeGate, shot, test } from "./fixtures.ts"
import { openSite } from "./site.ts"

/** What the shop says of itself until its owner says something else. */
const ours = /vitrine|porcelain|porzellan|porcelana|kept for good|bewahrt für immer/gi

const owner = { email: "owner@demo.example", password: "A long secret of the owner 1" }
const buyer = { email: "nora@demo.example", password: "A long secret of a buyer 1" }
const address = {
  firstName: "Nora",
  lastName: "Demo",
  email: buyer.email,
  phone: "+49 431 5678",
  address: "Seeweg 2",
  city: "Kiel",
  state: "Holstein",
  zipCode: "24105",
  country: "DE",
}

test("an empty shop becomes its owner's, and nothing that a stranger reads is ours", { tag: "@desktop" }, async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404/)
  const settings = { DEMO: "0", ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password, PAYMENTS_SANDBOX: "public" }
  const site = await openSite({ settings })
  try {
    const signIn = async (body: typeof owner) =>
      (await ask<{ access_token: string }>(site.url, "POST /auth/login", { body })).access_token
    const token = await signIn(owner)
    const as = <T = unknown>(what: string, body?: object) => ask<T>(site.url, what, { token, body })

    await test.step("the owner names the shop and the seller, and says everything in words of their own", async () => {
      await as("PATCH /admin/settings", { shop_name: "Atelier Nord", support_hours: "Daily at noon" })
      await as("PATCH /admin/business", {
        legal_name: "Atelier Nord GmbH",
        address: "Hafenweg 1\n24103 Kiel\nGermany",
        email: "hello@nord.example",
      })
      for (const language of ["en", "de", "es", "ja"]) {
        for (const name of copyPageNames) {
          const { texts } = await as<CopyOfPage>(`GET /admin/copy/${name}/${language}`)
          const changed = texts.filter(({ default: text }) =>
            /porcelain|porzellan|porcelana|磁器|kept|made once/i.test(text),
          )
          const words = Object.fromEntries(
            changed.map(({ key }) => [key, key.endsWith("_title") ? "Birch" : "Of birch"]),
          )
          if (changed.length > 0) await as(`PATCH /admin/copy/${name}/${language}`, { ...words, publish: "now" })
        }
      }
    })

    await test.step("prices, shipping, taxes, two versions of the terms, and a page", async () => {
      const plans = await as<AdminPlan[]>("GET /admin/plans")
      await as("PUT /admin/plans/vip", {
        ...plans.find(({ level }) => level === "vip")!.now,
        price: 35,
        valid_from: null,
      })
      const { version: _, ...selling } = await as<Selling>("GET /admin/shipping")
      expect(selling.methods).toHaveLength(2)
      const express = { ...standardMethods[0]!, id: 3, name: "Courier", days_from: 1, days_until: 2, price: 40 }
      await as("PATCH /admin/shipping", {
        methods: [
          { ...standardMethods[0]!, name: "Post", price: 10, countries: ["DE"] },
          { ...express, countries: ["DE"] },
        ],
        rates: [{ country: "DE", percent: 19 }],
        prices_include_tax: true,
        seller_country: "DE",
      })
      const pages = await as<ListedPage[]>("GET /admin/pages")
      const terms = pages.find(({ builtin }) => builtin === "terms")!
      for (const content of ["## Scope\n\nThese are the first terms.", "## Scope\n\nThese are the second terms."]) {
        const texts = { en: { title: "Terms", description: "", content } }
        await as(`PUT /admin/pages/${terms.id}`, { slug: terms.slug, place: terms.place, position: 0, texts })
        await as(`POST /admin/pages/${terms.id}/publish`)
      }
      const { id } = await as<SitePage>("POST /admin/pages", { slug: "workshop" })
      const texts = { en: { title: "Our workshop", description: "", content: "We work on the quay." } }
      await as(`PUT /admin/pages/${id}`, { slug: "workshop", place: "footer", position: 1, texts })
      await as(`POST /admin/pages/${id}/publish`)
      await as("POST /admin/moderators", { full_name: "Mika Demo", email: "mika@demo.example" })
    })

    await test.step("a visitor orders, and reads the newsletter", async () => {
      const model = { name: "Birka", description: "A form in birch.", price: 300, doll_height: 160, stock: 3 }
      const { id } = await as<{ id: number }>("POST /dolls/create", model)
      await ask(site.url, "POST /auth/register", { body: { ...buyer, full_name: "Nora Demo", region: "usa" } })
      const own = await signIn(buyer)
      await ask(site.url, "POST /cart/", { token: own, body: { doll_id: id, quantity: 1 } })
      const order = await ask<{ id: number }>(site.url, "POST /orders", {
        token: own,
        body: { ...address, shipping_method: 3 },
      })
      const placed = await ask<{ paymentAmount: number }>(site.url, `GET /orders/${order.id}`, { token: own })
      expect(placed.paymentAmount).toBe(340)
      await ask(site.url, "POST /newsletter", { body: { email: buyer.email } })
      const link = await linkFor(site.dataDir, buyer.email, "/newsletter/confirm")
      await page.goto(link)
      await expect(page.getByText("Your subscription is confirmed.")).toBeVisible()
      const letter = await as<Newsletter>("POST /admin/newsletters")
      const texts = { en: { title: "News of the quay", content: "Two new pieces." } }
      await as(`PUT /admin/newsletters/${letter.id}`, { is_discreet: false, texts, segment: everybody })
      await as(`POST /admin/newsletters/${letter.id}/send`, { at: null })
      await expect
        .poll(async () => (await emails(site.dataDir)).some((text) => text.includes("Two new pieces.")), {
          timeout: 60_000,
        })
        .toBe(true)
    })

    const found: Record<string, string[]> = {}
    const search = (where: string, text: string) => {
      const words = [...new Set(text.match(ours))]
      if (words.length > 0) found[where] = words
    }
    const paths = [
      "/",
      "/models",
      "/model/1",
      "/upgrade",
      "/contact",
      "/terms",
      "/terms/1",
      "/privacy",
      "/accessibility",
    ]
    paths.push("/imprint", "/pages/workshop", "/login", "/register", "/forgot-password", "/underage", "/nothing-here")
    paths.push("/orders/lookup", "/cart", "/offline.html", "/manifest.webmanifest", "/robots.txt", "/sitemap.xml")
    for (const path of paths) {
      for (const prefix of /\./.test(path) ? [""] : ["", "/de", "/es", "/ja"]) {
        const response = await page.request.get(`${site.url}${prefix}${path}`)
        search(`${prefix}${path}`, withoutFiles(await response.text()))
      }
    }
    for (const text of await emails(site.dataDir)) search(/^subject: (.*)$/m.exec(text)?.[1] ?? "an email", text)
    expect(found).toEqual({})

    await page.goto(site.url)
    await passAgeGate(page)
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "Our workshop" })).toBeVisible()
    await axeInBothThemes(page, "owner-home")
    await page.goto(`${site.url}/terms`)
    await expect(page.getByText("These are the second terms.")).toBeVisible()
    await page.goto(`${site.url}/upgrade`)
    await expect(page.getByText("$35").filter({ visible: true }).first()).toBeVisible()
    await shot(page, "owner-upgrade")
  } finally {
    await site.close()
  }
})

/** Names of files, and values that only programs read, are not text. */
const withoutFiles = (html: string) => html.replace(/\/assets\/[\w.-]+/g, "")

/** Everything that the shop has sent, each email as one text. */
async function emails(dataDir: string): Promise<string[]> {
  const outbox = join(dataDir, "outbox")
  const files = readdirSync(outbox).filter((file) => file.endsWith(".eml"))
  const parsed = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(outbox, file)))))
  return parsed.map(({ subject, from, text, html }) => `subject: ${subject}\nfrom: ${from?.name}\n${text}\n${html}`)
}
