import { Secret, TOTP } from "otpauth"
import { adminTexts } from "#contract/adminText.ts"
import { membershipTexts, orderTexts } from "#contract/buyingText.ts"
import { accountTexts, loginTexts } from "#contract/memberText.ts"
import { flaggedTexts, modelAdminTexts, moneyTexts } from "#contract/panelText.ts"
import { cartTexts, favoriteTexts, gateTexts, modelTexts, reviewTexts } from "#contract/texts.ts"
import { panel } from "./adminPanel.ts"
import {
  aCustomer,
  anOrder,
  ask,
  confirmAddress,
  newAddress,
  newWord,
  password,
  signInAs,
  tokenOf,
} from "./customers.ts"
import { expect, test } from "./fixtures.ts"
import { Keyboard } from "./keyboard.ts"
import { moderatorEmail } from "./moderatorPage.ts"

/** The main tasks with a keyboard alone: what can be reached, where the focus goes, and what is announced. */

test("a visitor finds a model, becomes a customer and pays, with the keyboard alone", { tag: "@desktop" }, async ({
  page,
  isMobile,
  expectConsole,
}) => {
  // The first password is wrong.
  expectConsole(/401/)
  const keys = await Keyboard.only(page)
  const main = page.getByRole("main")
  const h1 = page.getByRole("heading", { level: 1 })

  await test.step("the gate, and a link past the header", async () => {
    await page.goto("/models")
    await expect(page.getByRole("heading", { name: gateTexts.title })).toBeFocused()
    await keys.press(page.getByRole("button", { name: gateTexts.enter }))
    await expect(page.getByRole("dialog")).toBeHidden()
    await keys.press(page.getByRole("link", { name: "Skip to content" }))
    await expect(page.locator("#content")).toBeFocused()
  })

  await test.step("search and filters say how many they find", async () => {
    const count = main.getByRole("status")
    await keys.type(page.getByRole("searchbox", { name: "Search" }), "porcelain")
    await expect(page).toHaveURL("/models?q=porcelain")
    const found = await count.textContent()
    await keys.press(main.getByRole("button", { name: isMobile ? "Filters" : "Form", exact: true }))
    await keys.press(main.getByRole("link", { name: "Dress form on stand" }))
    await expect(page).toHaveURL(/form=/)
    await expect(count).not.toHaveText(found!)
    if (isMobile) await keys.press(main.getByRole("button", { name: /^Show \d+ model/ }))
    await keys.press(main.getByRole("button", { name: "Remove filter: “porcelain”" }))
    await expect(count).toBeFocused()
    await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("")
    await keys.press(main.getByRole("link", { name: "Clear filters" }))
    await expect(page).toHaveURL("/models")
    await keys.choose(page.getByLabel("Sort by"), "Price, low")
    await expect(page).toHaveURL("/models?sort=price_asc")
  })

  await test.step("pictures, large and small", async () => {
    await page.goto("/models?q=Isolde")
    await keys.press(main.getByRole("link", { name: "Isolde" }))
    await expect(h1).toHaveText("Isolde")
    await expect(h1).toBeFocused()
    await keys.press(page.getByRole("button", { name: /^Enlarge image 1/ }), "ArrowRight", "Enter")
    const box = page.getByRole("dialog", { name: "Isolde" })
    await keys.press(box.getByRole("button", { name: "Next image" }))
    await expect(box.getByRole("status")).toHaveText("3 / 6")
    await keys.press(box.getByRole("button", { name: "Zoom in" }))
    await keys.press(box.getByRole("button", { name: "Close" }))
    await expect(box).toBeHidden()
    await expect(page.getByRole("button", { name: /^Enlarge image/ }).nth(1)).toBeFocused()
  })

  await test.step("quantity and cart", async () => {
    await keys.press(page.getByRole("button", { name: "Increase quantity" }))
    const add = page.getByRole("button", { name: "Add to Cart" }).first()
    await keys.press(add)
    const drawer = page.getByRole("dialog", { name: /Your cart/ })
    await expect(drawer.getByRole("status").filter({ hasText: cartTexts.added })).toBeVisible()
    const fewer = drawer.getByRole("button", { name: "Decrease quantity" })
    await keys.press(fewer)
    await expect(drawer.getByText("$549.00").first()).toBeVisible()
    await expect(fewer).toBeDisabled()
    await expect(fewer).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(add).toBeFocused()
    await keys.press(page.getByRole("button", { name: /^Favorite / }).first())
    await expect(page.getByRole("status").filter({ hasText: favoriteTexts.loginToSave })).toBeVisible()
    await keys.press(add)
    await keys.press(drawer.getByRole("link", { name: "Checkout" }))
  })

  const email = newAddress()
  await test.step("register and sign in; nothing is typed twice", async () => {
    await expect(page).toHaveURL(/\/login\?next=%2Fcheckout$/)
    await keys.press(page.getByRole("link", { name: "Create Account" }))
    await keys.type(page.getByLabel("Full Name"), "Kay Board")
    await keys.type(page.getByLabel("Email", { exact: true }), email)
    await keys.type(page.getByLabel("Password", { exact: true }), "short")
    await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/at least 8 characters/)
    await keys.type(page.getByLabel("Password", { exact: true }), password)
    await keys.choose(page.getByLabel("Region"), "United States")
    await keys.press(page.getByRole("checkbox"), "Space")
    await keys.press(page.getByRole("button", { name: "Create Account" }))
    await expect(page.getByText(loginTexts.registered)).toBeVisible()
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email)
    await keys.type(page.getByLabel("Password", { exact: true }), "Wrong12345")
    await page.keyboard.press("Enter")
    await expect(page.getByRole("alert").filter({ hasText: "Login failed" })).toBeVisible()
    // A password manager fills in the field (3.3.8).
    await page.getByLabel("Password", { exact: true }).evaluate((field: HTMLInputElement) => field.select())
    await page.evaluate((text) => document.execCommand("insertText", false, text), password)
    await keys.press(page.getByRole("button", { name: "Sign In" }))
    await expect(page).toHaveURL(/\/checkout$/)
  })

  await test.step("the checkout, and the payment", async () => {
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email)
    await expect(page.getByLabel("First name")).toHaveValue("Kay")
    const submit = page.getByRole("button", { name: "Continue to payment" })
    await keys.press(submit)
    await expect(page.getByLabel("Phone")).toBeFocused()
    await expect(page.getByLabel("Phone")).toHaveAccessibleDescription("This field is required.")
    for (const [label, text] of Object.entries({
      Phone: "+1 503 555 0100",
      Address: "12 Quiet Street",
      City: "Portland",
      State: "Oregon",
      "Zip code": "97201",
    })) {
      await keys.type(page.getByLabel(label, { exact: true }), text)
    }
    await keys.press(submit)
    await keys.press(page.getByRole("button", { name: "Pay in full" }))
    await expect(page.getByRole("heading", { level: 1, name: "Order Confirmed!" })).toBeVisible()
  })

  await test.step("a favorite and a review", async () => {
    await page.goto("/model/1")
    const heart = page.getByRole("button", { name: /^Favorite / }).first()
    await keys.press(heart)
    await expect(page.getByRole("button", { name: /^(Remove|Favorite) .*/ }).first()).toHaveAttribute(
      "aria-pressed",
      "true",
    )
    if (isMobile) await keys.press(page.getByRole("button", { name: /^Reviews/ }))
    else {
      await keys.press(page.getByRole("tab").first(), "End")
      await expect(page.getByRole("tab", { name: /^Reviews/ })).toBeFocused()
    }
    await keys.press(page.getByRole("radio", { name: "1 star" }), "ArrowRight", "ArrowRight", "ArrowRight")
    await keys.type(page.getByLabel("Your review"), "The seam of gold is finer than in the pictures.")
    await keys.press(page.getByRole("button", { name: "Submit review" }))
    await expect(page.getByRole("status").filter({ hasText: reviewTexts.submitted })).toBeVisible()
    expect(await page.evaluate(() => document.activeElement !== document.body), "the focus is kept").toBe(true)
  })
})

