// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { contactTexts, supportTexts } from "#contract/texts.ts"
import { aCustomer, anOrder, usual } from "../../../testing/data.ts"
import { answer, open } from "../../../testing/page.tsx"

const person = userEvent.setup({ delay: null })
const button = (name: string) => screen.findByRole("button", { name })
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label, { selector: "input, textarea" })

test("after a message is sent, the page says to which address the answer goes, until another one is written", async () => {
  answer({ ...usual, "POST /contact": { message: contactTexts.sent } })
  await open("/contact", { user: aCustomer })
  await person.type(field(/^Subject/), "A crate")
  await person.type(field(/^Message/), "Does it fit a lift?")
  await person.click(await button("Send message"))
  await screen.findByText(contactTexts.answerGoesTo(aCustomer.email))
  expect(document.activeElement?.textContent).toBe(contactTexts.received)
  expect(screen.getAllByText(supportTexts.replies).length).toBeGreaterThan(1)
  expect(screen.queryByRole("button", { name: "Send message" })).toBeNull()
  await person.click(await button("Send another message"))
  expect(field(/^Message/).value).toBe("")
  expect(field(/^Email \*/).value).toBe(aCustomer.email)
})

test("a question about an order is sent with its number", async () => {
  answer({ ...usual, "POST /contact": { message: contactTexts.sent } })
  await open("/contact#ORD-104233", { user: aCustomer })
  await screen.findByText(contactTexts.aboutOrder("ORD-104233"))
  expect(field(/^Subject/).value).toBe("Order ORD-104233")
  await person.type(field(/^Message/), "When will it ship?")
  await person.click(await button("Send message"))
  await screen.findByText(contactTexts.received)
  const sent = vi.mocked(fetch).mock.calls.find(([address]) => String(address).endsWith("/contact"))!
  expect(JSON.parse(String(sent[1]!.body))).toMatchObject({ order_number: "ORD-104233", subject: "Order ORD-104233" })
})

test.each([
  ["free", false],
  ["vip", true],
] as const)("the page of an order of a %s customer leads to a question, and to a chat: %s", async (level, chats) => {
  answer({ ...usual, "GET /orders/1": { ...anOrder, id: 1 }, "GET /orders/1/returns": null as never })
  await open("/order/1", { user: { ...aCustomer, membership_level: level } })
  const link = await screen.findByRole("link", { name: "Ask about this order" })
  expect(link.getAttribute("href")).toBe(`/contact#${anOrder.orderNumber}`)
  const [item] = anOrder.items
  const chat = screen.queryByRole("link", { name: `Chat about ${item!.name}` })
  await waitFor(() => expect(chat !== null).toBe(chats))
  if (chats) expect(chat!.getAttribute("href")).toBe(`/model-chat/${item!.doll_id}`)
})
