import { renderToString } from "react-dom/server"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { User } from "#contract/accounts.ts"
import { membershipTexts } from "#contract/buyingText.ts"
import { chatTexts } from "#contract/memberText.ts"

const server = vi.hoisted(() => ({ used: { messages: 0, photos: 0 }, moderator: true }))
vi.mock("../../platform/router.ts", () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))
vi.mock("../../platform/meta/useTitle.ts", () => ({ useTitle: () => {} }))
vi.mock("./MessageLog.tsx", () => ({ MessageLog: () => null }))
vi.mock("./RatingCard.tsx", () => ({ RatingCard: () => null }))
vi.mock("./useConversation.ts", async () => {
  const { firstState } = await import("./conversationState.ts")
  const answered = { moderator_id: 3, moderator: { id: 3, full_name: "Moritz Demo" } }
  const facts = {
    id: 7,
    doll: { id: 20, name: "Isolde", price: 1450, image_url: null, picture: null },
    frozen: false,
  }
  const view = () => ({
    ...firstState(1).view,
    status: "ready",
    facts: { ...facts, ...(server.moderator ? answered : { moderator_id: null, moderator: null }) },
  })
  return { useConversation: () => [view(), {}], useRoomChanges: () => {} }
})
vi.mock("../account/membership/access.ts", () => ({
  useAccess: () => ({
    refetch: () => {},
    data: {
      can_send_messages: server.used.messages < 10,
      allowance: {
        messages: { limit: 10, used: server.used.messages },
        photos: { limit: 1, used: server.used.photos },
        period_ends_at: null,
      },
    },
  }),
}))

import { ChatPane } from "./ChatPane.tsx"

beforeEach(() => vi.stubGlobal("localStorage", { getItem: () => null }))
afterEach(() => {
  server.moderator = true
  vi.unstubAllGlobals()
})

function shownWith(used: typeof server.used): string {
  server.used = used
  const user = { id: 1, uuid: "me", membership_level: "standard", suspended: false } as User
  return renderToString(<ChatPane roomId={7} user={user} heading="h1" backTo="/chat" backLabel="Chats" />)
    .replaceAll("&#x27;", "'")
    .replaceAll("<!-- -->", "")
}

test("with the messages used up, a photo that is left can be attached, and only text is off", () => {
  const shown = shownWith({ messages: 10, photos: 0 })
  expect(shown).toContain(membershipTexts.messagesUsed)
  expect(shown).toContain("1 of 1 photo left")
  expect(shown).toMatch(/<textarea[^>]* readOnly=""/)
  expect(shown).toContain('aria-label="Choose a file"')
  expect(shown).not.toContain(membershipTexts.used)
})

test("with messages left everything can be written, and with nothing left nothing can", () => {
  const some = shownWith({ messages: 9, photos: 1 })
  expect(some).toContain("1 of 10 messages left")
  expect(some).toContain("<textarea")
  expect(some).not.toContain("readOnly")
  const none = shownWith({ messages: 10, photos: 1 })
  expect(none).toContain(membershipTexts.used)
  expect(none).not.toContain("<textarea")
})

test("where nobody answers yet, the pane says so before the first message, and nothing is used up", () => {
  expect(shownWith({ messages: 10, photos: 1 })).not.toContain(chatTexts.unattendedDetail)
  server.moderator = false
  const shown = shownWith({ messages: 10, photos: 1 })
  expect(shown).toContain(chatTexts.unattended("Isolde"))
  expect(shown).toContain(chatTexts.unattendedDetail)
  expect(shown).toContain("<textarea")
  expect(shown).not.toContain(membershipTexts.used)
})

test("the head of a talk leads to its piece, and names the price", () => {
  expect(shownWith({ messages: 0, photos: 0 })).toMatch(
    /<h1[^>]*><a href="\/model\/20"[^>]*>Isolde<span[^>]*>\$1,450\.00/,
  )
})
