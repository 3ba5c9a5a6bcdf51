import { notificationTexts } from "#contract/buyingText.ts"
import { customerTexts, timelineTexts } from "#contract/timelineText.ts"
import { cross, failing } from "./adminPanel.ts"
import { anAccount, anOrder, ask, newWord, signInAs, tokenOf } from "./customers.ts"
import { axe, expect, type Page, shot, test } from "./fixtures.ts"

/** The page of a customer, and the notes and timelines of customers, orders and chats. */

const admin = "admin@demo.example"

interface Account {
  id: number
  email: string
  full_name: string
}

const accountOf = async (url: string, email: string) =>
  (
    await ask<Account[]>(url, `GET /admin/users?q=${encodeURIComponent(email)}`, { token: await tokenOf(url, admin) })
  )[0]!

/** Opens the page of a new customer with an order, as an admin. */
async function aCase(page: Page, url: string) {
  const { email } = await anAccount(url)
  const token = await tokenOf(url, email)
  const order = await anOrder(url, token, { dollId: 5, paid: false })
  const { id } = await accountOf(url, email)
  await signInAs(page, url, admin)
  return { email, token, order, id }
}

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true })

test("an admin finds a customer, and sees who they are, what they bought and what happened", {
  tag: "@desktop",
}, async ({ page, site }) => {
  const { email, order, id } = await aCase(page, site.url)
  await page.goto("/admin?tab=dashboard")
  await expect(page.getByText("Total users")).toBeVisible()
  await page.keyboard.press("Control+k")
  await page.getByRole("dialog").getByRole("combobox").fill(email)
  await page.getByRole("option", { name: new RegExp(email) }).click()
  await expect(page).toHaveURL(`/admin/customer/${id}`)
  await expect(page.getByRole("heading", { level: 1, name: "Sally Shopper" })).toBeVisible()
  await expect(page.getByRole("main").getByRole("link", { name: email })).toBeVisible()
  await expect(part(page, "Orders").getByRole("link", { name: order.orderNumber })).toBeVisible()
  await expect(part(page, "Emails")).toContainText(`Order ${order.orderNumber} received`)
  await expect(part(page, "Logins")).toContainText("Logged in")
  await expect(part(page, "Reviews")).toContainText(customerTexts.empty("reviews"))
  await expect(part(page, "Timeline")).toContainText(timelineTexts.placed(order.orderNumber))
  await expect(part(page, "Timeline")).toContainText(timelineTexts.registered)
  await axe(page)
  await shot(page, "admin-customer-new")
  await part(page, "Orders").getByRole("link", { name: order.orderNumber }).click()
  const drawer = page.getByRole("dialog", { name: "Order" })
  await expect(drawer.getByRole("region", { name: "Timeline" })).toContainText(timelineTexts.placed(order.orderNumber))
  await drawer.getByRole("link", { name: "Sally Shopper" }).click()
  await expect(page).toHaveURL(`/admin/customer/${id}`)
})

