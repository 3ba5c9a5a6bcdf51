import type { ChatRoom } from "#contract/chat.ts"
import { chatTexts, staffTexts } from "#contract/memberText.ts"
import type { FlaggedItem } from "#contract/moderation.ts"
import { generalTexts } from "#contract/texts.ts"
import { anAccount, ask, newAddress, newWord, password, signInAs, tokenOf } from "./customers.ts"
import { axe, expect, shot, test } from "./fixtures.ts"
import { aTalk, cold, desk } from "./moderatorPage.ts"

/** The member writes through the API, and the test reads there what the moderator answers. */

const soon = { timeout: 20_000 }

test("a member's message is announced, counted, read and answered, beside the member's details", {
  tag: "@desktop",
}, async ({ page, site }) => {
  const talk = await aTalk(site.url, "vip@demo.example", 20)
  await desk(page, site.url)
  await page.goto("/staff-dashboard")
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Moritz!" })).toBeVisible()
  const question = `Is the seam raised? ${newWord()}`
  await expect(page.locator("html")).toHaveAttribute("data-unread", "some", soon)
  await talk.says(question)
  await expect(page.getByText(chatTexts.newAbout(talk.room.doll.name))).toBeVisible(soon)
  const badge = page.locator(".badge-unread").filter({ visible: true })
  await expect(badge.first()).toBeVisible()
  const waiting = page.getByRole("region", { name: "Waiting longest" }).getByRole("link")
  await expect(waiting.first()).toHaveAttribute("href", /^\/moderator\?room=\d+$/)
  await page
    .getByRole("link", { name: /^(Chats|Messages)/ })
    .filter({ visible: true })
    .first()
    .click()
  await expect(page).toHaveURL("/moderator")
  await expect(page.getByRole("heading", { level: 1, name: "Moderator dashboard" })).toBeVisible()
  await expect(page).toHaveTitle(/^\(\d+\) Moderator dashboard - Vitrine$/)
  const row = page.getByRole("list", { name: "Chats" }).getByRole("link").filter({ hasText: question })
  await expect(row).toContainText("unread")
  await axe(page)
  await row.click()
  await expect(page.getByRole("log").getByText(question)).toBeVisible()
  await expect(page.getByText(chatTexts.connected, { exact: true })).toBeVisible()
  // The messages are read, so nothing is left in this room.
  await expect.poll(async () => (await talk.unread())[talk.room.id] ?? 0).toBe(0)

  const about = page.getByRole("button", { name: "About Vera Demo" })
  const isNarrow = await about.isVisible()
  // On a phone, a conversation fills the screen.
  if (isNarrow) {
    await expect(page.getByRole("banner")).toBeHidden()
    await expect(page.getByRole("contentinfo")).toHaveCount(0)
    await expect(page.locator("nav.sticky-bar")).toBeHidden()
    const field = await page.locator("form", { has: page.getByLabel("Message", { exact: true }) }).boundingBox()
    expect(Math.round(field!.y + field!.height)).toBe(page.viewportSize()!.height)
  }
  if (isNarrow) await about.click()
  const context = isNarrow ? page.getByRole("dialog") : page.getByRole("complementary", { name: "About Vera Demo" })
  await expect(context.getByText("VIP", { exact: true })).toBeVisible()
  await expect(context.getByRole("definition").filter({ hasText: /^\d+$/ }).first()).toBeVisible()
  await expect(context.getByRole("link", { name: talk.room.doll.name })).toBeVisible()
  if (isNarrow) {
    await axe(page, "dialog[open]")
    await page.keyboard.press("Escape")
  }

  const answer = `Level with the glaze. ${newWord()}`
  const field = page.getByLabel("Message", { exact: true })
  await field.fill(answer)
  await field.press("Enter")
  await expect(page.getByRole("log").getByText(answer)).toBeVisible()
  await expect.poll(async () => (await talk.messages()).at(-1)?.content).toBe(answer)
  await axe(page)
  await shot(page, "moderator-chat", { fullPage: false })
})

