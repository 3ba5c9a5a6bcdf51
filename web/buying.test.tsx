// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { discountTexts, orderTexts } from "#contract/buyingText.ts"
import { cartTexts, favoriteTexts, shippingTexts } from "#contract/texts.ts"
import { aCartItem, aCustomer, aDoll, anOrder, modelPage, noFees, plans, usual } from "./testing/data.ts"
import { answer, open, reload } from "./testing/page.tsx"

const person = userEvent.setup({ delay: null })

const quote = {
  ...noFees,
  subtotal: 1,
  total: 1,
  discount: null,
  code_problem: null,
  accepts_codes: true,
  member_offers: [],
}

test("a refused discount code that is deleted from its field takes its error along, and stays away", async () => {
  answer({
    ...usual,
    "GET /cart/": [aCartItem],
    "POST /orders/quote": { ...quote, code_problem: discountTexts.unknown },
  })
  await open("/cart", { user: aCustomer })
  const field = await screen.findByLabelText<HTMLInputElement>("Discount code")
  await person.type(field, "nope{Enter}")
  expect(await screen.findByText(discountTexts.unknown)).toBeTruthy()
  expect(field.getAttribute("aria-invalid")).toBe("true")
  await person.type(field, "{Backspace}")
  expect(screen.queryByText(discountTexts.unknown)).toBeNull()
  await person.clear(field)
  expect(screen.queryByText(discountTexts.unknown)).toBeNull()
  reload()
  expect((await screen.findByLabelText<HTMLInputElement>("Discount code")).value).toBe("")
  expect(screen.queryByText(discountTexts.unknown)).toBeNull()
})

test.each([
  [null, ["Checkout"]],
  [aCustomer, ["View cart", "Checkout"]],
])("the cart drawer leads nobody to a page that they have not", async (user, names) => {
  answer({ ...usual, "GET /cart/": [aCartItem], "POST /cart/": aCartItem, "GET /dolls/20": aDoll })
  await open(modelPage.at, { ...modelPage, user })
  await person.click((await screen.findAllByRole("button", { name: "Add to Cart" }))[0]!)
  const drawer = within((await screen.findByText("Subtotal")).closest("dialog")!)
  const links = drawer.getAllByRole("link").map((link) => link.textContent)
  expect(links.filter((name) => name === "View cart" || name === "Checkout")).toEqual(names)
})

test("what the shop says of an action names the piece", async () => {
  answer({ ...usual, "POST /cart/": aCartItem, "GET /dolls/20": aDoll })
  answer({ "POST /favorites/": { id: 4, doll_id: aDoll.id, created_at: anOrder.createdAt, doll: aDoll } })
  await open(modelPage.at, { ...modelPage, user: aCustomer })
  await person.click((await screen.findAllByRole("button", { name: `Favorite ${aDoll.name}` }))[0]!)
  const toast = within(await screen.findByRole("region", { name: "Messages" }))
  expect((await toast.findByText(favoriteTexts.added)).parentElement!.textContent).toContain(aDoll.name)
  await person.click((await screen.findAllByRole("button", { name: "Add to Cart" }))[0]!)
  expect((await screen.findByText(cartTexts.added)).parentElement!.textContent).toBe(cartTexts.added + aDoll.name)
})

test("the memberships say what their members save on every model", async () => {
  await open("/upgrade", { loader: () => ({ discounts: { vvip: 5 }, plans }) })
  const row = within(await screen.findByRole("row", { name: /^Off the price of every model/ }))
  expect(row.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual(["Not included", "Not included", "5%"])
})

test("the address form follows the country: its order, and what the country has", async () => {
  answer({ ...usual, "GET /cart/": [aCartItem], "GET /auth/addresses": [], "POST /orders/quote": quote })
  await open("/checkout", { user: aCustomer, loader: () => ({ noShipping: [] }) })
  const form = within(await screen.findByRole("region", { name: "Shipping address" }))
  const names = () =>
    form.getAllByRole("textbox").map((field) => (field as HTMLInputElement).labels![0]!.textContent?.replace(" *", ""))
  const shared = ["First name", "Last name", "Email", "Phone"]
  expect(names()).toEqual([...shared, "Address", "City", "State", "Zip code"])
  await person.selectOptions(form.getByLabelText(/^Country/), "DE")
  expect(names()).toEqual([...shared, "Address", "Postal code", "City", "Federal state"])
  await person.selectOptions(form.getByLabelText(/^Country/), "AE")
  expect(names()).toEqual([...shared, "Address", "City", "Emirate"])
})

test.each([
  ["US", "Standard Shipping"],
  ["DE", "International Shipping"],
])(
  "a buyer in %s reads of the one method that is used, and of duties where there may be some",
  async (code, method) => {
    const address = { ...anOrder.shippingAddress, firstName: "Sally", lastName: "Shopper", address: "1 Main Street" }
    answer({ ...usual, "GET /cart/": [aCartItem], "POST /orders/quote": quote })
    answer({ "GET /auth/addresses": [{ ...address, id: 1, country: code, created_at: anOrder.createdAt } as never] })
    await open("/checkout", { user: aCustomer, loader: () => ({ noShipping: [] }) })
    const summary = within(await screen.findByRole("region", { name: "Order summary" }))
    const methods = shippingTexts.options.map(({ name }) => name)
    expect(methods.filter((name) => summary.queryByText(name))).toEqual([method])
    expect(summary.queryAllByText(orderTexts.duties)).toHaveLength(code === "US" ? 0 : 1)
  },
)

test("a code for memberships is taken off what is paid, and one that is refused says why", async () => {
  const priced = { price: 20, discount: null, total: 20, code_problem: null, accepts_codes: true }
  answer({ ...usual, "POST /memberships/price": priced })
  await open("/subscription-checkout?plan=vip&price=20&gift=1" as Parameters<typeof open>[0], { user: aCustomer })
  const field = await screen.findByLabelText("Discount code")
  answer({ "POST /memberships/price": { ...priced, code_problem: discountTexts.firstMembership } })
  await person.type(field, "first{Enter}")
  expect(await screen.findByText(discountTexts.firstMembership)).toBeTruthy()
  const discount = { title: "Welcome", code: "WELCOME", amount: 5 }
  answer({ "POST /memberships/price": { ...priced, discount, total: 15 } })
  await person.clear(field)
  await person.type(field, "welcome{Enter}")
  expect(await screen.findByText("Discount (WELCOME)")).toBeTruthy()
  expect(screen.getAllByText("$15.00").length).toBeGreaterThan(0)
})
