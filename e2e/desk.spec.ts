import type { ChatRoom } from "#contract/chat.ts"
import type { Colleague, FoundMessages } from "#contract/desk.ts"
import { chatTexts, deskTexts } from "#contract/memberText.ts"
import { ask, newWord, signInAs, tokenOf } from "./customers.ts"
import { fail, why } from "./failCalls.ts"
import { axe, axeInBothThemes, expect, type Page, shot, test } from "./fixtures.ts"
import { aTalk, desk, moderatorEmail } from "./moderatorPage.ts"

test.use({ movable: true })

const hour = 3_600_000
const rows = (page: Page) => page.getByRole("list", { name: "Chats" }).getByRole("link")
const row = (page: Page, text: string) => rows(page).filter({ hasText: text })
const message = (page: Page) => page.getByLabel("Message", { exact: true })

test("a moderator's day: the longest waiting first, put off, found again, handed over, and rated", {
  tag: "@desktop",
}, async ({ page, site, anotherPage, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  const asked = await aTalk(site.url, "vvip@demo.example", 14)
  const late = await aTalk(site.url, "vip@demo.example", 15)
  const [question, seam] = [newWord(), newWord()]
  await asked.says(`Is it steady on stone? ${question}`)
  await late.says(`Where is the seam? ${seam}`)
  const token = await tokenOf(site.url, moderatorEmail)
  const allDay = { answer_target: 20, answer_days: [1, 2, 3, 4, 5, 6, 7], answer_from: "00:00", answer_to: "23:59" }
  const admin = await tokenOf(site.url, "admin@demo.example")
  await ask(site.url, "PATCH /admin/settings", { token: admin, body: allDay })
  const dialog = page.getByRole("dialog")

  await test.step("The queue begins with who has waited longest, and Alt+N opens it", async () => {
    await desk(page, site.url, "/moderator?queue=waiting")
    const waiting = await ask<ChatRoom[]>(site.url, "GET /chat/moderator/rooms?queue=waiting&limit=100", { token })
    await expect(rows(page)).toHaveCount(waiting.length)
    const since = waiting.map((room) => Date.parse(room.waiting_since!))
    expect(since).toEqual(since.toSorted((a, b) => a - b))
    const shown = page.getByRole("list", { name: "Chats" }).getByRole("listitem")
    expect(await shown.evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.room)))).toEqual(
      waiting.map(({ id }) => id),
    )
    await expect(rows(page).first()).toContainText(/Waiting .*, past the target/)
    await axeInBothThemes(page)
    await page.keyboard.press("Alt+N")
    await expect(page).toHaveURL(`/moderator?queue=waiting&room=${waiting[0]!.id}`)
    await expect(message(page)).toBeFocused()
    await page.keyboard.press("Alt+N")
    await expect(page).toHaveURL(`/moderator?queue=waiting&room=${waiting[1]!.id}`)
  })

  await test.step("A ready-made reply is written, and taken by its key with the names filled in", async () => {
    await page.getByRole("button", { name: "Saved replies" }).click()
    const title = `Steady ${newWord()}`
    await dialog.getByLabel("Title").fill(title)
    await dialog.getByLabel("Text").fill("Dear {member}, {model} stands on felt.")
    await expect(dialog.getByText("Dear Vera, Isolde stands on felt.")).toBeVisible()
    await dialog.getByRole("button", { name: "Save reply" }).click()
    await expect(dialog.getByRole("list", { name: "Saved replies" })).toContainText(title)
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "All", exact: true }).click()
    await row(page, question).click()
    // Before that, the field belongs to the previous chat.
    await expect(page).toHaveURL(new RegExp(`room=${asked.room.id}$`))
    await message(page).fill("/steady")
    await expect(page.getByRole("option", { name: title })).toBeVisible()
    await page.keyboard.press("Alt+1")
    const answer = `Dear Viola, ${asked.room.doll.name} stands on felt.`
    await expect(message(page)).toHaveValue(answer)
    await message(page).press("Enter")
    await expect.poll(async () => (await asked.messages()).at(-1)?.content).toBe(answer)
    await page.getByRole("button", { name: /^Waiting/ }).click()
    await expect(row(page, asked.room.doll.name)).toHaveCount(0)
  })

  await test.step("A chat is put off until a time, and until the member writes", async () => {
    await row(page, seam).click()
    await expect(page.getByRole("log").getByText(seam)).toBeVisible()
    await page.keyboard.press("Alt+S")
    await expect(dialog.getByRole("heading", { name: "Snooze chat" })).toBeVisible()
    await dialog.getByLabel("Another time").fill("2020-01-01T09:00")
    await dialog.getByRole("button", { name: "Snooze", exact: true }).click()
    await expect(dialog.getByLabel("Another time")).toHaveAccessibleDescription(deskTexts.snoozeTime)
    await axe(page, "dialog[open]")
    await shot(page, "desk-snooze", { fullPage: false })
    const mend = await fail(page, "PUT", "/api/chat/rooms/")
    await dialog.getByRole("button", { name: /^For an hour/ }).click()
    await expect(dialog.getByText(why)).toBeVisible()
    await mend()
    await dialog.getByRole("button", { name: /^For an hour/ }).click()
    await expect(dialog).toBeHidden()
    const banner = page.getByText(/^Snoozed until /)
    await expect(banner).toBeVisible()
    await expect(row(page, seam)).toHaveCount(0)
    await page.getByRole("button", { name: /^Snoozed/ }).click()
    await expect(row(page, seam)).toContainText("Snoozed")
    await site.command({ do: "advance", ms: hour + 60_000 })
    await expect(row(page, seam)).toHaveCount(0)
    await expect(banner).toBeHidden()
    await page.getByRole("button", { name: /^Waiting/ }).click()
    await expect(row(page, seam)).toBeVisible()

    await page.keyboard.press("Alt+S")
    await dialog.getByRole("button", { name: "Until the member writes" }).click()
    await expect(page.getByText("Snoozed until the member writes")).toBeVisible()
    await expect(row(page, seam)).toHaveCount(0)
    await late.says(`Only from behind? ${seam}`)
    await expect(row(page, seam)).toBeVisible()
    await expect(page.getByText("Snoozed until the member writes")).toBeHidden()
  })

  await test.step("A message that is long past is found by its words, and opened in its place", async () => {
    const more = Array.from({ length: 60 }, (_, at) => `Photograph ${"abcdefghij"[at % 10]}, ${newWord()}`)
    for (const content of more) {
      await ask(site.url, "POST /chat/messages/", { token, body: { content, chat_room_id: asked.room.id } })
    }
    const found = () => ask<FoundMessages>(site.url, `GET /chat/moderator/messages?q=${question}`, { token })
    await expect.poll(async () => (await found()).items.length).toBe(1)
    await page.keyboard.press("Alt+Slash")
    await expect(page.getByLabel("Search chats and messages")).toBeFocused()
    await page.keyboard.type(`steady ${question}`)
    const places = page.getByRole("list", { name: "Found in messages" }).getByRole("link")
    await expect(places).toHaveCount(1)
    await expect(places.locator("mark")).toHaveText(["steady", question])
    await axeInBothThemes(page)
    await shot(page, "desk-search", { fullPage: false })
    await places.click()
    await expect(page).toHaveURL(new RegExp(`room=${asked.room.id}`))
    const place = page.getByRole("log").getByRole("listitem").filter({ hasText: question })
    await expect(place).toBeInViewport()
    await expect(place.getByRole("button", { name: /^Actions for the message/ })).toBeFocused()
    await page.getByRole("button", { name: "Show all chats" }).click()
  })

  const relief = await anotherPage()
  await test.step("A chat is handed over with a note, and answered by the other moderator", async () => {
    await signInAs(relief, site.url, "relief@demo.example")
    await relief.goto("/moderator")
    const others = () => ask<Colleague[]>(site.url, "GET /chat/moderators", { token })
    await expect.poll(async () => (await others()).some(({ online }) => online)).toBe(true)
    await page.goto(`/moderator?room=${late.room.id}`)
    await page.getByRole("button", { name: "Hand over chat" }).click()
    await dialog.getByRole("button", { name: "Hand over" }).click()
    await expect(dialog.getByLabel("Moderator")).toHaveAccessibleDescription("Please choose a moderator.")
    await dialog.getByLabel("Moderator").selectOption({ label: "Rona Demo (online)" })
    await dialog.getByLabel("Note").fill("Wants to know about the seam.")
    await axe(page, "dialog[open]")
    await shot(page, "desk-hand-over", { fullPage: false })
    await dialog.getByRole("button", { name: "Hand over" }).click()
    await expect(page.getByText("Chat handed over")).toBeVisible()
    await expect(page).toHaveURL("/moderator")
    await expect(row(page, seam)).toHaveCount(0)
    await page.goto(`/moderator?room=${late.room.id}`)
    await expect(page.getByRole("heading", { name: deskTexts.moved("Rona Demo") })).toBeVisible()
    await expect(page.getByText(chatTexts.unavailable)).toBeHidden()
    await axe(page)
    await shot(page, "desk-handed-over", { fullPage: false })

    await row(relief, seam).click()
    await expect(relief.getByRole("list", { name: "Notes" })).toContainText("Wants to know about the seam.")
    await message(relief).fill("It runs down the back.")
    await message(relief).press("Enter")
    await expect.poll(async () => (await late.messages()).at(-1)?.content).toBe("It runs down the back.")
  })

  await test.step("A day later the member says how it was, and the moderator reads it", async () => {
    await site.command({ do: "advance", ms: 25 * hour })
    const member = await anotherPage({ viewport: { width: 390, height: 844 } })
    await signInAs(member, site.url, "vip@demo.example")
    await member.goto(`/chat?room=${late.room.id}`)
    const card = member.getByRole("region", { name: "How was this conversation?" })
    await card.getByLabel("Good", { exact: true }).check()
    await card.getByLabel("Anything to add?").fill("Quick and kind.")
    await axeInBothThemes(member, "desk-rating")
    const mend = await fail(member, "POST", `/api/chat/rooms/${late.room.id}/rating`)
    await card.getByRole("button", { name: "Send" }).click()
    await expect(card.getByRole("alert")).toContainText(why)
    await expect(card.getByLabel("Anything to add?")).toHaveValue("Quick and kind.")
    await mend()
    await card.getByRole("button", { name: "Send" }).click()
    await expect(member.getByText("Thank you for telling us.")).toBeVisible()
    await expect(card).toBeHidden()
    await member.reload()
    await expect(member.getByRole("log").getByText("It runs down the back.")).toBeVisible()
    await expect(card).toBeHidden()
    await signInAs(relief, site.url, "relief@demo.example")
    await relief.goto(`/moderator?room=${late.room.id}`)
    const ratings = relief.getByRole("region", { name: "Ratings" })
    await expect(ratings).toContainText("4 of 5")
    await expect(ratings).toContainText("Quick and kind.")
  })
})

