// @vitest-environment happy-dom
import { act, cleanup, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import type { Role } from "#contract/accounts.ts"
import { orderStatusTexts } from "#contract/buyingText.ts"
import { accountTexts, staffTexts } from "#contract/memberText.ts"
import { favoriteTexts, generalTexts, modelTexts, reviewTexts, shippingTexts, stockTexts } from "#contract/texts.ts"
import { queries } from "./platform/api/queries.ts"
import type { Address } from "./platform/router.ts"
import { know } from "./platform/session/session.ts"
import { aCartItem, aCustomer, aDoll, anOrder, aReview, modelPage, noFees, usual } from "./testing/data.ts"
import { answer, type Loader, open } from "./testing/page.tsx"

const person = userEvent.setup({ delay: null })
const press = async (name: string, role = "button") => person.click((await screen.findAllByRole(role, { name }))[0]!)

const members: Address[] = [
  "/cart",
  "/checkout",
  "/success",
  "/cancel",
  "/order/1",
  "/chat",
  "/model-chat/1",
  "/vip-content",
]
const admins: Address[] = ["/admin", "/admin/model/edit/1", "/moderator-chat-activity/1"]
const homes = { user: "/dashboard", moderator: "/moderator", admin: "/admin" }
const rooms: [Role, string, Address[]][] = [
  ["user", "Admin", admins],
  ["user", "Moderator", ["/moderator"]],
  ["moderator", "User", members],
  ["moderator", "Admin", admins],
  ["admin", "User", members],
  ["admin", "Moderator", ["/moderator"]],
]
test.each(rooms.flatMap(([role, needed, addresses]) => addresses.map((at) => ({ role, needed, at }))))(
  "a person of role $role at $at sees whose page it is, and is redirected home",
  async ({ role, needed, at }) => {
    answer(usual)
    await open(at, { user: { ...aCustomer, role } })
    expect((await screen.findByRole("alert")).textContent).toContain(`Access denied. ${needed} privileges required.`)
    expect(await screen.findByText(`At ${homes[role]}`)).toBeTruthy()
  },
)

test("every status of an order has its text, and an unknown one is shown as pending", async () => {
  const statuses = [...Object.keys(orderStatusTexts), "on_the_moon"] as (typeof anOrder.status)[]
  answer({ ...usual, "GET /orders": statuses.map((status, index) => ({ ...anOrder, id: index + 1, status })) })
  await open("/dashboard?tab=orders", { user: aCustomer })
  const table = within(await screen.findByRole("table"))
  for (const text of [...Object.values(orderStatusTexts), "Pending"]) {
    expect(table.getAllByText(text, { exact: true })).not.toEqual([])
  }
})

test.each([
  ["content_admin", "moderation-summary", generalTexts.insufficient],
  ["financial_admin", "chat-activity", generalTexts.insufficient],
  ["content_admin", "nothing-of-this-name", staffTexts.underDevelopment],
] as const)("a %s at the tab %s of the staff dashboard reads: %s", async (admin_type, tab, text) => {
  answer({ ...usual, "GET /admin/flagged-messages/count": { count: 0 }, "GET /admin/orders/count": { count: 0 } })
  await open(`/staff-dashboard?tab=${tab}`, { user: { ...aCustomer, role: "admin", admin_type } })
  expect(await screen.findByText(text)).toBeTruthy()
})

const quote = {
  ...noFees,
  subtotal: 1,
  total: 1,
  discount: null,
  code_problem: null,
  accepts_codes: false,
  member_offers: [],
}
test.each<{ at: Address; loader?: Loader }>([
  modelPage,
  { at: "/cart" },
  { at: "/checkout", loader: () => ({ noShipping: [] }) },
  { at: "/terms", loader: () => ({ page: null, hasLengths: false }) },
  { at: "/contact" },
  { at: "/order/6" },
])("$at says how long a return can be requested, as the shop's settings say", async ({ at, loader }) => {
  answer({
    ...usual,
    "GET /cart/": [aCartItem],
    "POST /orders/quote": quote,
    "GET /orders": [],
    "GET /orders/6": anOrder,
  })
  document.documentElement.dataset.returns = "14"
  await open(at, { user: aCustomer, loader })
  expect((await screen.findByText(new RegExp(shippingTexts.returns(14)))).textContent).not.toContain("30 days")
})

test.each([true, false])(
  "the home page says what collectors say if the owner has chosen reviews (chosen: %s)",
  async (isChosen) => {
    const voices = isChosen ? [{ id: 7, author: "Ines K.", rating: 4, comment: "Finer than in the pictures." }] : []
    await open("/", { loader: () => ({ slides: [], featured: [], voices }) })
    await screen.findByText(modelTexts.noneFeatured)
    expect(screen.queryByText("What collectors say") !== null).toBe(isChosen)
    if (!isChosen) return
    expect(screen.getByText("Finer than in the pictures.")).toBeTruthy()
    expect(screen.getByText(/Ines K\./).textContent).toContain("Verified purchase")
    expect(screen.getByRole("img", { name: "4 of 5 stars" })).toBeTruthy()
  },
)

test.each([
  ["super_admin", true],
  ["content_admin", false],
] as const)("a %s opens the customers in the panel; other accounts are there: %s", async (admin_type, isSuper) => {
  const row = {
    ...aCustomer,
    uuid: "u",
    created_at: "2026-01-01T00:00:00.000Z",
    second_factor: false,
    last_seen_at: null,
  }
  answer({
    ...usual,
    "GET /admin/flagged-messages/count": { count: 0 },
    "GET /admin/orders/count": { count: 0 },
    "GET /admin/returns/count": { count: 0 },
    "GET /admin/customer-tags": [],
    "GET /admin/users": [{ ...row, id: 812, full_name: "Vera Visitor" }],
  })
  await open("/admin?tab=customers", { user: { ...aCustomer, role: "admin", admin_type } })
  expect(await screen.findByRole("link", { name: "Vera Visitor" })).toBeTruthy()
  expect(screen.queryByRole("button", { name: "Actions for Vera Visitor" }) !== null).toBe(isSuper)
})

test("a review that suspends its author stays in the form, on the model's page and in the account", async () => {
  const suspended = { ...aCustomer, suspended: true }
  const text = "What was judged by mistake"
  answer({ ...usual, "GET /reviews/user/": [] })
  await open(`${modelPage.at}#reviews`, { ...modelPage, user: aCustomer })
  const field = () => screen.findByLabelText<HTMLTextAreaElement>(/^(Your review|Comment)/, { selector: "textarea" })
  await person.type(await field(), text)
  act(() => know(suspended))
  await screen.findByText(accountTexts.suspended)
  expect((await field()).value).toBe(text)

  cleanup()
  answer({
    "GET /auth/me": aCustomer,
    "GET /reviews/user/": Response.json([aReview], { headers: { "x-total-count": "1" } }),
  })
  await open("/dashboard?tab=reviews", { user: aCustomer })
  await person.click(await screen.findByRole("button", { name: /^Edit review of/ }))
  await person.clear(await field())
  await person.type(await field(), text)
  act(() => know(suspended))
  await within(screen.getByRole("main")).findAllByText(accountTexts.suspended)
  expect((await field()).value).toBe(text)
})

test("a review that is being written stays when the visitor's own reviews cannot be read again", async () => {
  answer({ ...usual, "GET /reviews/user/": [] })
  await open(`${modelPage.at}#reviews`, { ...modelPage, user: aCustomer })
  const field = await screen.findByLabelText<HTMLTextAreaElement>(/^Your review/, { selector: "textarea" })
  await person.type(field, "Half a review")
  answer({ "GET /reviews/user/": Response.json({ detail: "Not now." }, { status: 503 }) })
  await queries().refetchQueries({ queryKey: ["own-reviews"] })
  // Queries report their results to components in the next task.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(
    queries()
      .getQueryCache()
      .find({ queryKey: ["own-reviews"], exact: false })?.state.status,
  ).toBe("error")
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Your review/, { selector: "textarea" }).value).toBe(
    "Half a review",
  )
})

