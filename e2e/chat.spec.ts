import { membershipTexts } from "#contract/buyingText.ts"
import type { ChatMessage, ChatRoom } from "#contract/chat.ts"
import { chatTexts, moderationTexts } from "#contract/memberText.ts"
import { modelTexts } from "#contract/texts.ts"
import { aCustomer, ask, newWord, signInAs, tokenOf } from "./customers.ts"
import { axe, expect, type Page, shot, test } from "./fixtures.ts"

const moderator = "moderator@demo.example"
const message = (page: Page) => page.getByRole("textbox", { name: "Message" })
const log = (page: Page) => page.getByRole("log")
const menu = (page: Page) => page.getByRole("menu", { name: /^Actions for/ })
const isMobile = () => test.info().project.use.isMobile === true

/** Returns a model of the demo's moderator that no other journey uses at this width. */
async function aModel(url: string, nth: number): Promise<number> {
  const token = await tokenOf(url, moderator)
  const { id } = await ask<{ id: number }>(url, "GET /auth/me", { token })
  const all = await ask<{ id: number; is_available: boolean }[]>(url, `GET /dolls/moderator/${id}/?limit=100`, {
    token,
  })
  // Journeys of admins may have made some unavailable.
  const dolls = all.filter(({ is_available }) => is_available)
  return dolls[(nth * 2 + (isMobile() ? 1 : 0)) % dolls.length]!.id
}

/** Opens a member's room, with functions to write as either side. */
async function aConversation(page: Page, url: string, email: string, nth: number) {
  const token = await signInAs(page, url, email)
  const doll_id = await aModel(url, nth)
  const { id } = await ask<ChatRoom>(url, "POST /chat/rooms/", { token, body: { doll_id } })
  const staff = await tokenOf(url, moderator)
  const says = (as: string) => (content: string) =>
    ask<ChatMessage>(url, "POST /chat/messages/", { token: as, body: { content, chat_room_id: id } })
  const messages = () => ask<ChatMessage[]>(url, `GET /chat/rooms/${id}/messages`, { token: staff })
  return { id, dollId: doll_id, token, staff, member: says(token), moderator: says(staff), messages }
}

async function send(page: Page, text: string): Promise<void> {
  await message(page).fill(text)
  await message(page).press("Enter")
}

async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByText(chatTexts.connected, { exact: true })).toBeVisible()
}