test("a flag reaches the admins, and can be removed; a failed one shows an error", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const talk = await aTalk(site.url, "vvip@demo.example", 21)
  const text = `Please look at this ${newWord()}`
  const { id } = await talk.says(text)
  await desk(page, site.url, `/moderator?room=${talk.room.id}`)
  const message = page.getByRole("log").getByRole("listitem").filter({ hasText: text })
  await message.getByRole("button", { name: /^Actions for the message/ }).click()
  await page.route(/\/flag$/, (route) => route.fulfill({ status: 500, json: { detail: "The kiln is cold." } }))
  await page.getByRole("menuitem", { name: "Flag", exact: true }).click()
  await expect(page.getByRole("alert").filter({ hasText: chatTexts.flagFailed })).toContainText("The kiln is cold.")
  await page.unroute(/\/flag$/)
  await message.getByRole("button", { name: /^Actions for the message/ }).click()
  await page.getByRole("menuitem", { name: "Flag", exact: true }).click()
  await expect(message.getByText("Flagged", { exact: true })).toBeVisible()
  const admin = await tokenOf(site.url, "content@demo.example")
  const queue = () => ask<FlaggedItem[]>(site.url, "GET /admin/flagged-messages?limit=100", { token: admin })
  const inQueue = async () => (await queue()).some((item) => item.kind === "message" && item.subject_id === id)
  await expect.poll(inQueue).toBe(true)
  // Members do not see that a message is flagged.
  expect((await talk.messages()).find((one) => one.id === id)).not.toHaveProperty("flagged")
  await page.goto("/moderator?queue=flagged")
  const row = page.getByRole("list", { name: "Chats" }).getByRole("link").filter({ hasText: talk.room.doll.name })
  await expect(row).toContainText("Flagged: 1")
  await row.click()
  await expect(message.getByText("Flagged", { exact: true })).toBeVisible()
  // Flagged messages are listed beside the conversation, however long it is.
  const beside = page.getByRole("region", { name: "Flagged messages" })
  await expect(beside).toContainText(text)
  await beside.getByRole("button", { name: "Unflag" }).click()
  await expect(beside).toBeHidden()
  await expect(page.getByRole("log")).toBeFocused()
  await expect(message.getByText("Flagged", { exact: true })).toBeHidden()
  await expect.poll(inQueue).toBe(false)
})

test("canned replies are saved, offered after a slash with the member's name filled in, and deleted", {
  tag: "@desktop",
}, async ({ page, site }) => {
  const talk = await aTalk(site.url, "vip@demo.example", 22)
  await desk(page, site.url)
  await page.getByRole("button", { name: "Saved replies" }).click()
  const dialog = page.getByRole("dialog", { name: "Saved replies" })
  await dialog.getByRole("button", { name: "Save reply" }).click()
  await expect(dialog.getByLabel("Title")).toHaveAccessibleDescription(/Please enter a title\./)
  await expect(dialog.getByLabel("Text")).toHaveAccessibleDescription(new RegExp(chatTexts.empty))
  const title = `Shipping ${newWord()}`
  await dialog.getByLabel("Title").fill(title)
  await dialog.getByLabel("Text").fill("Dear {first_name}, it takes ten days.")
  await dialog.getByRole("button", { name: "Save reply" }).click()
  await expect(dialog.getByRole("list", { name: "Saved replies" })).toContainText(title)
  await axe(page, "dialog[open]")
  await shot(page, "moderator-replies", { fullPage: false })
  await page.keyboard.press("Escape")
  await page.goto(`/moderator?room=${talk.room.id}`)
  const field = page.getByLabel("Message", { exact: true })
  await field.pressSequentially("/shipp")
  const options = page.getByRole("listbox", { name: "Saved replies" })
  await expect(options.getByRole("option", { name: title })).toHaveAttribute("aria-selected", "true")
  await axe(page)
  await shot(page, "moderator-slash", { fullPage: false })
  await field.press("Escape")
  await expect(options).toBeHidden()
  await expect(field).toHaveValue("/shipp")
  await field.pressSequentially("i")
  await field.press("Enter")
  await expect(field).toHaveValue("Dear Vera, it takes ten days.")
  await expect(options).toBeHidden()
  // The room keeps the text as its draft when other rooms are opened.
  await page.goto("/moderator")
  await page.goto(`/moderator?room=${talk.room.id}`)
  await expect(field).toHaveValue("Dear Vera, it takes ten days.")
  await field.press("Enter")
  await expect.poll(async () => (await talk.messages()).at(-1)?.content).toBe("Dear Vera, it takes ten days.")
  await field.pressSequentially("/")
  await page.getByRole("button", { name: "Manage replies" }).click()
  await dialog.getByRole("button", { name: `Delete ${title}` }).click()
  await page.getByRole("button", { name: "Delete reply" }).click()
  await expect(dialog.getByRole("listitem").filter({ hasText: title })).toHaveCount(0)
})