test("a customer becomes a member, chats, and watches a video, with the keyboard alone", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  const keys = await Keyboard.only(page)
  const main = page.getByRole("main")
  const { token } = await aCustomer(page, site.url)

  await test.step("the membership", async () => {
    await page.goto("/upgrade")
    await keys.press(main.getByRole("link", { name: "Choose VIP" }).filter({ visible: true }).first())
    await expect(page.getByRole("heading", { level: 1, name: "Your membership" })).toBeFocused()
    await keys.press(page.getByRole("button", { name: "Continue to payment" }))
    await keys.press(page.getByRole("button", { name: "Pay in full" }))
    await expect(page.getByRole("heading", { level: 1, name: membershipTexts.bought })).toBeVisible()
  })

  await test.step("a message is written, answered, and deleted by its menu", async () => {
    const staff = await tokenOf(site.url, moderatorEmail)
    const { id } = await ask<{ id: number }>(site.url, "GET /auth/me", { token: staff })
    const [doll] = await ask<{ id: number }[]>(site.url, `GET /dolls/moderator/${id}/?limit=1`, { token: staff })
    await page.goto(`/model/${doll!.id}`)
    await keys.press(page.getByRole("button", { name: modelTexts.chat, exact: true }))
    const log = page.getByRole("log")
    await expect(log).toHaveAttribute("aria-relevant", "additions")
    const field = page.getByRole("textbox", { name: "Message" })
    await keys.type(field, "Is the lid held by screws?")
    await page.keyboard.press("Enter")
    await expect(log.getByText("Sent", { exact: true }).last()).toBeVisible()
    const room = Number(new URL(page.url()).searchParams.get("roomId"))
    const body = { content: "By four of them.", chat_room_id: room }
    await ask(site.url, "POST /chat/messages/", { token: staff, body })
    await expect(log.getByText(body.content)).toBeVisible()
    // An incoming message does not take the focus from the field.
    await expect(field).toBeFocused()
    const own = log.getByRole("listitem").filter({ hasText: "held by screws" })
    const more = own.getByRole("button", { name: /^Actions for/ })
    // All messages share one tab stop, the newest. Arrow keys move to the others.
    await keys.to(log.getByRole("button", { name: /^Actions for/ }).last(), "Shift+Tab")
    await page.keyboard.press("ArrowUp")
    await expect(more).toBeFocused()
    await page.keyboard.press("Enter")
    const menu = page.getByRole("menu", { name: /^Actions for/ })
    await expect(menu.getByRole("menuitem").first()).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(more).toBeFocused()
    await page.keyboard.press("Enter")
    await page.keyboard.press("End")
    await expect(menu.getByRole("menuitem", { name: "Delete" })).toBeFocused()
    await page.keyboard.press("Enter")
    await keys.press(page.getByRole("dialog").getByRole("button", { name: "Delete" }))
    await expect(own).toHaveCount(0)
    const focused = () => page.evaluate(() => document.activeElement?.closest("[role=log]") !== null)
    await expect.poll(focused, "the focus stays in the conversation").toBe(true)
  })

  await test.step("a video", async () => {
    const [film] = await ask<{ id: number; title: string }[]>(site.url, "GET /videos/", { token })
    await page.goto("/vip-content")
    await keys.press(page.getByRole("main").getByRole("link", { name: film!.title }).first())
    const player = page.getByRole("region", { name: `Video player: ${film!.title}` })
    await keys.press(player.getByRole("button", { name: `Play ${film!.title}` }))
    await expect(player.getByRole("status")).toHaveText("Playing")
    await keys.press(player.getByRole("button", { name: "Pause", exact: true }))
    await expect(player.getByRole("status")).toHaveText("Paused")
    // The player is not a trap: Tab leads on to the rest of the page.
    await keys.to(page.getByRole("contentinfo").getByRole("link").last())
  })
})