test("a member opens a chat from a model and exchanges messages with its moderator", async ({ page, site }) => {
  const room = await aConversation(page, site.url, "vvip@demo.example", 0)
  await page.goto(`/model/${room.dollId}`)
  await page.getByRole("button", { name: modelTexts.chat, exact: true }).click()
  await expect(page).toHaveURL(`/model-chat/${room.dollId}?roomId=${room.id}`)
  await expect(page.getByText(chatTexts.connected, { exact: true })).toBeVisible()
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()

  await test.step("Shift+Enter starts a new line, Enter sends, and pressing it twice sends once", async () => {
    await message(page).fill("Good evening")
    await message(page).press("Shift+Enter")
    await message(page).pressSequentially("Is she still here?")
    await message(page).press("Enter")
    await expect(log(page).getByText("Good evening")).toBeVisible()
    await expect(log(page).getByText("Sent", { exact: true }).last()).toBeVisible()
    await expect(message(page)).toHaveValue("")
    const last = (await room.messages()).at(-1)!
    expect(last.content).toBe("Good evening\nIs she still here?")
    // Within a second of a message, Enter counts as the second press of a double one, and shows nothing.
    await expect(async () => {
      await message(page).press("Enter")
      await expect(page.getByText(chatTexts.empty)).toBeVisible({ timeout: 200 })
    }).toPass()
  })

  await test.step("the reply arrives live, and the sent message is shown as read", async () => {
    const answer = await room.moderator("She is, and the light suits her.")
    await expect(log(page).getByText(answer.content)).toBeVisible()
    const read = async () =>
      (await ask<ChatRoom>(site.url, `GET /chat/rooms/${room.id}`, { token: room.staff })).other_read_message_id
    await expect.poll(read).toBe(answer.id)
    await ask(site.url, `POST /chat/rooms/${room.id}/read`, {
      token: room.staff,
      body: { last_message_id: answer.id },
    })
    await expect(log(page).getByText("Read", { exact: true }).last()).toBeVisible()
    // The state is announced but hidden, because a working connection needs no sign.
    expect((await page.getByText(chatTexts.connected, { exact: true }).boundingBox())!.width).toBeLessThan(2)
    await axe(page)
    await shot(page, "chat-pane", { fullPage: false })
  })

  await test.step("an own message is deleted, and one of the other side is reported", async () => {
    await send(page, "Not this one")
    const row = log(page).getByRole("listitem").filter({ hasText: "Not this one" })
    await expect(row.getByText("Sent")).toBeVisible()
    await row.hover()
    await row.getByRole("button", { name: /^Actions for/ }).click()
    await menu(page).getByRole("menuitem", { name: "Delete" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    await expect(page.getByText(chatTexts.deleted)).toBeVisible()
    await expect(row).toHaveCount(0)

    const other = log(page).getByRole("listitem").filter({ hasText: "the light suits her" })
    await other.hover()
    await other.getByRole("button", { name: /^Actions for/ }).click()
    await menu(page).getByRole("menuitem", { name: "Report" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("button", { name: "Send report" }).click()
    await expect(dialog.getByText(moderationTexts.reasonRequired)).toBeVisible()
    await dialog.getByLabel("What's wrong?").fill("Only to try it out")
    await axe(page, "dialog[open]")
    await dialog.getByRole("button", { name: "Send report" }).click()
    await expect(dialog.getByText(moderationTexts.reported)).toBeVisible()
    await dialog.getByText("Close", { exact: true }).click()
  })
})

test("messages written offline wait, survive a reload, and are sent on reconnect", {
  tag: "@desktop",
}, async ({ page, site, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket connection/)
  const room = await aConversation(page, site.url, "vvip@demo.example", 1)
  await opened(page, `/model-chat/${room.dollId}?roomId=${room.id}`)
  await page.context().setOffline(true)
  await expect(page.getByText(chatTexts.lost)).toBeVisible()
  await send(page, "Written in a tunnel")
  await expect(page.getByText(chatTexts.queued).first()).toBeVisible()
  await expect(log(page).getByText("Queued", { exact: true })).toBeVisible()
  await axe(page)
  await shot(page, "chat-offline", { fullPage: false })
  const missed = await room.moderator("Said meanwhile")
  await page.context().setOffline(false)
  await expect(page.getByText(chatTexts.sentQueued(1))).toBeVisible()
  await expect(log(page).getByText(missed.content)).toBeVisible()
  await expect(page.getByText(chatTexts.connected, { exact: true })).toBeVisible()

  await test.step("also after a reload", async () => {
    await page.context().setOffline(true)
    await send(page, "Kept over a reload")
    await expect(log(page).getByText("Queued", { exact: true })).toBeVisible()
    // The page must not notice that the network is back until it is reloaded.
    await page.evaluate(() => addEventListener("online", (event) => event.stopImmediatePropagation(), true))
    await page.context().setOffline(false)
    await page.reload()
    await expect(log(page).getByText("Kept over a reload")).toBeVisible()
    await expect.poll(async () => (await room.messages()).map(({ content }) => content)).toContain("Kept over a reload")
    const sent = (await room.messages()).map(({ content }) => content)
    expect(sent.filter((content) => content === "Written in a tunnel")).toHaveLength(1)
    expect(sent.filter((content) => content === "Kept over a reload")).toHaveLength(1)
  })
})

test("pictures and documents are previewed before sending, sent, opened and saved", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/415|Unsupported Media/)
  const room = await aConversation(page, site.url, "vvip@demo.example", 2)
  await opened(page, `/model-chat/${room.dollId}?roomId=${room.id}`)
  const pick = (files: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0]) =>
    page.getByLabel("Choose a file").setInputFiles(files)
  const icon = await (await fetch(`${site.url}/icon-512.png`)).arrayBuffer()

  await pick({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no") })
  await expect(page.getByText(chatTexts.wrongKind)).toBeVisible()
  await pick({ name: "empty.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(0) })
  await expect(page.getByText(chatTexts.emptyFile)).toBeVisible()
  await pick({ name: "big.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(10 * 1024 * 1024 + 1) })
  await expect(page.getByText(chatTexts.tooLargeTitle)).toBeVisible()
  await expect(page.getByText(chatTexts.tooLarge).first()).toBeVisible()
  await page.locator("form", { has: message(page) }).evaluate((form) => {
    const event = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() })
    form.dispatchEvent(event)
  })
  await expect(page.getByText(chatTexts.noFile)).toBeVisible()

  await pick({ name: "shelf.png", mimeType: "image/png", buffer: Buffer.from(icon) })
  await expect(page.getByRole("list", { name: "Attachments" }).getByText("shelf.png")).toBeVisible()
  await shot(page, "chat-staged", { fullPage: false })
  await page.getByRole("button", { name: "Send" }).click()
  const picture = log(page).getByRole("button", { name: /^Open shelf/ })
  await expect(picture).toBeVisible()
  await picture.click()
  await expect(page.getByRole("dialog").getByRole("img")).toBeVisible()
  await axe(page, "dialog[open]")
  await shot(page, "chat-picture", { fullPage: false })
  await page.keyboard.press("Escape")

  const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n")
  await pick({ name: "care.pdf", mimeType: "application/pdf", buffer: pdf })
  await page.getByRole("button", { name: "Send" }).click()
  const link = log(page).getByRole("button", { name: /^Download care\.pdf/ })
  await expect(link).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()])
  expect(download.suggestedFilename()).toBe("care.pdf")

  await test.step("a file with the wrong type is refused, and stays until it is removed", async () => {
    await pick({ name: "lie.pdf", mimeType: "application/pdf", buffer: Buffer.from("MZ no document") })
    await page.getByRole("button", { name: "Send" }).click()
    await expect(log(page).getByText(chatTexts.uploadFailed)).toBeVisible()
    await axe(page)
    await shot(page, "chat-failed-file", { fullPage: false })
    await log(page).getByRole("button", { name: "Discard" }).click()
    await expect(log(page).getByText(chatTexts.uploadFailed)).toHaveCount(0)
  })
})

test("the list of conversations: unread counts, search, and new messages of other rooms", async ({ page, site }) => {
  const room = await aConversation(page, site.url, "vvip@demo.example", 3)
  // The member has other conversations in this shop, including one of this journey at the other width.
  const word = newWord()
  // Any socket of this page counts, because one of the previous page may still open and then close.
  const isCounted = new Promise<void>((resolve) => {
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) => {
        if (page.url().endsWith("/models") && String(payload).includes('"unread"')) resolve()
      })
    })
  })
  await page.goto("/models")
  await isCounted
  for (let n = 1; n <= 11; n++) await room.moderator(`${word} ${n}`)
  await expect(page.getByText("New message").first()).toBeVisible()
  await expect(page.locator("html")).toHaveAttribute("data-unread", "some")
  const badge = page.locator(".badge-unread").filter({ visible: true }).first()
  await expect.poll(() => badge.evaluate((one) => getComputedStyle(one, "::after").content)).toBe('"9+"')

  await page.goto("/chat")
  await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible()
  const entry = page.getByRole("link", { name: `${word} 11` })
  await expect(entry).toContainText("9+ unread")
  await axe(page)
  await shot(page, "chat-list", { fullPage: false })
  await page.getByLabel("Search conversations").fill("no such thing")
  await expect(page.getByText("No conversations match your search.")).toBeVisible()
  await page.getByLabel("Search conversations").fill(`${word.toUpperCase()} 11`)
  await entry.click()
  await expect(log(page).getByText(`${word} 11`, { exact: true })).toBeVisible()
  const counted = () => page.evaluate(() => document.documentElement.style.getPropertyValue("--unread"))
  await expect.poll(counted).not.toBe('"9+"')
  await shot(page, "chat-open", { fullPage: false })
  if (isMobile()) await page.getByRole("link", { name: "Back to messages" }).click()
  await expect(page.getByRole("link", { name: `${word} 11` })).not.toContainText("unread")
})