test("a home page without featured models says so, and links to all models", async () => {
  await open("/", { loader: () => ({ slides: [], featured: [], voices: [] }) })
  expect(await screen.findByText(modelTexts.noneFeatured)).toBeTruthy()
  await press(modelTexts.browseAll, "link")
  expect(await screen.findByText("At /models")).toBeTruthy()
})

test("a guest's heart says that favorites require a sign-in", async () => {
  await open(modelPage.at, modelPage)
  await press(`Favorite ${aDoll.name}`)
  expect(await screen.findByText(favoriteTexts.loginToSave)).toBeTruthy()
})

test("the free level is redirected to the memberships for a chat", async () => {
  answer(usual)
  await open(modelPage.at, { ...modelPage, user: aCustomer })
  await press(modelTexts.upgradeToChat)
  expect(await screen.findByText(modelTexts.chatNeedsMembership)).toBeTruthy()
  expect(await screen.findByText("At /upgrade")).toBeTruthy()
})

test.each([
  [40, stockTexts.available],
  [3, stockTexts.onlyLeft(3)],
  [null, stockTexts.madeToOrder],
  [0, stockTexts.soldOut],
])("a model with a stock of %s is labelled “%s”", async (stock, text) => {
  const doll = { ...aDoll, stock, in_stock: stock !== 0 }
  await open(modelPage.at, { loader: () => ({ ...modelPage.loader(), doll }) })
  expect(await within(await screen.findByRole("main")).findAllByText(text, { exact: true })).not.toEqual([])
})

