import { giftTexts, orderTexts } from "#contract/buyingText.ts"
import { accountTexts, shareTexts } from "#contract/memberText.ts"
import { favoriteTexts } from "#contract/texts.ts"
import { aCustomer, anOrder, ask, restock, ship } from "./customers.ts"
import { fail, why } from "./failCalls.ts"
import { axeInBothThemes, expect, type Page, passAgeGate, test } from "./fixtures.ts"

interface Doll {
  id: number
  name: string
}

async function twoModels(url: string): Promise<[Doll, Doll]> {
  const [one, two] = await ask<Doll[]>(url, "GET /dolls?limit=2")
  await restock(url, one!.id, 99)
  await restock(url, two!.id, 99)
  return [one!, two!]
}

async function openCheckout(page: Page, url: string, token: string): Promise<void> {
  await ask(url, "DELETE /cart/", { token })
  const [{ id }] = await twoModels(url)
  await ask(url, "POST /cart/", { token, body: { doll_id: id, quantity: 1 } })
  await page.goto("/checkout")
  await expect(page.getByRole("heading", { name: "Shipping address" })).toBeVisible()
}

const addresses = (page: Page) => page.getByRole("region", { name: "Addresses", exact: true })

async function type(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
}

test("an address is saved at checkout, offered in the next one, and edited in the settings", { tag: "@phone" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/500/)
  const { token } = await aCustomer(page, site.url, { remember: true })
  await openCheckout(page, site.url, token)
  await type(page, {
    Phone: "+1 503 555 0100",
    Address: "12 Quiet Street",
    City: "Portland",
    State: "Oregon",
    "Zip code": "97201",
  })
  await page.getByLabel("Save this address for next time").check()
  await page.getByRole("button", { name: "Continue to payment" }).click()
  await page.waitForURL(/invoice|sandbox/)

  // Another tab has no draft.
  const next = await page.context().newPage()
  await openCheckout(next, site.url, token)
  await expect(next.getByLabel("City", { exact: true })).toHaveValue("Portland")
  await expect(next.getByLabel("Save this address for next time")).toBeHidden()
  await next.getByLabel("Saved addresses").selectOption("Another address")
  await expect(next.getByLabel("City", { exact: true })).toHaveValue("")
  await next.getByLabel("Saved addresses").selectOption({ index: 0 })
  await expect(next.getByLabel("City", { exact: true })).toHaveValue("Portland")
  await axeInBothThemes(next, "checkout-saved")

  await next.goto("/dashboard?tab=settings")
  await addresses(next)
    .getByRole("button", { name: /^Edit Sally Shopper/ })
    .click()
  const dialog = next.getByRole("dialog", { name: "Edit address" })
  await dialog.getByLabel("City", { exact: true }).fill("")
  await dialog.getByRole("button", { name: "Save address" }).click()
  await expect(dialog.getByText("This field is required.")).toBeVisible()
  await dialog.getByLabel("City", { exact: true }).fill("Salem")
  const mend = await fail(next, "PUT", "/api/auth/addresses/")
  await dialog.getByRole("button", { name: "Save address" }).click()
  await expect(dialog.getByRole("alert")).toContainText(accountTexts.addressFailed)
  await expect(dialog.getByRole("alert")).toContainText(why)
  await expect(dialog.getByLabel("City", { exact: true })).toHaveValue("Salem")
  await mend()
  await dialog.getByRole("button", { name: "Save address" }).click()
  await expect(next.getByText(accountTexts.addressSaved)).toBeVisible()
  await expect(addresses(next).getByText("Salem, Oregon 97201")).toBeVisible()
})

