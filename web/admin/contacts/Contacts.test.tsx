// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import type { AdminType, User } from "#contract/accounts.ts"
import type { ContactDetail } from "#contract/admin.ts"
import { panelTexts } from "#contract/panelText.ts"
import { aCustomer } from "../../testing/data.ts"
import { type Answers, answer, open } from "../../testing/page.tsx"

const person = userEvent.setup({ delay: null })
const created_at = "2026-11-20T10:00:00.000Z"
const message: ContactDetail = {
  id: 7,
  name: "Ada",
  email: "ada@shop.example",
  subject: "A crate",
  message: "Does it fit a lift?",
  user_id: null,
  order_id: 3,
  order_number: "ORD-104233",
  assignee_id: null,
  assignee: null,
  handled_at: null,
  created_at,
  answers: [],
}
const order = {
  id: 3,
  order_number: "ORD-104233",
  status: "shipped",
  refund: { state: "none", refunded: 0, due: 0, returns: 0 },
  pieces: 1,
  total: 1450,
  created_at,
} as const

async function openDrawer(admin_type: AdminType, more: Answers = {}) {
  const boss: User = { ...aCustomer, role: "admin", admin_type, full_name: "Ben Boss" }
  const counts = {
    ...(admin_type === "financial_admin" ? {} : { "GET /admin/flagged-messages/count": { count: 0 } }),
    ...(admin_type === "content_admin"
      ? {}
      : { "GET /admin/orders/count": { count: 0 }, "GET /admin/returns/count": { count: 0 } }),
  }
  answer({
    ...counts,
    "GET /auth/me": boss,
    "GET /admin/contacts": Response.json([message], { headers: { "x-total-count": "1" } }),
    "GET /admin/contacts/7": message,
    "GET /admin/contacts/people": [
      { id: 1, name: "Ben Boss" },
      { id: 2, name: "Cora Colleague" },
    ],
    ...(admin_type === "content_admin"
      ? {}
      : { "GET /admin/contacts/7/orders": { items: [order as never], next: null } }),
    ...more,
  } as Answers)
  await open("/admin?tab=contacts&message=7", { user: boss })
  await waitFor(() => screen.getByRole("button", { name: "Send answer" }))
  return within(document.querySelector<HTMLElement>("dialog[open]")!)
}

test("a message is answered from its drawer: what was typed stays when it fails, and the answer is shown", async () => {
  const drawer = await openDrawer("super_admin", {
    "POST /admin/contacts/7/answers": Response.json({ status: 500, detail: "The kiln is cold." }, { status: 500 }),
  })
  const field = () => drawer.getByLabelText<HTMLTextAreaElement>(/^Answer/, { selector: "textarea" })
  await person.click(drawer.getByRole("button", { name: "Send answer" }))
  drawer.getByText(panelTexts.answerRequired)
  await person.type(field(), "It does.")
  await person.click(drawer.getByRole("button", { name: "Send answer" }))
  await waitFor(() => drawer.getByText(panelTexts.answerFailed))
  expect(field().value).toBe("It does.")

  const answers = [{ id: 1, author: "Ben Boss", content: "It does.", created_at }]
  answer({
    "POST /admin/contacts/7/answers": { message: panelTexts.answerSent },
    "GET /admin/contacts/7": { ...message, answers, handled_at: created_at },
  })
  await person.click(drawer.getByRole("button", { name: "Send answer" }))
  const list = await waitFor(() => drawer.getByRole("region", { name: "Answers" }))
  within(list).getByText("It does.")
  expect(field().value).toBe("")
  drawer.getByRole("button", { name: "Mark as open" })
})

test("a message is assigned in its drawer, and whoever may see orders finds the sender's beside it", async () => {
  const drawer = await openDrawer("financial_admin")
  const orders = within(await waitFor(() => drawer.getByRole("list", { name: "Orders" })))
  const link = orders.getByRole("link", { name: "ORD-104233" })
  expect(link.getAttribute("href")).toBe("/admin?tab=orders&order=3")
  const assigned = { ...message, assignee_id: 2, assignee: "Cora Colleague" }
  answer({ "PATCH /admin/contacts/7": assigned, "GET /admin/contacts/7": assigned })
  const select = await waitFor(() => drawer.getByLabelText<HTMLSelectElement>("Assigned to"))
  await waitFor(() => within(select).getByRole("option", { name: "Cora Colleague" }))
  await person.selectOptions(select, "Cora Colleague")
  await waitFor(() => expect(select.disabled).toBe(false))
  expect(select.value).toBe("2")
})

test("without the right to see orders, the drawer of a message has none", async () => {
  const drawer = await openDrawer("content_admin")
  expect(drawer.queryByRole("region", { name: "Orders" })).toBeNull()
})
