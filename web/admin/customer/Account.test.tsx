// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import type { AdminType } from "#contract/accounts.ts"
import type { Customer } from "#contract/customers.ts"
import { accountTexts } from "#contract/memberText.ts"
import { customerTexts } from "#contract/timelineText.ts"
import type { Address } from "../../platform/router.ts"
import { aCustomer, usual } from "../../testing/data.ts"
import { answer, open, reload } from "../../testing/page.tsx"

const person = userEvent.setup({ delay: null })
const id = 42
const path = `/admin/customers/${id}` as const
const customer: Customer = {
  ...aCustomer,
  id,
  full_name: "Mara Member",
  email: "mara@shop.example",
  last_seen_at: null,
  terms_version: null,
  privacy_version: null,
  terms_accepted_at: null,
  second_factor: false,
  orders_count: 0,
  lifetime_spend: 0,
  tags: [],
  parts: [],
}

async function openCustomer(
  fields: Partial<Customer> = {},
  admin_type: AdminType = "super_admin",
  address: Address = `/admin/customer/${id}`,
  more = {},
) {
  answer({
    ...usual,
    "GET /admin/flagged-messages/count": { count: 0 },
    "GET /admin/orders/count": { count: 0 },
    "GET /admin/returns/count": { count: 0 },
    "GET /admin/customer-tags": [],
    [`GET ${path}`]: { ...customer, ...fields },
    [`GET ${path}/notes`]: { items: [], next: null },
    [`GET ${path}/notes/people`]: [],
    [`GET ${path}/timeline`]: { items: [], next: null },
    [`POST ${path}/memberships`]: null,
    [`POST ${path}/memberships/end`]: null,
    [`PUT ${path}/email`]: null,
    [`POST ${path}/password-reset`]: null,
    ...more,
  } as Parameters<typeof answer>[0])
  await open(address, { user: { ...aCustomer, role: "admin", admin_type } })
  await screen.findByText("mara@shop.example")
}
const refuse = (what: string, status = 500) =>
  answer({ [what]: Response.json({ status, code: "INTERNAL", detail: "Not now." }, { status }) } as never)
async function openDialog(button: string) {
  await person.click(await screen.findByRole("button", { name: button }))
  return within(await screen.findByRole("dialog", { name: `${button}: Mara Member` }))
}
const press = (dialog: Awaited<ReturnType<typeof openDialog>>, name: string) =>
  person.click(dialog.getByRole("button", { name }))
/** The bodies of the calls. */
const sent = () =>
  vi
    .mocked(fetch)
    .mock.calls.filter(([, options]) => options?.method === "POST" || options?.method === "PUT")
    .map(([address, options]) => [address, JSON.parse(String(options!.body ?? "null"))])

test("membership is granted for some days with a reason, and not without one", async () => {
  await openCustomer()
  expect(screen.queryByRole("button", { name: "End membership" })).toBeNull()
  const dialog = await openDialog("Grant membership")
  await person.selectOptions(dialog.getByLabelText("Level"), "vip")
  const days = dialog.getByLabelText(/^Days/)
  await person.clear(days)
  await person.type(days, "0")
  await press(dialog, "Grant membership")
  expect(await dialog.findByText(customerTexts.daysRange(365))).toBeTruthy()
  expect(dialog.getByText("Please enter a reason.")).toBeTruthy()
  expect(dialog.getByText(customerTexts.reasonHint)).toBeTruthy()
  await person.clear(days)
  await person.type(days, "14")
  await person.type(dialog.getByLabelText(/^Reason/), "A late parcel")
  refuse(`POST ${path}/memberships`)
  await press(dialog, "Grant membership")
  expect(await dialog.findByText(customerTexts.grantFailed)).toBeTruthy()
  answer({ [`POST ${path}/memberships`]: null } as never)
  await press(dialog, "Grant membership")
  expect(await screen.findByText(customerTexts.granted)).toBeTruthy()
  expect(sent().at(-1)).toEqual([`/api${path}/memberships`, { level: "vip", days: 14, reason: "A late parcel" }])
})

test("the membership of a member is extended or ended", async () => {
  await openCustomer({ membership_level: "vip", vip: true })
  expect(screen.getByRole("button", { name: "Extend membership" })).toBeTruthy()
  const dialog = await openDialog("End membership")
  await person.type(dialog.getByLabelText(/^Reason/), "Asked for it")
  refuse(`POST ${path}/memberships/end`)
  await press(dialog, "End membership")
  expect(await dialog.findByText(customerTexts.endFailed)).toBeTruthy()
  answer({ [`POST ${path}/memberships/end`]: null } as never)
  await press(dialog, "End membership")
  expect(await screen.findByText(customerTexts.ended)).toBeTruthy()
  expect(sent().at(-1)).toEqual([`/api${path}/memberships/end`, { reason: "Asked for it" }])
})

test("an email address is corrected; one that is taken has its sentence at the field", async () => {
  await openCustomer({ pending_email: "new@shop.example" })
  expect(screen.getByText("Changes to new@shop.example")).toBeTruthy()
  const dialog = await openDialog("Correct email address")
  await person.type(dialog.getByLabelText(/^New email address/), "taken@shop.example")
  refuse(`PUT ${path}/email`)
  await press(dialog, "Send link")
  expect(await dialog.findByText(customerTexts.emailFailed)).toBeTruthy()
  const errors = [{ path: "email", message: accountTexts.addressTaken }]
  const body = { status: 422, code: "INVALID", detail: "Invalid", errors }
  answer({ [`PUT ${path}/email`]: Response.json(body, { status: 422 }) } as never)
  await press(dialog, "Send link")
  expect(await dialog.findByText(accountTexts.addressTaken)).toBeTruthy()
  answer({ [`PUT ${path}/email`]: null } as never)
  await press(dialog, "Send link")
  expect(await screen.findByText(customerTexts.emailSent)).toBeTruthy()
})

test("a password email is sent after a question", async () => {
  await openCustomer()
  refuse(`POST ${path}/password-reset`)
  await press(await openDialog("Send password email"), "Send email")
  expect(await screen.findByText(customerTexts.resetFailed)).toBeTruthy()
  answer({ [`POST ${path}/password-reset`]: null } as never)
  await press(await openDialog("Send password email"), "Send email")
  expect(await screen.findByText(customerTexts.resetSent)).toBeTruthy()
})

test("other admins have none of these buttons", async () => {
  await openCustomer({}, "financial_admin")
  for (const name of ["Grant membership", "Correct email address", "Send password email"]) {
    expect(screen.queryByRole("button", { name })).toBeNull()
  }
})

test("a link to a chat says when the chat is missing, and when it could not be loaded", async () => {
  const chats = `GET ${path}/chats`
  const shown = { parts: ["chats"] } satisfies Partial<Customer>
  await openCustomer(shown, "super_admin", `/admin/customer/${id}?chat=7`, { [chats]: { items: [], next: null } })
  const dialog = within(await screen.findByRole("dialog", { name: "Chat" }))
  await dialog.findByText(customerTexts.chatMissing)
  refuse(chats)
  reload()
  const again = within(await screen.findByRole("dialog", { name: "Chat" }))
  await again.findByText(customerTexts.sectionFailed("chats"))
})
