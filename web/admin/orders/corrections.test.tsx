// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import type { AdminOrderDetail } from "#contract/admin.ts"
import { orderTexts, paymentTexts } from "#contract/buyingText.ts"
import { moneyTexts } from "#contract/panelText.ts"
import { aCustomer, anOrder, usual } from "../../testing/data.ts"
import { answer, open } from "../../testing/page.tsx"

const person = userEvent.setup({ delay: null })
const press = async (name: string) => person.click(await screen.findByRole("button", { name }))
/** The bodies of the calls with this method. */
const sent = (method: string) =>
  vi
    .mocked(fetch)
    .mock.calls.filter(([, options]) => options?.method === method)
    .map(([address, options]) => [address, JSON.parse(String(options!.body ?? "null"))])

const { id } = anOrder
const address = {
  firstName: "Sally",
  lastName: "Shopper",
  email: "sally@shop.example",
  phone: "+1 555 0100",
  address: "1 Main Street",
  city: "Springfield",
  state: "IL",
  zipCode: "62701",
  country: "US" as const,
}

async function openOrder(fields: Partial<AdminOrderDetail>) {
  const order: AdminOrderDetail = {
    ...anOrder,
    user_id: 1,
    user: "Sally Shopper",
    user_email: "sally@shop.example",
    review_reason: null,
    arrived: 0,
    attention: null,
    address,
    terms_version: null,
    privacy_version: null,
    reopenable_until: null,
    events: [],
    payments: [],
    refunds: [],
    returns: [],
    refundable: { amount: 0, lines: [] },
    moves: [],
    ...fields,
  }
  answer({
    ...usual,
    "GET /admin/flagged-messages/count": { count: 0 },
    "GET /admin/orders/count": { count: 0 },
    "GET /admin/orders": [order],
    [`GET /admin/orders/${id}`]: order,
    [`GET /admin/orders/${id}/notes`]: { items: [], next: null },
    [`GET /admin/orders/${id}/notes/people`]: [],
    [`GET /admin/orders/${id}/timeline`]: { items: [], next: null },
    [`PATCH /admin/orders/${id}`]: order,
    [`PUT /admin/orders/${id}/address`]: order,
    [`POST /admin/orders/${id}/reopen`]: order,
    "GET /admin/returns/count": { count: 0 },
    "GET /admin/carriers": [],
  } as Parameters<typeof answer>[0])
  await open(`/admin?tab=orders&order=${id}`, { user: { ...aCustomer, role: "admin", admin_type: "super_admin" } })
}

test("an unpaid order is cancelled with a reason, and not without one", async () => {
  await openOrder({ status: "unpaid", paymentTime: null, moves: ["cancelled"] })
  await press("Cancel order")
  const dialog = within(await screen.findByRole("dialog", { name: `Cancel ${anOrder.orderNumber}?` }))
  await person.click(dialog.getByRole("button", { name: "Cancel order" }))
  expect(await dialog.findByText(orderTexts.reasonRequired)).toBeTruthy()
  expect(dialog.getByText(orderTexts.reasonHint)).toBeTruthy()
  await person.type(dialog.getByLabelText(/^Reason/), "No such address")
  await person.click(dialog.getByRole("button", { name: "Cancel order" }))
  expect(await screen.findByText(moneyTexts.cancelled(anOrder.orderNumber))).toBeTruthy()
  expect(sent("PATCH")).toEqual([[`/api/admin/orders/${id}`, { status: "cancelled", reason: "No such address" }]])
})

test.each([
  ["coming", paymentTexts.underWay],
  ["partial", orderTexts.partArrived],
] as const)("an unpaid order whose payment is %s cannot be cancelled, and its drawer says why", async (state, text) => {
  const payment = { payment_id: 1, state, arrived: 1, missing: 1, remaining: null, invoice_url: null }
  await openOrder({ status: "unpaid", paymentTime: null, payment })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole("button", { name: "Cancel order" })).toBeNull()
})

test("the address of an order that has not shipped is corrected, and a wrong one has a sentence at its field", async () => {
  await openOrder({ moves: ["shipped", "refund_due"] })
  await press("Correct address")
  const dialog = within(await screen.findByRole("dialog", { name: `Delivery address of ${anOrder.orderNumber}` }))
  expect(dialog.queryByLabelText("Email")).toBeNull()
  expect(dialog.getByText(orderTexts.addressHint)).toBeTruthy()
  const street = dialog.getByLabelText("Address")
  await person.clear(street)
  await person.click(dialog.getByRole("button", { name: "Save address" }))
  expect(await dialog.findByText("This field is required.")).toBeTruthy()
  await person.type(street, "2 Main Street")
  // The DOM of the tests forgets the value that a select had before its options.
  await person.selectOptions(dialog.getByLabelText("Country"), "US")
  await person.click(dialog.getByRole("button", { name: "Save address" }))
  expect(await screen.findByText(moneyTexts.addressCorrected)).toBeTruthy()
  const { email: _, ...rest } = address
  expect(sent("PUT")).toEqual([[`/api/admin/orders/${id}/address`, { ...rest, address: "2 Main Street" }]])
})

test("an address that the shop refuses, for no field, has the reason above it", async () => {
  await openOrder({ moves: ["shipped"] })
  const body = { status: 409, code: "WRONG_STATE", detail: orderTexts.addressFixed }
  answer({ [`PUT /admin/orders/${id}/address`]: Response.json(body, { status: 409 }) })
  await press("Correct address")
  const dialog = within(await screen.findByRole("dialog", { name: `Delivery address of ${anOrder.orderNumber}` }))
  await person.selectOptions(dialog.getByLabelText("Country"), "US")
  await person.click(dialog.getByRole("button", { name: "Save address" }))
  expect((await dialog.findByText(moneyTexts.addressFailed)).parentElement?.textContent).toContain(
    orderTexts.addressFixed,
  )
})

test("marking an order as completed asks first", async () => {
  await openOrder({ status: "shipped", trackingNumber: "RM 1", moves: ["completed"], address: null })
  await press("Mark as completed")
  expect(sent("PATCH")).toEqual([])
  const dialog = within(await screen.findByRole("dialog", { name: `Mark as completed: ${anOrder.orderNumber}` }))
  await person.click(dialog.getByRole("button", { name: "Mark as completed" }))
  await waitFor(() => expect(sent("PATCH")).toEqual([[`/api/admin/orders/${id}`, { status: "completed" }]]))
  expect(screen.queryByRole("button", { name: "Correct address" })).toBeNull()
})

test("a completion is taken back while it can be", async () => {
  await openOrder({ status: "completed", reopenable_until: "2026-01-06T10:00:00Z", address: null })
  await press("Undo completion")
  expect(await screen.findByText(moneyTexts.reopened)).toBeTruthy()
  expect(sent("POST")).toEqual([[`/api/admin/orders/${id}/reopen`, null]])
})