test("older messages are inserted above without scrolling", { tag: "@phone" }, async ({
  page,
  site,
  expectConsole,
}) => {
  const room = await aConversation(page, site.url, "vvip@demo.example", 4)
  for (let n = 1; n <= 60; n++) await room.moderator(`Line ${n}`)
  await opened(page, `/model-chat/${room.dollId}?roomId=${room.id}`)
  await expect(log(page).getByText("Line 60", { exact: true })).toBeInViewport()
  await log(page).evaluate((box) => box.scrollTo(0, 0))
  const kept = log(page).getByText("Line 12", { exact: true })
  const older = `**/api/chat/rooms/${room.id}/messages?before_id=*`
  expectConsole(/50\d/)
  await page.route(older, (route) => route.fulfill({ status: 500, body: "" }))
  await page.getByRole("button", { name: "Load older messages" }).click()
  await expect(page.getByText(chatTexts.loadMoreFailed)).toBeVisible()
  await page.unroute(older)
  await log(page).evaluate((box) => box.scrollTo(0, 0))
  const before = (await kept.boundingBox())!.y
  await page.getByRole("button", { name: "Load older messages" }).click()
  await expect(log(page).getByText("Line 1", { exact: true })).toBeAttached()
  await expect.poll(async () => Math.abs((await kept.boundingBox())!.y - before)).toBeLessThan(12)
  await room.moderator("Something new")
  await page.getByRole("button", { name: "1 new message" }).click()
  await expect(log(page).getByText("Something new")).toBeInViewport()

  await test.step("the actions of a message open beside it, also at the end of the conversation", async () => {
    const line = log(page)
      .getByRole("listitem")
      .filter({ has: page.getByText("Line 58", { exact: true }) })
    await line.hover()
    const y = (await line.boundingBox())!.y
    await line.getByRole("button", { name: /^Actions for/ }).click()
    await expect(menu(page).getByRole("menuitem", { name: "Report" })).toBeInViewport({ ratio: 0.9 })
    expect(Math.abs((await line.boundingBox())!.y - y)).toBeLessThan(2)
    const last = log(page).getByRole("listitem").filter({ hasText: "Something new" })
    await last.getByRole("button", { name: /^Actions for/ }).click()
    await expect(menu(page)).toHaveAccessibleName((await last.getByRole("button").getAttribute("aria-label"))!)
    await expect(menu(page).getByRole("menuitem", { name: "Report" })).toBeInViewport({ ratio: 0.9 })
  })

  await test.step("the conversation fits the screen, whatever is above it", async () => {
    await page.evaluate(() => {
      const notice = document.createElement("aside")
      notice.style.height = "90px"
      document.body.prepend(notice)
    })
    await expect(page.getByRole("button", { name: "Send" })).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  })
})