test("an account is set up with the keyboard alone, with its second factor", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  const keys = await Keyboard.only(page)
  const { email } = await aCustomer(page, site.url)
  await confirmAddress(site, email)
  await page.goto("/dashboard")
  await keys.press(page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Settings" }))
  await keys.type(page.getByLabel("Full Name"), "Kay Board")
  await keys.press(page.getByRole("button", { name: "Save profile" }))
  await expect(page.getByRole("status").filter({ hasText: accountTexts.profileSaved })).toBeVisible()

  const opener = page.getByRole("button", { name: "Set up an authenticator app" })
  await keys.press(opener)
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" })
  const secret = (await dialog.locator(".select-all").textContent())!.replaceAll(" ", "")
  await page.keyboard.press("Escape")
  await expect(opener).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(dialog).toBeVisible()
  // The keys follow each other at once. The focus must be back for Enter to open the dialog again.
  await Promise.all([page.keyboard.press("Escape"), page.keyboard.press("Enter")])
  const key = (await dialog.locator(".select-all").textContent())!.replaceAll(" ", "")
  expect(key).toMatch(/^[A-Z2-7]+$/)
  expect(secret).toMatch(/^[A-Z2-7]+$/)
  const code = dialog.getByLabel("Code from the app")
  await expect(code).toHaveAttribute("autocomplete", "one-time-code")
  await keys.type(code, new TOTP({ secret: Secret.fromBase32(key) }).generate())
  await page.keyboard.press("Enter")
  const codes = page.getByRole("dialog", { name: "Save your recovery codes" })
  await keys.press(codes.getByRole("button", { name: "I've saved them" }))
  await expect(codes).toBeHidden()
  expect(await page.evaluate(() => document.activeElement !== document.body), "the focus is kept").toBe(true)
})

