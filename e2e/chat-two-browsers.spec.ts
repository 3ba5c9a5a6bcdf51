import type { ChatMessage, ChatRoom } from "#contract/chat.ts"
import { chatTexts } from "#contract/memberText.ts"
import type { FlaggedItem } from "#contract/moderation.ts"
import { modelTexts } from "#contract/texts.ts"
import { ask, signInAs, tokenOf } from "./customers.ts"
import { axe, expect, type Page, test } from "./fixtures.ts"
import { moderatorEmail } from "./moderatorPage.ts"

/** A member and a moderator, each in a browser of their own. */

const memberEmail = "vvip@demo.example"
/** Long enough for the slowest machine. */
const soon = { timeout: 30_000 }
const log = (page: Page) => page.getByRole("log")
const field = (page: Page) => page.getByRole("textbox", { name: "Message" })
const row = (page: Page, text: string | RegExp) => log(page).getByRole("listitem").filter({ hasText: text })
const connected = (page: Page) => page.getByText(chatTexts.connected, { exact: true })

async function says(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await expect(field(page)).toHaveValue(text)
  await field(page).press("Enter")
}

/** Drops or pastes a file, as the browser would. */
async function hands(page: Page, how: "drop" | "paste", name: string, type: string, base64: string): Promise<void> {
  await field(page).evaluate(
    (target, { how, name, type, base64 }) => {
      const dataTransfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      dataTransfer.items.add(new File([bytes], name, { type }))
      const given = { bubbles: true, cancelable: true }
      const event =
        how === "drop"
          ? new DragEvent("drop", { ...given, dataTransfer })
          : new ClipboardEvent("paste", { ...given, clipboardData: dataTransfer })
      target.dispatchEvent(event)
    },
    { how, name, type, base64 },
  )
}