test("in a conversation of hundreds of messages, too, the scroll position is kept", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  const room = await aConversation(page, site.url, "vvip@demo.example", 11)
  const long = "It goes on about the light of the afternoon, and what it does to the colour of the glaze. ".repeat(3)
  for (let n = 0; n < 340; n += 20) {
    const lines = Array.from({ length: 20 }, (_, at) => `Part ${n + at}. ${at % 3 === 0 ? long : ""}`)
    await Promise.all(lines.map(room.moderator))
  }
  await opened(page, `/model-chat/${room.dollId}?roomId=${room.id}`)
  const rows = log(page).locator("[data-message]")
  await expect(rows.last()).toBeInViewport()
  const older = page.getByRole("button", { name: "Load older messages" })
  for (let drawn = await rows.count(); drawn < 300; ) {
    // The first message may lose its day and name to older ones that are inserted above it.
    const fourth = (await rows.nth(3).getAttribute("data-message"))!
    const kept = log(page).locator(`[data-message="${fourth}"]`)
    // Rows get their real height when they come into view, so this waits until nothing moves.
    const places: number[] = []
    await expect
      .poll(async () => {
        await log(page).evaluate((box) => box.scrollTo(0, 0))
        await page.waitForTimeout(100)
        places.push((await kept.boundingBox())!.y)
        return new Set(places.slice(-4)).size + (places.length < 4 ? 1 : 0)
      })
      .toBe(1)
    const before = places.at(-1)!
    await older.click()
    await expect.poll(() => rows.count()).toBeGreaterThan(drawn)
    drawn = await rows.count()
    await expect.poll(async () => Math.abs((await kept.boundingBox())!.y - before)).toBeLessThan(12)
  }
})

test("the connection state is shown, with its possible actions", { tag: "@desktop" }, async ({ page, site }) => {
  const room = await aConversation(page, site.url, "vvip@demo.example", 5)
  let mood: "silent" | "refuse" | "good" = "silent"
  await page.routeWebSocket(/\/api\/chat\/ws\//, (socket) => {
    if (mood === "refuse") return void socket.close({ code: 1011 })
    const server = mood === "good" ? socket.connectToServer() : null
    server?.onMessage((frame) => {
      // The socket receives everything but never answers.
      if (!String(frame).includes('"pong"')) socket.send(frame)
    })
  })
  await page.clock.install()
  await page.goto(`/model-chat/${room.dollId}?roomId=${room.id}`)
  await expect(page.getByText(chatTexts.connecting, { exact: true })).toBeVisible()
  await page.clock.runFor(11_000)
  await expect(page.getByText(chatTexts.lost)).toBeVisible()
  await shot(page, "chat-lost", { fullPage: false })
  mood = "refuse"
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(page.getByText(chatTexts.connectionError, { exact: true })).toBeVisible({ timeout: 100 })
  }).toPass()
  await expect(page.getByText(chatTexts.reconnectFailed).first()).toBeVisible()
  await axe(page)
  await shot(page, "chat-error", { fullPage: false })
  mood = "good"
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByText(chatTexts.connected, { exact: true })).toBeVisible()
  // A late frame makes the connection stable again until the next ping.
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(page.getByText(chatTexts.unstable)).toBeVisible({ timeout: 300 })
  }).toPass()
})

test("a user who signs out on another device is disconnected, and cannot write", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  const room = await aConversation(page, site.url, "vvip@demo.example", 6)
  await page.routeWebSocket(/\/api\/chat\/ws\//, (socket) => void socket.close({ code: 4403 }))
  await page.goto(`/model-chat/${room.dollId}?roomId=${room.id}`)
  await expect(page.getByText(chatTexts.disconnected).first()).toBeVisible()
  await expect(message(page)).toBeDisabled()
  await expect(page.getByRole("button", { name: "Attach a file" })).toBeDisabled()
  await expect(page.getByRole("button", { name: "Refresh page" })).toBeVisible()
  await axe(page)
})