test("staff answer, decide, edit, ship and select with the keyboard alone", { tag: "@desktop" }, async ({
  page,
  site,
  anotherPage,
}) => {
  const keys = await Keyboard.only(page)
  const customer = await aCustomer(await anotherPage(), site.url)
  const order = await anOrder(site.url, customer.token, { dollId: 14 })
  const member = await tokenOf(site.url, "vip@demo.example")
  const admin = await tokenOf(site.url, "admin@demo.example")

  await test.step("a moderator answers a chat", async () => {
    const staff = await signInAs(page, site.url, moderatorEmail)
    const { id } = await ask<{ id: number }>(site.url, "GET /auth/me", { token: staff })
    const [doll] = await ask<{ id: number }[]>(site.url, `GET /dolls/moderator/${id}/?skip=3&limit=1`, { token: staff })
    const room = await ask<{ id: number }>(site.url, "POST /chat/rooms/", {
      token: member,
      body: { doll_id: doll!.id },
    })
    const body = { content: `Is the base of brass? ${newWord()}`, chat_room_id: room.id }
    await ask(site.url, "POST /chat/messages/", { token: member, body })
    await page.goto("/moderator")
    await keys.press(page.getByRole("list", { name: "Chats" }).getByRole("link").filter({ hasText: body.content }))
    await expect(page.getByRole("log").getByText(body.content)).toBeVisible()
    await keys.type(page.getByLabel("Message", { exact: true }), "Of brass, turned by hand.")
    await page.keyboard.press("Enter")
    await expect(page.getByRole("log").getByText("Of brass, turned by hand.")).toBeVisible()
    await expect(page.getByLabel("Message", { exact: true })).toBeFocused()
  })

  await test.step("a flagged item is approved", async () => {
    const doll = {
      name: "Ready to be looked at",
      price: 310,
      description: "A piece to be looked at.",
      doll_height: 160,
    }
    const maker = await tokenOf(site.url, "content@demo.example")
    const { id } = await ask<{ id: number }>(site.url, "POST /dolls/create/", { token: maker, body: doll })
    await ask(site.url, "POST /reports", { body: { kind: "doll", id, reason: `Not what it says: ${id}` } })
    await panel(page, site.url, "flagged")
    await keys.type(page.getByRole("searchbox", { name: "Search flagged items" }), `not what it says: ${id}`)
    const items = page.getByRole("list", { name: "Flagged items" }).locator(":scope > li")
    await expect(items).toHaveCount(1)
    await keys.press(items.getByRole("heading").getByRole("button"))
    await keys.press(items.getByRole("button", { name: "Approve" }))
    await expect(page.getByRole("status").filter({ hasText: flaggedTexts.approved })).toBeVisible()
    expect(await page.evaluate(() => document.activeElement !== document.body), "the focus is kept").toBe(true)
    await ask(site.url, `DELETE /dolls/delete/${id}`, { token: admin })
  })

  await test.step("a model is edited, and its pictures are sorted without dragging", async () => {
    await page.goto("/admin/model/edit/2")
    await keys.type(page.getByLabel("Material"), "Biscuit porcelain")
    await keys.press(page.getByRole("button", { name: "Save changes" }))
    await expect(page.getByRole("status").filter({ hasText: modelAdminTexts.updated })).toBeVisible()
    await keys.press(page.getByRole("button", { name: "Move image 2 back" }))
    await expect(page.getByRole("button", { name: "Move image 3 back" })).toBeFocused()
    await page.keyboard.press("Shift+Tab")
    await keys.press(page.getByRole("button", { name: "Move image 3 forward" }))
  })

  await test.step("an order is shipped, and the focus returns to its row", async () => {
    await page.goto("/admin?tab=orders")
    await keys.type(page.getByRole("searchbox"), order.orderNumber)
    await expect(page.getByText("1 order")).toBeVisible()
    const row = page.getByRole("button", { name: order.orderNumber, exact: true })
    await keys.press(row)
    const dialog = page.getByRole("dialog", { name: "Order" })
    await keys.press(dialog.getByRole("button", { name: "Ship", exact: true }))
    await expect(dialog.getByLabel("Tracking number")).toHaveAccessibleDescription(orderTexts.trackingRequired)
    await keys.type(dialog.getByLabel("Tracking number"), "RM 1")
    await page.keyboard.press("Enter")
    await expect(page.getByRole("status").filter({ hasText: moneyTexts.shipped(order.orderNumber) })).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(row).toBeFocused()
    // Closing the dialog goes back in the history, which would cancel a navigation that begins earlier.
    await expect(page).not.toHaveURL(/[?&]order=/)
  })

  await test.step("models are selected, and accounts are acted upon", async () => {
    await page.goto("/admin?tab=models")
    const boxes = page.getByRole("checkbox", { name: /^Select (?!all)/ })
    await keys.press(boxes.first(), "Space")
    await keys.press(boxes.nth(1), "Space")
    const bar = page.getByRole("toolbar", { name: "Selected rows" })
    await expect(bar).toContainText("2 selected")
    await keys.press(bar.getByRole("button", { name: "Clear" }))
    await expect(bar).toBeHidden()
    await expect(page.getByRole("region", { name: "Models", exact: true }).getByRole("checkbox").first()).toBeFocused()

    await page.goto("/staff-dashboard?tab=user-management")
    await keys.type(page.getByRole("searchbox", { name: "Search users" }), customer.email)
    const user = page.getByRole("region", { name: "Accounts" }).locator("[data-row]")
    await expect(user).toHaveCount(1)
    const actions = user.getByRole("button", { name: /^Actions for/ })
    await keys.press(actions)
    await expect(page.getByRole("menuitem").first()).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(actions).toBeFocused()
    await page.keyboard.press("Enter")
    const suspend = page.getByRole("menuitem", { name: "Suspend" })
    for (let steps = 0; steps < 8 && !(await suspend.evaluate((one) => one === document.activeElement)); steps++)
      await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await keys.press(page.getByRole("dialog").getByRole("button", { name: "Suspend" }))
    await expect(page.getByRole("status").filter({ hasText: adminTexts.userSuspended })).toBeVisible()
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(actions).toBeFocused()
  })
})
