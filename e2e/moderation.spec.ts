import { notificationTexts } from "#contract/buyingText.ts"
import { chatTexts, moderationTexts } from "#contract/memberText.ts"
import { flaggedTexts } from "#contract/panelText.ts"
import { panel } from "./adminPanel.ts"
import { aCustomer, ask, newWord, tokenOf } from "./customers.ts"
import { axe, expect, type Page, shot, test } from "./fixtures.ts"
import { moderatorEmail } from "./moderatorPage.ts"

const log = (page: Page) => page.getByRole("log")

/** Creates a member with VIP access, in a chat about one of the moderator's models. */
async function aMember(page: Page, url: string) {
  const { token } = await aCustomer(page, url)
  const me = await ask<{ id: number }>(url, "GET /auth/me", { token })
  const admin = await tokenOf(url, "admin@demo.example")
  const body = { level: "vip", days: 30, reason: "To be tried" }
  await ask(url, `POST /admin/customers/${me.id}/memberships`, { token: admin, body })
  const moderator = await tokenOf(url, moderatorEmail)
  const { id } = await ask<{ id: number }>(url, "GET /auth/me", { token: moderator })
  const [doll] = await ask<{ id: number }[]>(url, `GET /dolls/moderator/${id}/?limit=1`, { token: moderator })
  await page.goto(`/model-chat/${doll!.id}`)
  await expect(page.getByText(chatTexts.connected, { exact: true })).toBeVisible()
  return { token, admin, moderator }
}

async function says(page: Page, text: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "Message" })
  await field.fill(text)
  await field.press("Enter")
}

test("a doll after a real child is asked for: nobody gets it, a super admin decides, and the member is told", {
  tag: "@desktop",
}, async ({ page, site, browser }) => {
  const { token, moderator } = await aMember(page, site.url)
  const content = `Can you make one that looks like my niece? I have photos of her. ${newWord()}`
  await says(page, content)
  await expect(log(page).getByText(moderationTexts.blocked)).toBeVisible()
  await expect(log(page).getByText(content)).toBeVisible()
  await axe(page)
  await shot(page, "moderation-held", { fullPage: false })
  const rooms = await ask<{ last_message: { content: string } | null }[]>(site.url, "GET /chat/moderator/rooms", {
    token: moderator,
  })
  expect(JSON.stringify(rooms)).not.toContain(content)

  const staff = await browser.newContext({ baseURL: site.url })
  const desk = await staff.newPage()
  await panel(desk, site.url, `flagged&q=${encodeURIComponent(content)}`)
  const item = desk.getByRole("list", { name: "Flagged items" }).locator(":scope > li")
  await expect(item).toHaveCount(1)
  await expect(item).toContainText("Points at minors")
  await expect(item).toContainText("Critical")
  await item.getByRole("heading").getByRole("button").click()
  await axe(desk)
  await shot(desk, "moderation-decide")
  await item.getByRole("button", { name: "Approve" }).click()
  await desk.getByRole("dialog").getByRole("button", { name: "Approve" }).click()
  await expect(desk.getByText(flaggedTexts.approvedHeld)).toBeVisible()
  await expect(item).toHaveCount(0)
  await staff.close()
  const told = async () =>
    (await ask<{ title: string }[]>(site.url, "GET /notifications", { token })).map(({ title }) => title)
  await expect.poll(told).toContain(notificationTexts.messageHeld.title)
  await says(page, content)
  const received = () => ask<object[]>(site.url, "GET /chat/moderator/rooms", { token: moderator })
  await expect.poll(async () => JSON.stringify(await received())).toContain(content)
})

test("a collector says how old her doll is, and nothing happens", { tag: "@desktop" }, async ({ page, site }) => {
  const { token, admin, moderator } = await aMember(page, site.url)
  const [room] = await ask<{ id: number }[]>(site.url, "GET /chat/user/rooms/", { token })
  const body = { content: "How old is your doll?", chat_room_id: room!.id, message_type: "TEXT" }
  await ask(site.url, "POST /chat/messages/", { token: moderator, body })
  await expect(log(page).getByText(body.content)).toBeVisible()
  const sentences = ["8", `She turns 10 this year, my first doll ${newWord()}`]
  for (const sentence of sentences) {
    await says(page, sentence)
    await expect(log(page).getByText(sentence, { exact: true })).toBeVisible()
  }
  const stored = () =>
    ask<{ content: string }[]>(site.url, `GET /chat/rooms/${room!.id}/messages`, { token: moderator })
  await expect.poll(async () => (await stored()).map(({ content }) => content)).toEqual([body.content, ...sentences])
  await expect(page.getByText(moderationTexts.blocked)).toHaveCount(0)
  const me = await ask<{ suspended: boolean }>(site.url, "GET /auth/me", { token })
  expect(me.suspended).toBe(false)
  await says(page, "And she still has her first wig.")
  await expect.poll(async () => (await stored()).length).toBe(4)
  const critical = await ask<{ critical: boolean; content: string }[]>(
    site.url,
    `GET /admin/flagged-messages?q=${encodeURIComponent(sentences[1]!)}`,
    { token: admin },
  )
  expect(critical.filter((one) => one.critical)).toEqual([])
})