test("on a phone a chat is put off and handed over from its own screen", { tag: "@phone" }, async ({
  page,
  site,
  expectConsole,
}) => {
  // The page may request the lost chat once more, and the server's answer names who has it now.
  expectConsole(/403 \(Forbidden\) \(\S+\/api\/chat\/rooms\/\d+\)/)
  const talk = await aTalk(site.url, "vvip@demo.example", 16)
  const word = newWord()
  await talk.says(`Which felt? ${word}`)
  await desk(page, site.url)
  const dialog = page.getByRole("dialog")
  await row(page, word).click()
  await page.getByRole("button", { name: "Snooze chat" }).click()
  await axe(page, "dialog[open]")
  await shot(page, "desk-snooze", { fullPage: false })
  await dialog.getByRole("button", { name: /^Until tomorrow/ }).click()
  await expect(page.getByText(/^Snoozed until /)).toBeVisible()
  await page.getByRole("button", { name: "Change snooze" }).click()
  await dialog.getByRole("button", { name: "End snooze" }).click()
  await expect(page.getByText(/^Snoozed until /)).toBeHidden()
  await page.getByRole("button", { name: "Hand over chat" }).click()
  await dialog.getByLabel("Moderator").selectOption({ label: "Rona Demo" })
  await axe(page, "dialog[open]")
  await shot(page, "desk-hand-over", { fullPage: false })
  await dialog.getByRole("button", { name: "Hand over" }).click()
  await expect(page.getByText("Chat handed over")).toBeVisible()
  await expect(page.getByRole("heading", { level: 1, name: "Moderator dashboard" })).toBeVisible()
  await expect(row(page, word)).toHaveCount(0)
})