test("addresses are added, made the default and deleted in the settings", { tag: "@phone" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/500/)
  await aCustomer(page, site.url)
  await page.goto("/dashboard?tab=settings")
  const list = addresses(page)
  await expect(list.getByText("Save the addresses you order to")).toBeVisible()
  for (const city of ["Portland", "Salem"]) {
    await list.getByRole("button", { name: "Add an address" }).click()
    const dialog = page.getByRole("dialog", { name: "Add an address" })
    await expect(dialog.getByLabel("First name")).toHaveValue("Sally")
    await type(page, { Phone: "+1 503 555 0100", Address: "12 Quiet Street", City: city, State: "Oregon" })
    await dialog.getByLabel("Zip code").fill("97201")
    if (city === "Salem") await dialog.getByLabel("Use as the default address").check()
    await dialog.getByRole("button", { name: "Save address" }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(list.getByRole("listitem").first()).toContainText("Salem")
  await expect(list.getByText("Default", { exact: true })).toHaveCount(1)
  await axeInBothThemes(page, "settings-addresses")

  await list.getByRole("button", { name: /^Delete .*Portland/ }).click()
  const ask = page.getByRole("dialog", { name: "Delete this address?" })
  const mend = await fail(page, "DELETE", "/api/auth/addresses/")
  await ask.getByRole("button", { name: "Delete address" }).click()
  await expect(page.getByText(accountTexts.addressDeleteFailed)).toBeVisible()
  await expect(list.getByRole("listitem")).toHaveCount(2)
  await mend()
  await list.getByRole("button", { name: /^Delete .*Portland/ }).click()
  await ask.getByRole("button", { name: "Delete address" }).click()
  await expect(page.getByText(accountTexts.addressDeleted)).toBeVisible()
  await expect(list.getByRole("listitem")).toHaveCount(1)
})

test("an order is bought again; what is no longer for sale is named @desktop", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/500/)
  const { token } = await aCustomer(page, site.url)
  const [first, second] = await twoModels(site.url)
  await ask(site.url, "POST /cart/", { token, body: { doll_id: first.id, quantity: 2 } })
  const order = await anOrder(site.url, token, { dollId: second.id, paid: false })
  await ask(site.url, `POST /orders/${order.id}/cancel`, { token })
  await ask(site.url, "DELETE /cart/", { token })
  await page.goto(`/order/${order.id}`)

  const mend = await fail(page, "POST", "/api/cart/merge")
  await page.getByRole("button", { name: "Buy again" }).click()
  await expect(page.getByText(accountTexts.againFailed)).toBeVisible()
  await mend()

  await page.route("**/api/cart/merge", async (route) => {
    const response = await route.fetch()
    const body = { ...(await response.json()), skipped: [{ doll_id: second.id, detail: `${second.name} is gone.` }] }
    await route.fulfill({ response, json: body })
  })
  await page.getByRole("button", { name: "Buy again" }).click()
  await expect(page).toHaveURL("/cart")
  await expect(page.getByText(accountTexts.notAgain)).toBeVisible()
  await expect(page.getByText(`${second.name} is gone.`)).toBeVisible()
  await expect(page.getByRole("main").getByText(first.name, { exact: true })).toBeVisible()
})

test("an order is tracked from its email by number and email address, without logging in", { tag: "@phone" }, async ({
  page,
  anotherPage,
  site,
  expectConsole,
}) => {
  expectConsole(/404/)
  const { token } = await aCustomer(page, site.url)
  const [doll] = await twoModels(site.url)
  await ask(site.url, "DELETE /cart/", { token })
  const order = await anOrder(site.url, token, { dollId: doll.id })
  await ship(site.url, order.id, "RR 123 456")

  const phone = await anotherPage()
  await phone.goto("/")
  await passAgeGate(phone)
  await phone.goto("/login")
  await phone.getByRole("link", { name: "Track an order without logging in" }).click()
  const [number, email] = [
    phone.getByLabel("Order number"),
    phone.getByRole("main").getByLabel("Email", { exact: true }),
  ]
  const track = phone.getByRole("button", { name: "Track order", exact: true })
  await number.fill("12345")
  await track.click()
  await expect(phone.getByText(orderTexts.numberShape)).toBeVisible()
  await expect(phone.getByText("This field is required.")).toBeVisible()
  await number.fill(order.orderNumber.toLowerCase())
  await email.fill("somebody@shop.example")
  await track.click()
  await expect(phone.getByRole("alert")).toContainText(orderTexts.notFound)
  await axeInBothThemes(phone, "order-lookup")

  // The address is that of the link in the emails.
  await phone.goto(`/orders/lookup#${order.orderNumber}`)
  await phone.reload()
  await expect(number).toHaveValue(order.orderNumber)
  await email.fill("sally@shop.example")
  await track.click()
  await expect(phone.getByRole("heading", { name: `Order ${order.orderNumber}` })).toBeFocused()
  const main = phone.getByRole("main")
  await expect(main.getByText("Shipped", { exact: true }).first()).toBeVisible()
  await expect(main.getByText("RR 123 456")).toBeVisible()
  for (const secret of [doll.name, "Quiet Street", "Sally", "$"]) await expect(main).not.toContainText(secret)
  await axeInBothThemes(phone, "order-lookup-found")
  await phone.getByRole("button", { name: "Track another order" }).click()
  await expect(number).toBeVisible()
})

