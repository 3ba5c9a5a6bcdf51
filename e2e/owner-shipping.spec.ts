import type { Doll } from "#contract/catalog.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { sellingTexts } from "#contract/sellingText.ts"
import { money } from "../web/platform/ui/format.ts"
import { email, panel } from "./adminPanel.ts"
import { aCustomer, ask, newWord, tokenOf } from "./customers.ts"
import { axeInBothThemes, expect, type Page, test } from "./fixtures.ts"

/** This model is made to order, so it never sells out. */
const dollId = 5
const amounts = (page: Page) => page.getByRole("region", { name: "Order summary" })

test("an owner ships by two methods and says 19 % VAT, and a customer chooses, pays and reads both", {
  tag: "@desktop",
}, async ({ page, site, anotherPage }) => {
  const token = await tokenOf(site.url, email)
  const before = await ask<Record<string, unknown>>(site.url, "GET /admin/shipping", { token })
  const express = `Express ${newWord()}`
  try {
    await panel(page, site.url, "shipping")
    await axeInBothThemes(page, "shipping")
    await page.getByRole("button", { name: "Add a shipping method" }).click()
    const row = page.getByRole("group", { name: "New method" })
    await row.getByLabel("Business days, at least").fill("3")
    await row.getByLabel("Business days, at most").fill("2")
    await row.getByLabel("Price in USD").fill("25.50")
    await row
      .getByLabel(/^Name$|^Name\b(?! in)/)
      .first()
      .fill(express)
    const named = page.getByRole("group", { name: express })
    await named.getByRole("combobox", { name: `Add a country to ${express}` }).selectOption("DE")
    await named.getByRole("button", { name: `Add a country to ${express}` }).click()
    await page.getByRole("button", { name: "Save shipping and taxes" }).click()
    await expect(named.getByText(sellingTexts.daysOrder)).toBeVisible()
    await named.getByLabel("Business days, at least").fill("1")
    const far = page.getByRole("group", { name: "International Shipping" })
    await far.getByRole("combobox", { name: "Add a country to International Shipping" }).selectOption("DE")
    await far.getByRole("button", { name: "Add a country to International Shipping" }).click()
    await page.getByRole("combobox", { name: "Add a country with VAT" }).selectOption("DE")
    await page.getByRole("button", { name: "Add a country with VAT" }).click()
    await page.getByLabel("VAT in Germany, in percent").fill("19")
    await page.getByRole("button", { name: "Save shipping and taxes" }).click()
    await expect(page.getByText(sellingTexts.saved)).toBeVisible()
    await axeInBothThemes(page, "shipping-edited")

    const buyer = await anotherPage()
    const { token: own } = await aCustomer(buyer, site.url)
    await ask(site.url, "POST /cart/", { token: own, body: { doll_id: dollId, quantity: 1 } })
    const { price } = await ask<Doll>(site.url, `GET /dolls/${dollId}`)
    await buyer.goto("/checkout")
    await expect(buyer.getByRole("radio", { name: /Express/ })).toHaveCount(0)
    await buyer.getByLabel("Country").selectOption("DE")
    await expect(buyer.getByRole("group", { name: "Shipping method" })).toBeVisible()
    await buyer.getByRole("radio", { name: express }).check()
    const total = price + 25.5
    const tax = Math.round((total * 100 * 19) / 119) / 100
    await expect(amounts(buyer).getByText(sellingTexts.shipping(express))).toBeVisible()
    await expect(amounts(buyer).getByText(money(total))).toBeVisible()
    await expect(amounts(buyer).getByText("Includes 19% VAT")).toBeVisible()
    await expect(amounts(buyer).getByText(money(tax))).toBeVisible()
    await axeInBothThemes(buyer, "checkout-shipping")
    for (const [label, text] of [
      ["Phone", "+49 30 1234567"],
      ["Address", "Torstraße 1"],
      ["City", "Berlin"],
      ["Federal state", "Berlin"],
      ["Postal code", "10119"],
    ] as const)
      await buyer.getByLabel(label, { exact: true }).fill(text)
    await buyer.getByRole("button", { name: "Continue to payment" }).click()
    await buyer.getByRole("button", { name: "Pay in full" }).click()
    await buyer.getByRole("link", { name: /^ORD-\d{6}$/ }).click()
    await expect(buyer.getByText(sellingTexts.shipping(express))).toBeVisible()
    await expect(buyer.getByText("Includes 19% VAT")).toBeVisible()
    await buyer.waitForURL(/\/order\/\d+$/)
    const orderId = buyer.url().split("/").at(-1)
    await buyer.getByRole("link", { name: "Invoice" }).click()
    await expect(buyer.getByText("Includes 19% VAT")).toBeVisible()
    await expect(buyer.getByText(money(tax))).toBeVisible()
    // Customs of another country read on the label what the model's form says.
    await page.goto(`/admin/model/edit/${dollId}`)
    await page.getByLabel("HS code").fill("9503.00.70")
    await page.getByLabel("Country of origin").selectOption("JP")
    await page.getByRole("button", { name: "Save changes" }).click()
    await expect(page.getByText(modelAdminTexts.updated)).toBeVisible()
    await page.goto(`/admin/print?kind=labels&orders=${orderId}`)
    const label = page.getByRole("article", { name: /^Label ORD-/ })
    await expect(label.getByRole("row", { name: `95030070 Japan 1 ${money(price)}` })).toBeVisible()
    await axeInBothThemes(page, "label-customs")
    // A visitor without an account reads of it on a model's page.
    await buyer.goto(`/model/${dollId}`)
    await buyer.getByRole("tab", { name: "Shipping" }).click()
    await expect(buyer.getByRole("row", { name: `Germany ${express} 1-2 business days $25.50` })).toBeVisible()
  } finally {
    await ask(site.url, `PATCH /dolls/${dollId}`, { token, body: { hs_code: null, origin_country: null } })
    const { methods, rates, prices_include_tax, seller_country } = before
    await ask(site.url, "PATCH /admin/shipping", {
      token,
      body: { methods, rates, prices_include_tax, seller_country },
    })
  }
})