test("a member and a moderator chat: live, through a lost connection, with files, deletions and flags", {
  tag: "@phone",
}, async ({ page: member, site, anotherPage, expectConsole }) => {
  test.slow()
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket connection|Failed to load resource/)
  const desk = await anotherPage({ baseURL: site.url, viewport: { width: 1440, height: 900 } })
  const staff = await signInAs(desk, site.url, moderatorEmail)
  const me = await ask<{ id: number }>(site.url, "GET /auth/me", { token: staff })
  const dolls = await ask<{ id: number; name: string }[]>(site.url, `GET /dolls/moderator/${me.id}/?limit=100`, {
    token: staff,
  })
  const doll = dolls.at(test.info().project.use.isMobile ? -1 : -2)!
  const chat = desk
    .getByRole("list", { name: "Chats" })
    .getByRole("link")
    .filter({ hasText: "Viola Demo" })
    .filter({ hasText: doll.name })
  const token = await signInAs(member, site.url, memberEmail)
  const stored = async (room: number) =>
    ask<ChatMessage[]>(site.url, `GET /chat/rooms/${room}/messages?limit=100`, { token: staff })
  let roomId = 0

  await test.step("the member opens the chat from the model; the moderator finds it in the inbox", async () => {
    await member.goto(`/model/${doll.id}`)
    await member.getByRole("button", { name: modelTexts.chat, exact: true }).click()
    await expect(member).toHaveURL(/roomId=\d+/)
    roomId = Number(new URL(member.url()).searchParams.get("roomId"))
    await expect(connected(member)).toBeVisible()
    await desk.goto("/moderator")
    await says(member, "Good evening. Is she still to be had?")
    await expect(chat).toContainText("1 unread", soon)
    await expect(chat).toContainText("Online")
    await chat.click()
    await expect(connected(desk)).toBeVisible()
    await expect(row(desk, "still to be had?")).toBeVisible()
    await expect(row(member, "still to be had?").getByText("Read", { exact: true })).toBeVisible(soon)
    await expect(member.getByText("Moritz Demo is online")).toBeVisible()
  })

  await test.step("each sees the other type, and reads the messages", async () => {
    await field(desk).pressSequentially("She is")
    await expect(member.getByText("Moritz Demo is typing…")).toBeVisible()
    await field(desk).press("Enter")
    await expect(row(member, "She is")).toBeVisible()
    await expect(member.getByText("Moritz Demo is typing…")).toBeHidden()
    await field(member).pressSequentially("Then")
    await expect(desk.getByText(/^Viola Demo is typing…/)).toBeVisible()
    await field(member).fill("")
    await axe(member)
    await axe(desk)
  })

  await test.step("messages written offline wait, and are sent in their order on reconnect", async () => {
    await member.context().setOffline(true)
    await expect(member.getByText(chatTexts.lost)).toBeVisible()
    await says(member, "Written in a tunnel")
    await says(member, "And still in it")
    await expect(member.getByText(chatTexts.queued).first()).toBeVisible()
    await expect(log(member).getByText("Queued", { exact: true })).toHaveCount(2)
    await expect(row(desk, "in a tunnel")).toHaveCount(0)
    await says(desk, "Said meanwhile")
    await member.context().setOffline(false)
    await expect(member.getByText(chatTexts.sentQueued(2))).toBeVisible(soon)
    await expect(row(desk, "And still in it")).toBeVisible(soon)
    await expect(row(member, "Said meanwhile")).toBeVisible()
    const said = (await stored(roomId)).map(({ content }) => content)
    expect(said.slice(-3)).toEqual(["Said meanwhile", "Written in a tunnel", "And still in it"])
  })

  await test.step("a pasted picture and a dropped document are opened on the other side", async () => {
    const icon = Buffer.from(await (await fetch(`${site.url}/icon-512.png`)).arrayBuffer()).toString("base64")
    const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n")
    await hands(member, "paste", "shelf.png", "image/png", icon)
    await hands(member, "drop", "care.pdf", "application/pdf", pdf.toString("base64"))
    await hands(member, "drop", "tool.exe", "application/x-msdownload", pdf.toString("base64"))
    await expect(member.getByText(chatTexts.wrongKind)).toBeVisible()
    const staged = member.getByRole("list", { name: "Attachments" }).getByRole("listitem")
    await expect(staged).toHaveText([/shelf\.png/, /care\.pdf/])
    await member.getByRole("button", { name: "Send" }).click()
    const picture = desk.getByRole("button", { name: /^Open shelf/ })
    await expect(picture).toBeVisible(soon)
    await picture.click()
    const shown = desk.getByRole("dialog").getByRole("img")
    await expect(shown).toBeVisible()
    expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
    await desk.keyboard.press("Escape")
    const link = desk.getByRole("button", { name: /^Download care\.pdf/ })
    const [download] = await Promise.all([desk.waitForEvent("download"), link.click()])
    expect(download.suggestedFilename()).toBe("care.pdf")
    const types = (await stored(roomId)).slice(-2).map(({ message_type }) => message_type)
    expect(types).toEqual(["IMAGE", "FILE"])
  })

  await test.step("the moderator deletes a message by key, undoes it, and deletes it for good", async () => {
    await says(desk, "Not this one")
    await expect(row(member, "Not this one")).toBeVisible()
    const more = row(desk, "Not this one").getByRole("button", { name: /^Actions for/ })
    await more.focus()
    await desk.keyboard.press("Delete")
    await expect(row(desk, "Not this one")).toHaveCount(0)
    await desk.getByRole("button", { name: "Undo" }).click()
    await expect(row(desk, "Not this one")).toBeVisible()
    await expect(desk.locator(".message-more:focus")).toHaveCount(1)
    // A toast stays while the pointer is over it.
    await desk.mouse.move(0, 0)
    await more.focus()
    await desk.keyboard.press("Delete")
    await expect(desk.getByText(chatTexts.deleted)).toBeVisible()
    await expect(row(member, "Not this one")).toBeVisible()
    await expect(row(member, "Not this one")).toHaveCount(0, soon)
  })

  await test.step("from its menu, a message of the moderator can be undone as well", async () => {
    await says(desk, "Nor this one")
    await row(desk, "Nor this one").hover()
    await row(desk, "Nor this one")
      .getByRole("button", { name: /^Actions for/ })
      .click()
    await desk.getByRole("menuitem", { name: "Delete" }).click()
    await expect(row(desk, "Nor this one")).toHaveCount(0)
    await expect(log(desk)).toBeFocused()
    await desk.getByRole("button", { name: "Undo" }).click()
    await expect(row(desk, "Nor this one")).toBeVisible()
    await desk.mouse.move(0, 0)
  })

  await test.step("the member deletes one, and it disappears for the moderator", async () => {
    await says(member, "Forget this")
    await expect(row(desk, "Forget this")).toBeVisible()
    const mine = row(member, "Forget this")
    await mine.getByRole("button", { name: /^Actions for/ }).focus()
    await member.keyboard.press("Delete")
    await member.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    await expect(row(desk, "Forget this")).toHaveCount(0)
    // The dialog waits for the answer, which may arrive after the frame.
    await expect(member.getByRole("dialog")).toHaveCount(0)
  })

  await test.step("a message is flagged by key; the admins see it, and the member does not", async () => {
    await says(member, "Please look at this one")
    const told = row(desk, "Please look at this one")
    await told.getByRole("button", { name: /^Actions for/ }).focus()
    await desk.keyboard.press("ArrowUp")
    await desk.keyboard.press("ArrowDown")
    await desk.keyboard.press("f")
    await expect(told.getByText("Flagged", { exact: true })).toBeVisible()
    const admin = await tokenOf(site.url, "admin@demo.example")
    const { id } = (await stored(roomId)).at(-1)!
    const queue = await ask<FlaggedItem[]>(site.url, "GET /admin/flagged-messages?limit=100", { token: admin })
    expect(queue.find((item) => item.kind === "message" && item.subject_id === id)).toMatchObject({
      content: "Please look at this one",
    })
    await expect(row(member, "Please look at this one")).not.toContainText("Flagged")
    const theirs = await ask<ChatMessage[]>(site.url, `GET /chat/rooms/${roomId}/messages?limit=1`, { token })
    expect(theirs[0]).not.toHaveProperty("flagged")
    await desk.keyboard.press("f")
    await expect(told.getByText("Flagged", { exact: true })).toBeHidden()
  })

  await test.step("a flag without a response within five seconds has failed", async () => {
    await desk.route(/\/flag$/, () => {})
    await desk.keyboard.press("f")
    await expect(desk.getByText(chatTexts.flagFailed)).toBeVisible(soon)
    await desk.unroute(/\/flag$/)
  })

  await test.step("a user who leaves is shown as offline, also in the moderator's list", async () => {
    await expect(chat).toContainText("Online")
    await member.goto("about:blank")
    await expect(chat).not.toContainText("Online", soon)
    const rooms = await ask<ChatRoom[]>(site.url, "GET /chat/moderator/rooms", { token: staff })
    expect(rooms.find(({ id }) => id === roomId)).toMatchObject({ other_online: false })
  })
})
