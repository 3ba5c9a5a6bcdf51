import { paperTexts, setupTexts } from "#contract/panelText.ts"
import { paidTexts, shippingTexts } from "#contract/texts.ts"
import { alert, panel } from "./adminPanel.ts"
import { aCustomer, anOrder } from "./customers.ts"
import { emailTextTo } from "./emails.ts"
import { axeInBothThemes, expect, passAgeGate, shot, test } from "./fixtures.ts"

/** A shop that strangers can reach, so that it must say who the seller is. */
test.use({ settings: { TRUST_PROXY: "1", DEMO: "public", PAYMENTS_SANDBOX: "public" } })

test("the owner enters the seller, and visitors read who it is and what can be returned", { tag: "@desktop" }, async ({
  page,
  site,
  anotherPage,
  expectConsole,
}) => {
  expectConsole(/404/)
  const guest = await anotherPage()
  await guest.goto("/imprint")
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("This plinth is empty")
  await expect(guest.getByRole("contentinfo").getByRole("link", { name: "Imprint" })).toHaveCount(0)

  await panel(page, site.url, "dashboard")
  const missing = alert(page, setupTexts.missing.seller)
  await expect(missing).toContainText(setupTexts.missing.mail)
  await shot(page, "public-shop-without-seller")
  await missing.getByRole("link", { name: "Enter the seller" }).click()
  await expect(alert(page, setupTexts.missing.seller)).toBeVisible()
  await page.getByLabel("Business name").fill("Atelier Nord GmbH")
  await page.getByLabel("Business address").fill("Hafenweg 1\n24103 Kiel\nGermany")
  await page.getByLabel("Business email").fill("hello@atelier.example")
  await page.getByLabel("Business phone").fill("+49 431 1234")
  await page.getByLabel("Company register").fill("Amtsgericht Kiel")
  await page.getByLabel("Register number").fill("HRB 1234")
  await page.getByLabel("Tax ID").fill("DE 123456789")
  await page.getByLabel("Where disputes go").fill("The courts of Kiel are competent.")
  await page.getByRole("button", { name: "Save business details" }).click()
  await expect(page.getByText(paperTexts.saved)).toBeVisible()
  await expect(alert(page, setupTexts.missing.seller)).toBeHidden()
  await axeInBothThemes(page, "seller-settings")

  const seen: Record<string, string[]> = {
    "/imprint": ["Amtsgericht Kiel, HRB 1234", "DE 123456789", "The courts of Kiel", "The controller of the personal"],
    "/terms": ["24103 Kiel", "The courts of Kiel are competent.", shippingTexts.returns(30)],
    "/privacy": ["24103 Kiel", "The controller of the personal data on this website is:"],
    "/": [],
    "/contact": ["+49 431 1234", shippingTexts.returns(30)],
    "/upgrade": [paidTexts.notCovered],
  }
  for (const [path, texts] of Object.entries(seen)) {
    // Nobody has to confirm an age to read who the seller is.
    await guest.goto(path)
    if (path === "/") await passAgeGate(guest)
    for (const text of texts) await expect(guest.getByRole("main")).toContainText(text)
    await expect(guest.getByRole("contentinfo")).toContainText("Sold by Atelier Nord GmbH")
  }
  await guest.goto("/terms")
  await guest.getByRole("contentinfo").getByRole("link", { name: "Imprint" }).click()
  await expect(guest).toHaveURL("/imprint")
  await expect(guest.getByRole("main").getByRole("link", { name: "hello@atelier.example" })).toBeVisible()
  await axeInBothThemes(guest, "imprint")
  expect(await (await guest.request.get("/sitemap.xml")).text()).toContain("/imprint</loc>")

  const buyer = await anotherPage()
  const { token } = await aCustomer(buyer, site.url)
  const order = await anOrder(site.url, token, { dollId: 1 })
  const received = await emailTextTo(site.dataDir, "sally@shop.example", `Order ${order.orderNumber} received`)
  expect(received).toContain("Vitrine Atelier Nord GmbH Hafenweg 1 24103 Kiel Germany Email: hello@atelier.example")
  expect(received).toContain(shippingTexts.returns(30))
  await buyer.goto(`/order/${order.id}`)
  await expect(buyer.getByRole("main")).toContainText(shippingTexts.returns(30))
})