test("sending without a session or a user shows an error", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/401/)
  const room = await aConversation(page, site.url, "vvip@demo.example", 6)
  const send = async (told: string) => {
    await message(page).fill("Are you there?")
    await message(page).press("Enter")
    await expect(page.getByText(told).first()).toBeVisible()
    await expect(message(page)).toHaveValue("Are you there?")
  }
  await page.goto(`/model-chat/${room.dollId}?roomId=${room.id}`)
  await expect(message(page)).toBeEnabled()
  await page.evaluate(() => sessionStorage.removeItem("access_token"))
  await send(chatTexts.loginToSend)
  await signInAs(page, site.url, "vvip@demo.example")
  await page.evaluate(() => sessionStorage.removeItem("profile_hint"))
  await page.route("**/api/auth/me", async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), id: 0 } })
  })
  // The server would refuse this id at once, and the field would disappear.
  await page.routeWebSocket(/\/api\/chat\/ws\//, () => undefined)
  await page.goto(`/model-chat/${room.dollId}?roomId=${room.id}`)
  await send(chatTexts.userMissing)
})

test("a chat that is not available says so, and links back", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/403|50\d|404|422|ERR_FAILED|Failed to load resource/)
  await signInAs(page, site.url, "vvip@demo.example")
  const unavailable = async (reason: string) => {
    await expect(page.getByRole("heading", { name: chatTexts.unavailableTitle })).toBeVisible()
    await expect(page.getByText(chatTexts.unavailable)).toBeVisible()
    await expect(page.getByText(reason).first()).toBeVisible()
  }
  await page.goto("/model-chat/nobody")
  await unavailable(chatTexts.invalidDoll)
  await page.goto("/model-chat/1?roomId=none")
  await unavailable(chatTexts.invalidRoom)
  await page.goto("/model-chat/999999")
  await unavailable("Model not found")
  await expect(page.getByText(chatTexts.roomFailed)).toBeVisible()
  await axe(page)
  await shot(page, "chat-unavailable", { fullPage: false })
  await page.goto("/model-chat/1?roomId=999999")
  await unavailable(chatTexts.roomLoadFailed)
  const over = { detail: modelTexts.chatNeedsMembership, code: "MEMBERS_ONLY", status: 403 }
  await page.route("**/api/chat/rooms/999999", (route) => route.fulfill({ status: 403, json: over }))
  await page.reload()
  await unavailable(modelTexts.chatNeedsMembership)
  await expect(page.getByRole("link", { name: "See memberships" })).toBeVisible()

  const rooms = "**/api/chat/rooms/"
  await page.route(rooms, (route) => route.fulfill({ status: 500, body: "" }))
  await page.goto("/model-chat/1")
  await unavailable(chatTexts.startFailed)
  await page.unroute(rooms)
  await page.route(rooms, (route) => route.abort())
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByText(chatTexts.sessionError)).toBeVisible()
  await page.unroute(rooms)
  await page.route(rooms, (route) => route.fulfill({ json: {} }))
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByText(chatTexts.sessionFailed)).toBeVisible()
  await page.unroute(rooms)
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page).toHaveURL(/roomId=\d+/)

  await page.route("**/api/chat/user/rooms/**", (route) => route.fulfill({ status: 500, body: "" }))
  await page.goto("/chat")
  await expect(page.getByText(chatTexts.roomsFailed)).toBeVisible()
})

test("the free level is redirected to the memberships, and guests to the sign-in", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  await page.goto("/terms")
  await page.evaluate(() => localStorage.setItem("age_verified", "true"))
  await page.goto("/model-chat/1")
  await expect(page).toHaveURL("/login?next=%2Fmodel-chat%2F1")
  await aCustomer(page, site.url)
  await page.goto("/model-chat/1")
  await expect(page.getByText(modelTexts.chatNeedsMembership)).toBeVisible()
  await expect(page).toHaveURL("/upgrade")
  await page.goto("/chat")
  await expect(page.getByText(modelTexts.chatNeedsMembership)).toBeVisible()
  await axe(page)
  await shot(page, "chat-free", { fullPage: false })
})

/** The header of a picture without readable data. */
const tornPicture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAS0lEQVR42u3PQQkAAAgAsetfWiP4FgYrsKZeS0BAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEDgsoqsDgGzZ0b6AAAAAElFTkSuQmCC",
  "base64",
)

