// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import type { User } from "#contract/accounts.ts"
import type { FlaggedItem } from "#contract/moderation.ts"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { aCustomer } from "../../testing/data.ts"
import { answer, open } from "../../testing/page.tsx"

const person = userEvent.setup({ delay: null })
const created_at = "2026-11-20T10:00:00.000Z"
const sent_at = "2026-11-21T10:00:00.000Z"
const item: FlaggedItem = {
  id: 1,
  kind: "message",
  subject_id: null,
  user_id: 5,
  user: "Mara Member",
  user_email: "mara@shop.example",
  user_suspended: true,
  appeal: { id: 7, subject: "My account is paused", message: "I can explain.", created_at: sent_at },
  moderator: null,
  moderator_email: null,
  content: "A held text",
  original: null,
  deleted_at: null,
  file: null,
  flag_reason: "Points at minors",
  sources: ["engine"],
  decided_by: null,
  reports: [],
  critical: true,
  chat_room: null,
  created_at,
  notified_at: null,
  decided_at: null,
  outcome: null,
}

test("an appeal is read at its item before the decision, and answered from there", async () => {
  const boss: User = { ...aCustomer, role: "admin", admin_type: "super_admin" }
  const rows = [item, { ...item, id: 2, content: "Another held text", appeal: null }]
  answer({
    "GET /auth/me": boss,
    "GET /admin/flagged-messages/count": { count: 2 },
    "GET /admin/orders/count": { count: 0 },
    "GET /admin/returns/count": { count: 0 },
    "GET /admin/flagged-messages": Response.json(rows, { headers: { "x-total-count": "2" } }),
  })
  await open("/admin?tab=flagged", { user: boss })
  for (const text of [/A held text/, /Another held text/]) {
    await person.click(await screen.findByRole("button", { name: text }))
  }
  const [appeal, ...others] = screen.getAllByRole("region", { name: "Appeal" })
  expect(others).toEqual([])
  const shown = within(appeal!)
  shown.getByText(/My account is paused/)
  shown.getByText(dateTimeOf(sent_at))
  shown.getByText("I can explain.")
  expect(shown.getByRole("link", { name: "Reply" }).getAttribute("href")).toBe("/admin?tab=contacts&message=7")
})