test("chats are found by queue, member and model, and navigated with the keyboard", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  const first = await aTalk(site.url, "vvip@demo.example", 10)
  const second = await aTalk(site.url, "vip@demo.example", 11)
  await first.says(`One ${newWord()}`)
  await second.says(`Two ${newWord()}`)
  await desk(page, site.url)
  const list = page.getByRole("list", { name: "Chats" })
  const rows = list.getByRole("link")
  await expect(rows.first()).toContainText("Two")
  await page.getByRole("button", { name: /^Unread/ }).click()
  await expect(page).toHaveURL("/moderator?queue=unread")
  await expect(rows.first()).toContainText("unread")
  const search = page.getByLabel("Search chats and messages")
  await search.fill("viola")
  await expect(page).toHaveURL("/moderator?queue=unread&q=viola")
  await expect(rows.filter({ hasText: "Vera Demo" })).toHaveCount(0)
  await expect(rows.filter({ hasText: first.room.doll.name })).toHaveCount(1)
  await search.fill("nobody of this name")
  await expect(page.getByText("No chats match your search.")).toBeVisible()
  await axe(page)
  await page.getByRole("button", { name: "Show all chats" }).click()
  await expect(page).toHaveURL("/moderator")
  await expect(search).toHaveValue("")
  await expect(rows.first()).toContainText("Two")
  await page.keyboard.press("Alt+J")
  await expect(page).toHaveURL(`/moderator?room=${second.room.id}`)
  await expect(page.getByRole("log").getByText(/^Two/)).toBeVisible()
  await expect(page.getByLabel("Message", { exact: true })).toBeFocused()
  await page.keyboard.press("Alt+J")
  await expect(page).toHaveURL(`/moderator?room=${first.room.id}`)
  await page.keyboard.press("Alt+K")
  await expect(page).toHaveURL(`/moderator?room=${second.room.id}`)
  const isNarrow = page.viewportSize()!.width < 768
  if (isNarrow) {
    const heading = page.getByRole("main").getByRole("heading", { level: 2, name: "Vera Demo" })
    await page.getByRole("link", { name: "Back to chats" }).click()
    await expect(page).toHaveURL("/moderator")
    await expect(rows.filter({ hasText: "Two" })).toBeFocused()
    await page.goBack()
    await expect(heading).toBeFocused()
    await page.goForward()
    await expect(rows.filter({ hasText: "Two" })).toBeFocused()
  }
  await page.locator("summary", { hasText: staffTexts.assigned }).click()
  await page
    .getByRole("list", { name: staffTexts.assigned })
    .getByRole("link", { name: `Chats about ${first.room.doll.name}` })
    .click()
  await expect(page).toHaveURL(new RegExp(`doll=${first.room.doll_id}`))
  if (!isNarrow) await expect(rows.filter({ hasText: "Vera Demo" }).filter({ hasText: "Two" })).toHaveCount(0)
})