test("the rest of the allowance is shown before it is used up, and then that it is", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/415/)
  // This is the only demo member whose messages no other journey needs.
  const room = await aConversation(page, site.url, "standard@demo.example", 7)
  const most = 10
  const left = async () => {
    const { allowance } = await ask<{ allowance: { messages: { used: number } } }>(
      site.url,
      "GET /chat/access-status",
      {
        token: room.token,
      },
    )
    return most - allowance.messages.used
  }
  for (let n = await left(); n > 1; n--) await room.member(`Number ${n}`)
  await opened(page, `/model-chat/${room.dollId}?roomId=${room.id}`)
  await expect(page.getByText(`1 of ${most} messages left`)).toBeVisible()
  await shot(page, "chat-allowance", { fullPage: false })
  await send(page, "The last one")
  await expect(log(page).getByText("The last one")).toBeVisible()
  await expect(page.getByText(membershipTexts.messagesUsed)).toBeVisible()
  await expect(page.getByText("1 of 1 photo left")).toBeVisible()
  await expect(message(page)).not.toBeEditable()
  await shot(page, "chat-photos-left", { fullPage: false })
  await axe(page)
  const torn = { name: "torn.png", mimeType: "image/png", buffer: tornPicture }
  await page.locator("input[type=file]").setInputFiles(torn)
  await page.getByRole("button", { name: /^Send/ }).click()
  await expect(log(page).getByText(chatTexts.brokenCounts)).toBeVisible()
  await expect(page.getByText(membershipTexts.used)).toBeVisible()
  await expect(page.getByText("0 of 1 photo left")).toBeVisible()
  await expect(message(page)).toHaveCount(0)
  // Sending the same file again would only count again, so there is no retry.
  await expect(log(page).getByRole("button", { name: "Retry" })).toHaveCount(0)
  await log(page).getByRole("button", { name: "Discard" }).click()
  await axe(page)
  await shot(page, "chat-used-up", { fullPage: false })
})

test("a conversation of thousands is loaded page by page, hidden off screen, and still searchable", {
  tag: "@desktop",
}, async ({ page, site }) => {
  const room = await aConversation(page, site.url, "vvip@demo.example", 8)
  const written = await room.moderator("The newest")
  const facts = await ask<ChatRoom>(site.url, `GET /chat/rooms/${room.id}`, { token: room.token })
  const total = 10_000
  const words = "It goes on about the light of the afternoon, and what it does to the colour of the glaze. "
  const aged = (id: number): ChatMessage => ({
    ...written,
    id,
    content: `Part ${id}. ${words.repeat(id % 4)}`,
    created_at: new Date(Date.parse(written.created_at) - (total - id) * 600_000).toISOString(),
    seq: 1,
  })
  const pageBefore = (id: number) => Array.from({ length: 50 }, (_, at) => aged(id - 50 + at))
  await page.route(new RegExp(`/api/chat/rooms/${room.id}$`), (route) =>
    route.fulfill({ json: { ...facts, messages: pageBefore(total), has_more: true } }),
  )
  await page.route(`**/api/chat/rooms/${room.id}/messages?before_id=*`, (route) =>
    route.fulfill({ json: pageBefore(Number(new URL(route.request().url()).searchParams.get("before_id"))) }),
  )
  await opened(page, `/chat?room=${room.id}`)
  const parts = log(page).locator(".chat-part")
  for (let loaded = 1; loaded <= 9; loaded++) {
    const oldest = total - 50 * loaded
    await log(page).evaluate((box) => box.scrollTo(0, 0))
    const kept = log(page).locator(`[data-message="${oldest + 3}"]`)
    await expect(kept).toBeInViewport()
    const before = (await kept.boundingBox())!.y
    await page.getByRole("button", { name: "Load older messages" }).click()
    await expect(log(page).locator(`[data-message="${oldest - 1}"]`)).toBeAttached()
    await expect.poll(async () => Math.abs((await kept.boundingBox())!.y - before)).toBeLessThan(12)
  }
  // Screen readers read each new message once.
  await expect(log(page)).toHaveAttribute("aria-relevant", "additions")
  await expect(log(page)).not.toHaveAttribute("aria-live")
  const asleep = () =>
    parts.evaluateAll((all) =>
      all.filter((one) => !one.firstElementChild!.checkVisibility({ contentVisibilityAuto: true })),
    )
  await expect.poll(async () => (await asleep()).length).toBeGreaterThan(3)
  // The browser's search finds parts that are not rendered.
  const found = await page.evaluate(() => {
    const isFound = (window as unknown as { find(text: string): boolean }).find("Part 9990.")
    getSelection()?.anchorNode?.parentElement?.scrollIntoView()
    return isFound
  })
  expect(found).toBe(true)
  await expect(log(page).locator('[data-message="9990"]')).toBeInViewport()
  await log(page).evaluate((box) => box.scrollTo(0, 0))
  await page.getByRole("button", { name: "Jump to latest" }).click()
  await expect(log(page).locator(`[data-message="${total - 1}"]`)).toBeInViewport()
})

