import type { ChatMessage, ChatRoom } from "#contract/chat.ts"
import { ask, signInAs, tokenOf } from "./customers.ts"
import { expect, type Page } from "./fixtures.ts"

export const moderatorEmail = "moderator@demo.example"

/** Signs a moderator in and opens an address. */
export async function desk(page: Page, url: string, address = "/moderator"): Promise<void> {
  await signInAs(page, url, moderatorEmail)
  await page.goto(address)
}

/** Checks that a failed request of the page shows its text, and that trying again helps. */
export async function cold(page: Page, path: RegExp, address: string, text: string): Promise<void> {
  await page.route(path, (route) => route.fulfill({ status: 500, json: { detail: "The kiln is cold." } }))
  await page.goto(address)
  const alert = page.getByRole("alert").filter({ hasText: text })
  await expect(alert).toContainText("The kiln is cold.")
  await page.unroute(path)
  await alert.getByRole("button", { name: "Try again" }).click()
  await expect(alert).toBeHidden()
}

/** Opens a member's room about one of the moderator's models, which `place` selects. */
export async function aTalk(url: string, member: string, place: number) {
  const moderator = await tokenOf(url, moderatorEmail)
  const me = await ask<{ id: number }>(url, "GET /auth/me", { token: moderator })
  const dolls = await ask<{ id: number }[]>(url, `GET /dolls/moderator/${me.id}/?limit=100`, { token: moderator })
  const token = await tokenOf(url, member)
  const room = await ask<ChatRoom>(url, "POST /chat/rooms/", { token, body: { doll_id: dolls[place]!.id } })
  return {
    room,
    says: (content: string) =>
      ask<ChatMessage>(url, "POST /chat/messages/", { token, body: { content, chat_room_id: room.id } }),
    messages: () => ask<ChatMessage[]>(url, `GET /chat/rooms/${room.id}/messages`, { token }),
    unread: async () =>
      (await ask<{ unread_per_room: Record<string, number> }>(url, "GET /chat/unread-count", { token: moderator }))
        .unread_per_room,
  }
}