test("beyond a hundred chats the list and the keys load more", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  // These chats exist only in the list, so opening one fails.
  expectConsole(/Failed to load resource/)
  const { room } = await aTalk(site.url, "vip@demo.example", 17)
  const rooms = Array.from({ length: 207 }, (_, at) => ({ ...room, id: 900_001 + at, unread_count: 0 }))
  await page.route(/\/chat\/moderator\/rooms/, (route) => {
    const query = new URL(route.request().url()).searchParams
    const skip = Number(query.get("skip") ?? 0)
    const json = query.has("queue") ? [] : rooms.slice(skip, skip + Number(query.get("limit")))
    return route.fulfill({ json, headers: { "x-total-count": String(query.has("queue") ? 0 : rooms.length) } })
  })
  await desk(page, site.url, `/moderator?room=${rooms[99]!.id}`)
  const rows = page.getByRole("list", { name: "Chats" }).getByRole("listitem")
  await expect(rows).toHaveCount(100)
  await page.keyboard.press("Alt+J")
  await expect(page).toHaveURL(`/moderator?room=${rooms[100]!.id}`)
  await expect(rows).toHaveCount(200)
  await expect(rows.nth(100).getByRole("link")).toHaveAttribute("aria-current", "true")
  await expect(rows.nth(100)).toBeInViewport()
  await page.keyboard.press("Alt+K")
  await expect(page).toHaveURL(`/moderator?room=${rooms[99]!.id}`)
  // A conversation takes the focus once it has loaded.
  await expect(page.getByRole("heading", { name: chatTexts.unavailableTitle })).toBeVisible()
  const more = page.getByRole("button", { name: "Load more" })
  await more.focus()
  await more.press("Enter")
  await expect(rows).toHaveCount(207)
  await expect(rows.nth(200).getByRole("link")).toBeFocused()
  await expect(more).toBeHidden()
})