test("a menu closes when its message is deleted, and focus stays in the conversation", {
  tag: "@desktop",
}, async ({ page, site }) => {
  const room = await aConversation(page, site.url, "vvip@demo.example", 9)
  const icon = await (await fetch(`${site.url}/icon-512.png`)).arrayBuffer()
  const body = new FormData()
  body.append("client_id", crypto.randomUUID())
  body.append("file", new Blob([icon], { type: "image/png" }), "theirs.png")
  const headers = { authorization: `Bearer ${room.staff}` }
  const sent = await fetch(`${site.url}/api/chat/messages/${room.id}/upload`, { method: "POST", headers, body })
  const { id } = (await sent.json()) as ChatMessage
  await opened(page, `/chat?room=${room.id}`)
  await log(page)
    .getByRole("button", { name: /^Open theirs/ })
    .click()
  await expect(page.getByRole("dialog").getByRole("img")).toBeVisible()
  await ask(site.url, `DELETE /chat/messages/${id}`, { token: room.staff })
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(page.getByText(chatTexts.deleted)).toBeVisible()
  await expect(log(page)).toBeFocused()

  await send(page, "Not this one")
  const own = log(page).getByRole("listitem").filter({ hasText: "Not this one" })
  await own.getByRole("button", { name: /^Actions for/ }).press("Enter")
  await menu(page).getByRole("menuitem", { name: "Delete" }).press("Enter")
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter")
  await expect(own).toHaveCount(0)
  await expect(log(page)).toBeFocused()
})

test("the actions of a message are a menu for the keyboard, and close with what they belong to", {
  tag: "@desktop",
}, async ({ page, site }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  const room = await aConversation(page, site.url, "vvip@demo.example", 13)
  const said = await room.moderator("The crate has handles.")
  await opened(page, `/chat?room=${room.id}`)
  const more = log(page)
    .locator(`[data-message="${said.id}"]`)
    .getByRole("button", { name: /^Actions for/ })
  await more.focus()
  await more.press("Enter")
  await expect(more).toHaveAttribute("aria-expanded", "true")
  await expect(menu(page).getByRole("menuitem")).toHaveText(["Copy", "Report"])
  await expect(menu(page).getByRole("menuitem", { name: "Copy" })).toBeFocused()
  await axe(page)
  await page.keyboard.press("ArrowUp")
  await expect(menu(page).getByRole("menuitem", { name: "Report" })).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(menu(page)).toHaveCount(0)
  await expect(more).toBeFocused()
  await more.press("Enter")
  await page.keyboard.press("Enter")
  await expect(page.getByText("Copied")).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("The crate has handles.")
  await expect(more).toBeFocused()

  await test.step("it closes at a click elsewhere, at a second one on its button, and with its message", async () => {
    await more.click()
    await expect(menu(page)).toBeVisible()
    await more.click()
    await expect(menu(page)).toHaveCount(0)
    await more.click()
    await message(page).click()
    await expect(menu(page)).toHaveCount(0)
    await expect(message(page)).toBeFocused()
    await more.click()
    await ask(site.url, `DELETE /chat/messages/${said.id}`, { token: room.staff })
    await expect(menu(page)).toHaveCount(0)
    await expect(log(page)).toBeFocused()
  })
})