test("favorites are shared by a link, from which others keep and buy pieces, until it is turned off", {
  tag: "@phone",
}, async ({ page, anotherPage, site, expectConsole }) => {
  expectConsole(/404|500/)
  const { token } = await aCustomer(page, site.url)
  const [first, second] = await twoModels(site.url)
  for (const { id } of [first, second]) await ask(site.url, "POST /favorites", { token, body: { doll_id: id } })
  await page.goto("/dashboard?tab=favorites")
  await page.getByRole("button", { name: "Share", exact: true }).click()
  const dialog = page.getByRole("dialog", { name: "Share your favorites" })
  const mend = await fail(page, "PUT", "/api/favorites/link")
  await dialog.getByRole("button", { name: "Create link" }).click()
  await expect(page.getByText(shareTexts.failed)).toBeVisible()
  await mend()
  await dialog.getByRole("button", { name: "Create link" }).click()
  const url = await dialog.getByLabel("Link").inputValue()
  await axeInBothThemes(page, "favorites-share")

  const friend = await anotherPage()
  await friend.goto(url)
  await passAgeGate(friend)
  const main = friend.getByRole("main")
  await expect(main.getByRole("heading", { name: "Shared favorites" })).toBeVisible()
  await expect(main.getByRole("article")).toHaveText([new RegExp(second.name), new RegExp(first.name)])
  await expect(main).not.toContainText("Sally")
  await expect(friend.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex")
  await axeInBothThemes(friend, "shared-favorites")
  await main.getByRole("button", { name: `Add to Cart: ${first.name}` }).click()
  await expect(friend.getByRole("dialog").getByRole("link", { name: first.name })).toBeVisible()
  await friend.keyboard.press("Escape")
  await main.getByRole("button", { name: `Favorite ${second.name}` }).click()
  await expect(friend.getByText(favoriteTexts.loginToSave)).toBeVisible()

  const mendOff = await fail(page, "DELETE", "/api/favorites/link")
  await dialog.getByRole("button", { name: "Turn off link" }).click()
  await expect(page.getByText(shareTexts.offFailed)).toBeVisible()
  await mendOff()
  await dialog.getByRole("button", { name: "Turn off link" }).click()
  await expect(dialog.getByRole("button", { name: "Create link" })).toBeVisible()
  expect((await friend.reload())?.status()).toBe(404)
  await expect(friend.getByText("This list is no longer shared.")).toBeVisible()
  await axeInBothThemes(friend, "shared-favorites-gone")
})

test("a membership is given as a code, which somebody else redeems once", { tag: "@phone" }, async ({
  page,
  anotherPage,
  site,
  expectConsole,
}) => {
  expectConsole(/422|500/)
  await aCustomer(page, site.url)
  await page.goto("/upgrade")
  await page.getByRole("link", { name: "Give as a gift: VIP", exact: true }).filter({ visible: true }).click()
  await expect(page.getByRole("heading", { name: "Give a membership" })).toBeVisible()
  await axeInBothThemes(page, "gift-checkout")
  await page.getByRole("button", { name: "Continue to payment" }).click()
  await page.getByRole("button", { name: "Pay in full" }).click()
  await page.waitForURL(/success-subscription/)
  await expect(page.getByRole("heading", { name: giftTexts.bought })).toBeVisible()
  const code = (await page.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/).textContent())!
  await axeInBothThemes(page, "gift-success")
  await page.goto("/dashboard?tab=orders")
  const gifts = page.getByRole("region", { name: "Gifts" })
  await expect(gifts.getByText(code)).toBeVisible()
  await expect(gifts.getByText("Can be redeemed until")).toBeVisible()
  await axeInBothThemes(page, "gift-orders")

  const friend = await anotherPage()
  await aCustomer(friend, site.url)
  await friend.goto("/redeem")
  const field = friend.getByLabel("Code")
  const redeem = friend.getByRole("main").getByRole("button", { name: "Redeem", exact: true })
  await redeem.click()
  await expect(friend.getByText(giftTexts.required)).toBeVisible()
  await field.fill("ABCD")
  await redeem.click()
  await expect(friend.getByText(giftTexts.shape)).toBeVisible()
  await field.fill("ABCD-EFGH-JKMN")
  await redeem.click()
  await expect(friend.getByText(giftTexts.unknown)).toBeVisible()
  await axeInBothThemes(friend, "redeem")
  await field.fill(code.toLowerCase())
  await redeem.click()
  // The notification may be shown beside it.
  await expect(friend.getByRole("main").getByText(giftTexts.done)).toBeVisible()
  await expect(friend.getByText(/^Your VIP membership is active until/)).toBeVisible()
  await axeInBothThemes(friend, "redeemed")
  await friend.goto("/redeem")
  await field.fill(code)
  await redeem.click()
  await expect(friend.getByText(giftTexts.redeemed)).toBeVisible()

  await page.reload()
  await expect(gifts.getByText("Redeemed on")).toBeVisible()
  await expect(gifts.getByRole("button")).toHaveCount(0)
})
