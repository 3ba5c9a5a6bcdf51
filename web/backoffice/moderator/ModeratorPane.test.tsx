import { renderToString } from "react-dom/server"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { User } from "#contract/accounts.ts"
import { chatTexts, deskTexts } from "#contract/memberText.ts"

const refused = vi.hoisted(() => ({ code: "", detail: "" }))
vi.mock("../../people/chat/useConversation.ts", async () => {
  const { firstState } = await import("../../people/chat/conversationState.ts")
  return {
    useConversation: () => [{ ...firstState(1).view, status: "unavailable", ...refused }, {}],
    useRoomChanges: () => {},
  }
})

import { ModeratorPane } from "./ModeratorPane.tsx"

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => null })
  vi.stubGlobal("sessionStorage", { getItem: () => null })
})
afterEach(() => vi.unstubAllGlobals())

function shownWith(code: string, detail: string): string {
  Object.assign(refused, { code, detail })
  const nothing = () => {}
  return renderToString(
    <ModeratorPane
      roomId={7}
      user={{ id: 1, uuid: "me", role: "moderator", suspended: false } as User}
      arrival={{ current: null }}
      again={nothing}
      back={null}
      leave={<a href="/moderator">Back to chats</a>}
      manageReplies={nothing}
      messageId={null}
      toLatest={nothing}
      close={nothing}
    />,
  ).replaceAll("&#x27;", "'")
}

test("the link of a chat that was handed over says who has it now, with a way back to the list", () => {
  const moved = deskTexts.moved("Rona Demo")
  const shown = shownWith("CHAT_MOVED", moved)
  expect(shown).toContain(`${moved}</h2>`)
  expect(shown).toContain("Back to chats")
  for (const text of [chatTexts.unavailableTitle, chatTexts.unavailable, "Try again"]) expect(shown).not.toContain(text)
})

test("a chat that never was one's own is not available, and can be asked for again", () => {
  const shown = shownWith("NOT_FOUND", "Chat room not found")
  for (const text of [chatTexts.unavailableTitle, chatTexts.unavailable, "Try again"]) expect(shown).toContain(text)
})