test("chats that cannot be loaded show an error and can be retried; rooms of other moderators are not opened", {
  tag: "@desktop",
}, async ({ page, site, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  const { room } = await aTalk(site.url, "vip@demo.example", 16)
  const back = page.getByRole("link", { name: "Back to chats" })
  const isNarrow = page.viewportSize()!.width < 768
  await desk(page, site.url, "/moderator?room=abc")
  await expect(page.getByText(chatTexts.invalidRoom)).toBeVisible()
  await desk(page, site.url, "/terms")
  await cold(page, /\/chat\/moderator\/rooms/, "/moderator", chatTexts.roomsFailed)
  await cold(page, /\/dolls\/moderator\//, "/moderator", chatTexts.assignedFailed)
  await page.route(/\/dolls\/moderator\//, (route) => route.fulfill({ json: [] }))
  await page.goto("/moderator")
  await expect(page.getByText(staffTexts.noneAssigned)).toBeVisible()
  await page.route(new RegExp(`/chat/rooms/${room.id}$`), (route) => route.fulfill({ status: 500, body: "" }))
  await page.goto(`/moderator?room=${room.id}`)
  await expect(page.getByRole("alert").filter({ hasText: chatTexts.roomLoadFailed })).toBeVisible()
  await expect(back).toBeVisible({ visible: isNarrow })
  await page.unroute(new RegExp(`/chat/rooms/${room.id}$`))
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("heading", { level: 2, name: "Vera Demo" })).toBeFocused()
  await page.goto("/moderator?room=999999")
  await expect(page.getByText(chatTexts.unavailable)).toBeVisible()
  await axe(page)
  await back.filter({ visible: true }).first().click()
  await expect(page).toHaveURL("/moderator")
})

test("a reassigned model takes its chats along; drafts for them are kept", {
  tag: "@desktop",
}, async ({ page, anotherPage, site, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  const admin = await tokenOf(site.url, "admin@demo.example")
  const [first, second] = await Promise.all([aModerator(site.url, admin), aModerator(site.url, admin)])
  const name = `Handed over ${newWord()}`
  const { id } = await ask<{ id: number }>(site.url, "POST /dolls/create/", {
    token: admin,
    body: { name, price: 310, description: "A piece that changes hands.", doll_height: 160 },
  })
  const give = (moderator: number) => ask(site.url, `POST /moderators/${moderator}/dolls/${id}`, { token: admin })
  const take = (moderator: number) => ask(site.url, `DELETE /moderators/${moderator}/dolls/${id}`, { token: admin })
  await give(first.id)
  const token = await tokenOf(site.url, "vvip@demo.example")
  const room = await ask<ChatRoom>(site.url, "POST /chat/rooms/", { token, body: { doll_id: id } })
  await ask(site.url, "POST /chat/messages/", { token, body: { content: "Good evening", chat_room_id: room.id } })

  await signInAs(page, site.url, first.email)
  await page.goto("/moderator")
  await page.getByRole("button", { name: "Open first unread chat" }).click()
  await expect(page.getByRole("heading", { level: 2, name: "Viola Demo" })).toBeFocused()
  const field = page.getByLabel("Message", { exact: true })
  await field.fill("I will have a look at the")
  const other = await anotherPage({ viewport: { width: 1440, height: 900 } })
  await signInAs(other, site.url, second.email)
  await other.goto("/moderator")
  await expect(other.getByText("There are no chats yet.")).toBeVisible()
  await axe(other)
  await shot(other, "moderator-nothing", { fullPage: false })

  await take(first.id)
  await expect(page.getByRole("heading", { name: chatTexts.unavailableTitle })).toBeFocused()
  const unsent = page.getByRole("region", { name: "Unsent messages" })
  await expect(unsent).toContainText("I will have a look at the")
  await expect(page.getByRole("list", { name: "Chats" }).filter({ hasText: name })).toHaveCount(0)
  await expect(page.getByText(staffTexts.noneAssigned)).toBeVisible()
  await axe(page)
  await shot(page, "moderator-handed-over", { fullPage: false })
  await give(second.id)
  // No page has to be reloaded.
  const row = other.getByRole("list", { name: "Chats" }).getByRole("link").filter({ hasText: name })
  await expect(row).toContainText("Good evening")
  await other.locator("summary", { hasText: staffTexts.assigned }).click()
  await expect(other.getByRole("list", { name: staffTexts.assigned })).toContainText(name)
  await row.press("Enter")
  await expect(other.getByRole("heading", { level: 2, name: "Viola Demo" })).toBeFocused()

  await take(second.id)
  await expect(other.getByRole("heading", { name: chatTexts.unavailableTitle })).toBeVisible()
  await expect(other.getByRole("region", { name: "Unsent messages" })).toHaveCount(0)
  await give(first.id)
  await expect(field).toHaveValue("I will have a look at the")
  await field.press("Enter")
  await expect(page.getByRole("log").getByText("I will have a look at the")).toBeVisible()

  await ask(site.url, `DELETE /dolls/delete/${id}`, { token: admin })
  for (const moderator of [first, second]) await ask(site.url, `DELETE /moderators/${moderator.id}`, { token: admin })
})

test("messages written offline are sent from another chat too, and the list shows drafts and unsent messages", {
  tag: "@desktop",
}, async ({ page, site, expectConsole }) => {
  expectConsole(/Failed to load resource|WebSocket/)
  const talk = await aTalk(site.url, "vip@demo.example", 12)
  const next = await aTalk(site.url, "vip@demo.example", 13)
  await next.says(`Next ${newWord()}`)
  await talk.says(`First ${newWord()}`)
  await desk(page, site.url, `/moderator?room=${talk.room.id}`)
  const row = (room: ChatRoom) =>
    page.getByRole("list", { name: "Chats" }).getByRole("listitem").filter({ hasText: room.doll.name }).first()
  const field = page.getByLabel("Message", { exact: true })
  await expect(page.getByText(chatTexts.connected, { exact: true })).toBeVisible()
  await field.fill("Begun")
  await page.keyboard.press("Alt+J")
  await expect(page).toHaveURL(`/moderator?room=${next.room.id}`)
  await expect(row(talk.room)).toContainText("Draft: Begun")
  await expect(page.getByRole("log").getByText(/^Next/)).toBeVisible()
  // The focus stays in the field.
  await expect(field).toBeFocused()
  await page.keyboard.press("Alt+K")
  await expect(field).toHaveValue("Begun")
  await page.context().setOffline(true)
  const text = `From the train ${newWord()}`
  await field.fill(text)
  await field.press("Enter")
  await expect(page.getByText("Queued")).toBeVisible()
  await page.keyboard.press("Alt+J")
  await expect(page.getByRole("alert").filter({ hasText: chatTexts.fetchFailed })).toBeVisible()
  await expect(row(talk.room)).toContainText("1 not sent")
  await shot(page, "moderator-offline", { fullPage: false })
  await page.context().setOffline(false)
  await expect(page.getByText(chatTexts.sentQueued(1))).toBeVisible(soon)
  await expect.poll(async () => (await talk.messages()).at(-1)?.content).toBe(text)
  await expect(row(talk.room)).not.toContainText("not sent")
  // The chat that could not be loaded appears by itself.
  await expect(page.getByRole("log").getByText(/^Next/)).toBeVisible()
})

test("a moderator sees which users are no longer members, and which have left", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  const { email } = await anAccount(site.url)
  const token = await tokenOf(site.url, email)
  const { invoice_url } = await ask<{ invoice_url: string }>(
    site.url,
    "POST /nowpayments/create-subscription-invoice",
    {
      token,
      body: { level: "standard" },
    },
  )
  await fetch(invoice_url, { method: "POST", body: new URLSearchParams({ outcome: "finished" }), redirect: "manual" })
  const level = async () =>
    (await ask<{ membership_level: string }>(site.url, "GET /auth/me", { token })).membership_level
  await expect.poll(level).toBe("standard")
  const { room, says } = await aTalk(site.url, email, 14)
  await says("I am leaving soon.")
  await desk(page, site.url, "/terms")
  const address = new RegExp(`/api/chat/rooms/${room.id}$`)
  await page.route(address, async (route) => {
    const answer = await route.fetch()
    const facts = await answer.json()
    await route.fulfill({ json: { ...facts, context: { ...facts.context, membership_level: "free" } } })
  })
  await page.goto(`/moderator?room=${room.id}`)
  await expect(
    page.getByText("This member has no active membership. They'll see your messages once they have one again."),
  ).toBeVisible()
  await expect(page.getByRole("complementary").getByText("Basic", { exact: true })).toBeVisible()
  await axe(page)
  await page.unrouteAll({ behavior: "ignoreErrors" })
  await ask(site.url, "DELETE /users/account", { token, body: { password } })
  // This page was open before.
  await expect(page.getByText("This member has left the shop")).toBeVisible()
  await expect(page.getByRole("log").getByText("I am leaving soon.")).toBeHidden()
  await expect(page.getByLabel("Message", { exact: true })).toBeHidden()
  await axe(page)
  await shot(page, "moderator-left", { fullPage: false })
})

test("the moderator pages fit 320 px, and text of twice the size", { tag: "@desktop" }, async ({ page, site }) => {
  const talk = await aTalk(site.url, "vip@demo.example", 15)
  await talk.says("Does it fit?")
  await desk(page, site.url, "/terms")
  const replies = Array.from({ length: 8 }, (_, at) => ({ id: at + 1, title: `Reply ${at + 1}`, content: "Yes." }))
  await page.route(/\/chat\/canned-replies$/, (route) => route.fulfill({ json: replies }))
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  for (const [width, size] of [
    [320, "100%"],
    // At this width, the heading and its buttons just fit on one line.
    [390, "100%"],
    // At this width, the header has two lines.
    [800, "100%"],
    [1100, "100%"],
    [390, "200%"],
    [1440, "200%"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    for (const address of ["/moderator", `/moderator?room=${talk.room.id}`]) {
      await page.goto(address)
      await page.evaluate((size) => document.documentElement.style.setProperty("font-size", size), size)
      if (address === "/moderator") await expect(page.getByRole("list", { name: "Chats" })).toBeVisible()
      else await expect(page.getByRole("log").getByText("Does it fit?").last()).toBeVisible()
      expect(await tooWide(), `${address} at ${width} px, ${size}`).toBe(0)
    }
    const field = page.getByLabel("Message", { exact: true })
    const endOf = async () => field.boundingBox().then((box) => box!.y + box!.height)
    if (size === "100%") {
      expect(await endOf(), "the field is in sight").toBeLessThan(800)
      await field.fill("/")
      await expect(page.getByRole("option")).toHaveCount(8)
      expect(await endOf(), "and under the ready-made replies").toBeLessThan(800)
      await field.fill("")
    }
    const log = await page.getByRole("log").boundingBox()
    expect(log!.width, `the talk at ${width} px, ${size}`).toBeGreaterThan(Math.min(width, 400) - 1)
  }
})

test("other users see whose pages these are", { tag: "@desktop" }, async ({ page, site }) => {
  await signInAs(page, site.url, "vip@demo.example")
  await page.goto("/moderator")
  await expect(page.getByText(generalTexts.moderatorRequired)).toBeVisible()
  await expect(page).toHaveURL("/dashboard")
})

async function aModerator(url: string, token: string): Promise<{ id: number; email: string }> {
  const email = newAddress()
  const body = { email, full_name: "Mona Moderator", password }
  return { email, ...(await ask<{ id: number }>(url, "POST /admin/moderators", { token, body })) }
}