test("on a phone a conversation has the screen to itself, and a long press opens the menu of a message", {
  tag: "@phone",
}, async ({ page, site }) => {
  const room = await aConversation(page, site.url, "vvip@demo.example", 14)
  const said = await room.moderator("The crate has handles, and the lid is held by four screws.")
  await opened(page, `/chat?room=${room.id}`)
  const frame = [page.getByRole("banner"), page.getByRole("navigation", { name: "Shortcuts" })]
  for (const part of frame) await expect(part).toBeHidden()
  await expect(page.getByRole("contentinfo")).toBeHidden()
  const field = page.locator("form", { has: message(page) })
  const endOf = async () => field.boundingBox().then((box) => Math.round(box!.y + box!.height))
  expect(await endOf()).toBe(page.viewportSize()!.height)
  for (const name of ["Send", "Attach a file"]) {
    expect((await page.getByRole("button", { name }).boundingBox())!.height).toBeGreaterThanOrEqual(44)
  }

  await test.step("the field stays above an on-screen keyboard", async () => {
    const keyboard = (height: number, offsetTop: number) =>
      page.evaluate(
        (seen) => {
          for (const [name, value] of Object.entries(seen)) {
            Object.defineProperty(visualViewport, name, { configurable: true, get: () => value })
          }
          visualViewport!.dispatchEvent(new Event("resize"))
        },
        { height, offsetTop },
      )
    const whole = page.viewportSize()!.height
    await keyboard(420, 60)
    await expect.poll(endOf).toBe(480)
    expect(Math.round((await page.getByRole("link", { name: "Back to messages" }).boundingBox())!.y)).toBeLessThan(80)
    await expect(log(page).getByText(said.content)).toBeInViewport()
    await shot(page, "chat-keyboard", { fullPage: false })
    await keyboard(whole, 0)
    await expect.poll(endOf).toBe(whole)
  })

  const bubble = log(page).locator(`[data-message="${said.id}"]`).getByText(said.content)
  const touch = await page.context().newCDPSession(page)
  const finger = (type: "touchStart" | "touchMove" | "touchEnd", by = 0) =>
    bubble.boundingBox().then((box) =>
      touch.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: box!.x + 20, y: box!.y + 10 + by }],
      }),
    )
  await test.step("a long press opens the menu, which stays when the finger is lifted", async () => {
    await finger("touchStart")
    await expect(menu(page)).toBeVisible()
    await finger("touchEnd")
    await expect(menu(page).getByRole("menuitem")).toHaveText(["Copy", "Select text", "Report"])
    await expect(menu(page).getByRole("menuitem", { name: "Copy" })).toBeFocused()
    for (const item of await menu(page).getByRole("menuitem").all()) {
      expect((await item.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    }
    expect(await page.evaluate(() => getSelection()!.toString())).toBe("")
    await axe(page)
    await shot(page, "chat-menu", { fullPage: false })
    await menu(page).getByRole("menuitem", { name: "Select text" }).tap()
    await expect(menu(page)).toHaveCount(0)
    expect(await page.evaluate(() => getSelection()!.toString())).toBe(said.content)
    await page.evaluate(() => getSelection()!.removeAllRanges())
  })

  await test.step("a tap, or a finger that moves on, does not", async () => {
    await bubble.tap()
    await finger("touchStart")
    await finger("touchMove", 40)
    await page.waitForTimeout(800)
    await finger("touchEnd")
    await expect(menu(page)).toHaveCount(0)
  })

  await test.step("the list has the shop's frame again", async () => {
    await page.getByRole("link", { name: "Back to messages" }).click()
    for (const part of frame) await expect(part).toBeVisible()
  })
})

test("lines have their own text direction, day names change at midnight, and drop zones are shown for files", {
  tag: "@desktop",
}, async ({ page, site }) => {
  const room = await aConversation(page, site.url, "vvip@demo.example", 10)
  const arabic = await room.moderator("مرحبا! السعر هو 200.")
  const night = new Date(arabic.created_at).setUTCHours(23, 59, 30)
  await page.clock.install({ time: night })
  await opened(page, `/chat?room=${room.id}`)
  const said = log(page).getByText(arabic.content)
  await expect(said).toHaveCSS("direction", "rtl")
  await message(page).fill("שלום!")
  await expect(message(page)).toHaveCSS("direction", "rtl")
  await expect(log(page).getByRole("region", { name: "Today" })).toBeVisible()
  await page.clock.runFor(61_000)
  await expect(log(page).getByRole("region", { name: "Yesterday" })).toBeVisible()
  await expect(log(page).getByRole("region", { name: "Today" })).toHaveCount(0)

  const drag = (event: string, type: string) =>
    message(page).evaluate(
      (field, [event, type]) => {
        const dataTransfer = new DataTransfer()
        if (type === "text") dataTransfer.setData("text/plain", "marked somewhere")
        else dataTransfer.items.add(new File(["%PDF-1.4"], "care.pdf", { type: "application/pdf" }))
        return field.dispatchEvent(new DragEvent(event, { bubbles: true, cancelable: true, dataTransfer }))
      },
      [event, type] as const,
    )
  const hint = page.getByText("Drop files here to send them")
  // The browser itself inserts dragged text.
  expect(await drag("dragover", "text")).toBe(true)
  expect(await drag("drop", "text")).toBe(true)
  await expect(hint).toHaveCount(0)
  expect(await drag("dragover", "file")).toBe(false)
  await expect(hint).toBeVisible()
  await axe(page)
  await drag("drop", "file")
  await expect(hint).toHaveCount(0)
  await expect(page.getByRole("list", { name: "Attachments" }).getByText("care.pdf")).toBeVisible()
})

test("a frozen chat says why nobody can write", { tag: "@desktop" }, async ({ page, site }) => {
  const room = await aConversation(page, site.url, "vvip@demo.example", 12)
  const facts = await ask<ChatRoom>(site.url, `GET /chat/rooms/${room.id}`, { token: room.token })
  await page.route(new RegExp(`/api/chat/rooms/${room.id}$`), (route) =>
    route.fulfill({ json: { ...facts, frozen: true } }),
  )
  await page.routeWebSocket(/\/api\/chat\/ws\//, () => {})
  await page.goto(`/chat?room=${room.id}`)
  await expect(page.getByText(membershipTexts.used)).toBeVisible()
  await expect(page.getByText("This chat is on hold while our team reviews it.")).toBeVisible()
  await expect(message(page)).toHaveCount(0)
})