const files = { width: 4, height: 5, color: "#777", variants: { base: "/media/a", widths: [640], formats: ["webp"] } }
const anImage = { ...files, image_url: "", is_primary: false, caption: null, alt: null, dark: null }
const pictures = [
  { ...anImage, id: 1, position: 0, is_primary: true, dark: { ...files } },
  { ...anImage, id: 2, position: 1 },
  { ...anImage, id: 3, position: 2, alt: "The crate" },
]

/** Pictures are still loading. The DOM of the tests would take them for missing. */
const loading = () => void vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(false)

test("each picture of a model has an alternative text of its own, and a dark page dims those of daylight", async () => {
  loading()
  await open(modelPage.at, { loader: () => ({ ...modelPage.loader(), doll: { ...aDoll, images: pictures } }) })
  const shown = await screen.findAllByRole("img", { name: /Isolde|crate/ })
  expect(shown.map((one) => one.getAttribute("alt"))).toEqual([
    "Isolde, Porcelain, image 1 of 3",
    "Isolde, Porcelain, image 2 of 3",
    "The crate",
  ])
  expect(shown.map(({ classList }) => classList.contains("picture-day"))).toEqual([false, true, true])
  for (const one of shown) expect(one.classList.contains("mask-none")).toBe(false)
})

test("an enlarged picture turns by the arrow keys, with the focus on a control and not on the whole stage", async () => {
  loading()
  await open(modelPage.at, { loader: () => ({ ...modelPage.loader(), doll: { ...aDoll, images: pictures } }) })
  await press("Enlarge image 1 of 3: Isolde, Porcelain")
  await screen.findByText("1 / 3")
  await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe("Next image")
  await person.keyboard("{ArrowRight}")
  expect(await screen.findByText("2 / 3")).toBeTruthy()
  const box = within(screen.getByText("2 / 3").closest("dialog")!)
  await person.click(box.getByRole("img", { name: "Isolde, Porcelain, image 2 of 3" }))
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Next image")
})

test("reviews of purchases and others are shown apart, and one sentence says which are counted", async () => {
  const { doll_name: _, image_url: __, picture: ___, ...one } = aReview
  const items = [
    { ...one, id: 1, author: "Bea B.", rating: 5, verified_purchase: true },
    { ...one, id: 2, author: "Nora N.", rating: 1, verified_purchase: false },
  ]
  const reviews = { items, total: 2, counts: [0, 0, 0, 0, 1] }
  await open(modelPage.at, { loader: () => ({ ...modelPage.loader(), reviews }) })
  const tab = within((await screen.findAllByRole("tabpanel")).find(({ id }) => id === "reviews")!)
  expect(tab.getByText("5.0 of 5")).toBeTruthy()
  expect(tab.getByText(reviewTexts.verification)).toBeTruthy()
  const apart = within(tab.getByRole("region", { name: "Unverified reviews (1)" }))
  expect(apart.getByText("Nora N.")).toBeTruthy()
  expect(apart.queryByText("Bea B.")).toBeNull()
  expect(screen.getAllByText(reviewTexts.noneVerified)).toHaveLength(1)
})

test("the shipping tab lists every method, its time and price, and other details", async () => {
  await open(modelPage.at, modelPage)
  const shipping = within((await screen.findAllByRole("tabpanel")).find(({ id }) => id === "shipping")!)
  expect(shipping.getByText(shippingTexts.handling)).toBeTruthy()
  for (const row of [
    "United States Standard Shipping 7-10 business days Free",
    "All other countries International Shipping 10-14 business days Free",
  ]) {
    expect(shipping.getByRole("row", { name: row })).toBeTruthy()
  }
  // Each place has exactly one method, so that none is listed that nobody can choose.
  expect(shippingTexts.options.map(({ where }) => where)).toEqual(["United States", "All other countries"])
  expect(screen.getByText(/^International: .* plus any import duties and taxes$/)).toBeTruthy()
  for (const note of shippingTexts.notes) expect(shipping.getByText(note)).toBeTruthy()
})