test("a note that mentions a colleague by the keyboard reaches them, and is edited and deleted", {
  tag: "@desktop",
}, async ({ page, site, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  const { id } = await aCase(page, site.url)
  const word = newWord()
  await page.goto(`/admin/customer/${id}`)
  const notes = part(page, "Notes")
  await expect(notes).toContainText(customerTexts.noNotes)
  await notes.getByRole("button", { name: "Add note" }).click()
  await expect(notes).toContainText(customerTexts.noteRequired)
  const field = notes.getByLabel("Add a note")
  await expect(field).toBeFocused()
  await field.pressSequentially(`${word} for @fin`)
  const option = notes.getByRole("option", { name: /Finn Demo/ })
  await expect(option).toHaveAttribute("aria-selected", "true")
  await axe(page)
  await page.keyboard.press("Escape")
  await expect(option).toBeHidden()
  await field.pressSequentially("n")
  await expect(option).toBeVisible()
  await page.keyboard.press("Enter")
  await expect(field).toHaveValue(`${word} for @Finn Demo `)
  const works = await failing(page, "POST", /\/api\/admin\/customers\/\d+\/notes$/)
  await notes.getByRole("button", { name: "Add note" }).click()
  await expect(notes.getByText(customerTexts.noteFailed)).toBeVisible()
  await expect(notes).toContainText(cross)
  await works()
  await notes.getByRole("button", { name: "Add note" }).click()
  await expect(page.getByText(customerTexts.noteSaved)).toBeVisible()
  await expect(field).toHaveValue("")
  const row = notes.getByRole("list", { name: "Notes" }).getByRole("listitem").first()
  await expect(row).toContainText(`${word} for @Finn Demo`)
  await expect(row.getByText("@Finn Demo", { exact: true })).toHaveJSProperty("tagName", "STRONG")
  await expect(part(page, "Timeline")).toContainText(timelineTexts.noteWritten)

  const finance = await tokenOf(site.url, "finance@demo.example")
  const told = await ask<{ body: string; link: string }[]>(site.url, "GET /notifications", { token: finance })
  expect(told).toContainEqual(
    expect.objectContaining({ body: notificationTexts.mentioned.body, link: `/admin/customer/${id}#notes` }),
  )

  await row.getByRole("button", { name: /^Edit/ }).click()
  await row.getByRole("textbox").fill(`${word} changed`)
  await row.getByRole("button", { name: "Save note" }).click()
  await expect(row).toContainText(`${word} changed`)
  await expect(row).toContainText("edited")
  const allows = await failing(page, "DELETE", /\/api\/notes\/\d+$/)
  const remove = async () => {
    await row.getByRole("button", { name: /^Delete note of/ }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete note" }).click()
  }
  await remove()
  await expect(page.getByText(customerTexts.noteDeleteFailed)).toBeVisible()
  await allows()
  await remove()
  await expect(page.getByText(customerTexts.noteDeleted)).toBeVisible()
  await expect(notes).toContainText(customerTexts.noNotes)
})

test("tags are added, suggested, removed, and filter the accounts", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const { id, email } = await aCase(page, site.url)
  const word = newWord().slice(0, 20)
  await page.goto(`/admin/customer/${id}`)
  const tags = part(page, "Tags")
  const field = tags.getByLabel("Add a tag")
  await field.fill("<b>")
  await page.keyboard.press("Enter")
  await expect(tags).toContainText(customerTexts.tagInvalid)
  const works = await failing(page, "POST", /\/tags$/)
  await field.fill(word)
  await page.keyboard.press("Enter")
  await expect(page.getByText(customerTexts.tagFailed)).toBeVisible()
  await works()
  await page.keyboard.press("Enter")
  await expect(tags.getByRole("listitem").filter({ hasText: word })).toBeVisible()
  await expect(field).toHaveValue("")
  await page.goto(`/staff-dashboard?tab=user-management&tag=${word}`)
  await page.getByRole("main").getByRole("link", { name: "Sally Shopper" }).click()
  await expect(page.getByRole("main").getByRole("link", { name: email })).toBeVisible()
  await tags.getByRole("button", { name: `Remove tag ${word}` }).click()
  await expect(tags.getByRole("listitem").filter({ hasText: word })).toBeHidden()
  await expect(field).toBeFocused()
})

test("an email that went out is sent again", { tag: "@desktop" }, async ({ page, site, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  const { id, order } = await aCase(page, site.url)
  const subject = `Order ${order.orderNumber} received`
  await page.goto(`/admin/customer/${id}`)
  const emails = part(page, "Emails")
  const resend = emails.getByRole("button", { name: `Resend “${subject}”` })
  await expect(async () => {
    await page.reload()
    await expect(resend).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  const works = await failing(page, "POST", /\/resend$/)
  await resend.click()
  await expect(page.getByText(customerTexts.resendFailed)).toBeVisible()
  await works()
  await resend.click()
  await expect(page.getByText(customerTexts.resent)).toBeVisible()
  await expect(part(page, "Timeline")).toContainText("Sent an email again")
})

test("a part that fails says so and is tried again; an unknown customer is not found", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const { id, order } = await aCase(page, site.url)
  const head = await failing(page, "GET", /\/api\/admin\/customers\/\d+$/)
  await page.goto(`/admin/customer/${id}`)
  await expect(page.getByText(customerTexts.loadFailed)).toBeVisible()
  await head()
  const orders = await failing(page, "GET", /\/api\/admin\/customers\/\d+\/orders/)
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(part(page, "Orders")).toContainText(customerTexts.sectionFailed("orders"))
  await expect(part(page, "Timeline")).toContainText(timelineTexts.registered)
  await orders()
  await part(page, "Orders").getByRole("button", { name: "Try again" }).click()
  await expect(part(page, "Orders")).toContainText(order.orderNumber)
  for (const address of ["/admin/customer/999999", "/admin/customer/x"]) {
    await page.goto(address)
    await expect(page.getByText(customerTexts.notFound)).toBeVisible()
  }
})

test("opening a customer's chat is recorded, and its notes are those of the moderator", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  const word = newWord()
  const member = "vvip@demo.example"
  const { id } = await accountOf(site.url, member)
  const moderator = await tokenOf(site.url, "moderator@demo.example")
  const rooms = await ask<{ id: number; user_id: number; doll: { name: string }; last_message: unknown }[]>(
    site.url,
    "GET /chat/moderator/rooms/",
    { token: moderator },
  )
  const room = rooms.find(({ user_id, last_message }) => user_id === id && last_message)
  await ask(site.url, `POST /chat/rooms/${room!.id}/notes`, { token: moderator, body: { content: word } })
  // Newer chats fill the first page of the list.
  const token = await tokenOf(site.url, member)
  for (let doll_id = 20; doll_id < 30; doll_id++) await ask(site.url, "POST /chat/rooms/", { token, body: { doll_id } })
  await signInAs(page, site.url, admin)
  await page.goto(`/admin/customer/${id}?chat=${room!.id}`)
  const dialog = page.getByRole("dialog", { name: `Chat about ${room!.doll.name}` })
  await expect(dialog).toContainText(word)
  await axe(page)
  await dialog.getByRole("button", { name: "Show conversation" }).click()
  await expect(dialog.getByRole("region", { name: "Conversation" }).getByRole("listitem").first()).toBeVisible()
  await dialog.getByRole("button", { name: "Close" }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(part(page, "Timeline")).toContainText("Read the chat")
})

test("a moderator writes notes beside a chat", { tag: "@desktop" }, async ({ page, site }) => {
  await signInAs(page, site.url, "moderator@demo.example")
  const token = await tokenOf(site.url, "moderator@demo.example")
  const [room] = await ask<{ id: number }[]>(site.url, "GET /chat/moderator/rooms/", { token })
  const word = newWord()
  await page.goto(`/moderator?room=${room!.id}`)
  const notes = page.getByRole("region", { name: "Notes" }).filter({ visible: true })
  const about = page.getByRole("button", { name: /^About / })
  await expect(about.or(notes).filter({ visible: true }).first()).toBeVisible()
  if (await about.isVisible()) await about.click()
  await notes.getByLabel("Add a note").fill(word)
  await notes.getByRole("button", { name: "Add note" }).click()
  await expect(notes.getByRole("listitem").filter({ hasText: word })).toBeVisible()
  await expect(page.getByRole("region", { name: "Timeline" }).filter({ visible: true })).toContainText(word)
  await axe(page)
  await shot(page, "moderator-notes")
})

test("the page of a demo customer with everything on it", { tag: "@desktop" }, async ({ page, site }) => {
  const { id } = await accountOf(site.url, "mara@demo.example")
  await signInAs(page, site.url, admin)
  await page.goto(`/admin/customer/${id}`)
  await expect(part(page, "Notes")).toContainText("Demo note")
  await expect(part(page, "Tags")).toContainText("repeat customer")
  await part(page, "Orders").getByRole("button", { name: "Show more orders" }).click()
  await expect(part(page, "Orders").getByRole("listitem").nth(5)).toBeFocused()
  await shot(page, "admin-customer")
})
