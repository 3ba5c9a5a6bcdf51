// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import type { User } from "#contract/accounts.ts"
import type { Call } from "#contract/api.ts"
import { accountTexts, loginTexts } from "#contract/memberText.ts"
import * as shopTexts from "#contract/texts.ts"
import {
  cartTexts,
  contactTexts,
  favoriteTexts,
  generalTexts,
  modelTexts,
  newsletterTexts,
  reviewTexts,
  slideshowTexts,
} from "#contract/texts.ts"
import type { Address } from "./platform/router.ts"
import { aCartItem, aCustomer, aDoll, aFavorite, anOrder, aReview, aSlide, modelPage, usual } from "./testing/data.ts"
import { type Answers, answer, type Loader, open, reload } from "./testing/page.tsx"

/** A call that fails: what the page says, what it keeps, and that it works when tried again. */
interface Row {
  what: string
  at: Address
  /** The default is a customer. */
  user?: User | "unconfirmed" | null
  loader?: Loader
  /** Answers of calls that work, including the failing one before it fails. */
  answers?: Answers
  prepare?(): Promise<void>
  /** Makes the call. Without it, opening the page does. */
  does?(): Promise<void>
  fails: Call
  /** The default is a failure of the shop. */
  refusal?(): Response
  text: string
  /** The default is the shop's reason. */
  reason?: string
  /** Role of the element with the text; the default is an alert. For a text field, the text is its description. */
  role?: "alert" | "status" | "textbox"
  kept?(): void
  /** Makes the call again once it works; the default is `does`, or pressing "Try again". */
  again?(): Promise<void>
  /** The answer of the call once it works. */
  mended?: Answers[Call]
  /** Texts of the page after that. */
  afterwards: string | string[]
}

const why = "The kiln is cold."
const failure = (status = 500, code = "INTERNAL", detail = why) => Response.json({ status, code, detail }, { status })

const person = userEvent.setup({ delay: null })
const main = () => within(screen.getByRole("main"))
const field = (label: string) =>
  screen.getAllByLabelText<HTMLInputElement>(new RegExp(`^${label}`), { selector: "input, textarea, select" })[0]!
const button = (name: string | RegExp, role = "button") => screen.getAllByRole(role, { name })[0]!
async function press(name: string | RegExp, role?: string): Promise<void> {
  await person.click(await waitFor(() => button(name, role)))
}
const confirm = (name: string) =>
  person.click(within(document.querySelector<HTMLElement>("dialog[open]")!).getByRole("button", { name }))
async function fill(fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    const input = await waitFor(() => field(label))
    if (input.matches("select")) await person.selectOptions(input, text)
    else {
      await person.clear(input)
      await person.click(input)
      await person.paste(text)
    }
  }
}
const keeps = (fields: Record<string, string>) => () => {
  for (const [label, text] of Object.entries(fields)) expect(field(label).value).toBe(text)
}

async function deleteListed(): Promise<void> {
  await press(/^Delete/)
  await confirm("Delete review")
}

const heart = `Favorite ${aDoll.name}`
const isHeart = (pressed: boolean) => expect(button(heart).getAttribute("aria-pressed")).toBe(String(pressed))
async function pressHeart(becomes: boolean): Promise<void> {
  await press(heart)
  await waitFor(() => isHeart(becomes))
}

const registration = {
  "Full Name": "Sally Shopper",
  Email: "sally@shop.example",
  Password: "Copper-Lathe-25",
  Region: "usa",
}
const profile = { "Full Name": "Nora Newname", Region: "uk" }
const message = { Name: "Ada", "Email *": "ada@shop.example", Subject: "A question", Message: "Is the seam gold?" }
const passwords = {
  "Current password": "Copper-Lathe-25",
  "New password": "Another2025",
  "Confirm new password": "Another2025",
}
const comment = { Comment: "Quiet, heavy, and well packed." }
const review = { "Your review": "The glaze is deeper than in the picture." }

const rows: Row[] = [
  {
    what: "a registration",
    at: "/login?mode=register",
    user: null,
    prepare: async () => {
      await fill(registration)
      await press(/^I am 18/, "checkbox")
    },
    does: () => press("Create Account"),
    fails: "POST /auth/register",
    text: loginTexts.registrationFailed,
    kept: keeps(registration),
    mended: { message: "" },
    afterwards: loginTexts.registered,
  },
  {
    what: "a profile",
    at: "/dashboard?tab=settings",
    prepare: () => fill(profile),
    does: () => press("Save profile"),
    fails: "PATCH /auth/me",
    text: accountTexts.profileFailed,
    kept: keeps(profile),
    mended: { ...aCustomer, full_name: "Nora Newname" },
    afterwards: accountTexts.profileSaved,
  },
  {
    what: "a change of the password",
    at: "/dashboard?tab=settings",
    answers: { "GET /auth/me": aCustomer },
    prepare: () => fill(passwords),
    does: () => press("Update password"),
    fails: "POST /auth/change-password",
    text: accountTexts.passwordFailed,
    kept: keeps(passwords),
    mended: { message: "" },
    afterwards: accountTexts.passwordSaved,
  },
  {
    what: "a message to the shop",
    at: "/contact",
    user: null,
    prepare: () => fill(message),
    does: () => press("Send message"),
    fails: "POST /contact",
    text: contactTexts.failed,
    kept: keeps(message),
    mended: { message: "" },
    afterwards: contactTexts.sent,
  },
  {
    what: "the orders of the overview",
    at: "/dashboard",
    fails: "GET /orders",
    text: accountTexts.ordersFetchFailed,
    mended: [],
    afterwards: "No orders yet.",
  },
  {
    what: "the list of orders",
    at: "/dashboard?tab=orders",
    fails: "GET /orders",
    text: accountTexts.ordersLoadFailed,
    mended: [],
    afterwards: "No orders yet.",
  },
  {
    what: "the list of orders, without a reason",
    at: "/dashboard?tab=orders",
    fails: "GET /orders",
    refusal: () => new Response("<h1>", { status: 502, headers: { "content-type": "text/html" } }),
    text: accountTexts.ordersLoadFailed,
    reason: "API Error: 502 - Unknown error",
    mended: [],
    afterwards: "No orders yet.",
  },
  {
    what: "the list of favorites",
    at: "/dashboard?tab=favorites",
    fails: "GET /favorites/",
    text: favoriteTexts.loadOwnFailed,
    mended: [],
    afterwards: "No favorites yet.",
  },
  {
    what: "the list of reviews",
    at: "/dashboard?tab=reviews",
    fails: "GET /reviews/user/",
    text: reviewTexts.fetchOwnFailed,
    mended: [],
    afterwards: "No reviews yet.",
  },
  {
    what: "an order",
    at: `/order/${anOrder.id}`,
    fails: `GET /orders/${anOrder.id}`,
    text: accountTexts.orderLoadFailed,
    mended: anOrder,
    afterwards: `Order ${anOrder.orderNumber}`,
  },
  {
    what: "the account",
    at: "/cart",
    user: "unconfirmed",
    fails: "GET /auth/me",
    refusal: () => new Response(null, { status: 503 }),
    text: generalTexts.failedToLoad,
    reason: generalTexts.tryAgainLater,
    mended: aCustomer,
    afterwards: cartTexts.empty,
  },
  {
    what: "the cart",
    at: "/cart",
    fails: "GET /cart/",
    text: cartTexts.fetchFailed,
    mended: [aCartItem],
    afterwards: aCartItem.name,
  },
  {
    what: "the cart of which the browser has a copy, opened anew",
    at: "/cart",
    answers: { "GET /cart/": [aCartItem] },
    prepare: () => waitFor(() => expect(field("Quantity of").value).toBe("1")),
    does: async () => reload(),
    fails: "GET /cart/",
    text: cartTexts.fetchFailed,
    role: "status",
    kept: () => expect(main().getByText("Quantity: 1")).toBeTruthy(),
    again: () => press("Try again"),
    mended: [{ ...aCartItem, name: "Odette" }],
    afterwards: "Odette",
  },
  {
    what: "an addition to the cart",
    ...modelPage,
    does: () => press("Add to Cart"),
    fails: "POST /cart/",
    text: cartTexts.addFailed,
    kept: () => expect(screen.queryByText(cartTexts.added)).toBeNull(),
    mended: aCartItem,
    afterwards: cartTexts.added,
  },
  {
    what: "a quantity in the cart",
    at: "/cart",
    answers: { "GET /cart/": [aCartItem] },
    does: () => press("Increase quantity"),
    fails: `PUT /cart/${aCartItem.id}`,
    text: cartTexts.updateFailed,
    kept: keeps({ "Quantity of": "1" }),
    mended: { ...aCartItem, quantity: 2 },
    afterwards: "2 models",
  },
  {
    what: "removing from the cart",
    at: "/cart",
    answers: { "GET /cart/": [aCartItem] },
    does: () => press(`Remove ${aCartItem.name}`),
    fails: `DELETE /cart/${aCartItem.id}`,
    text: cartTexts.removeFailed,
    kept: keeps({ "Quantity of": "1" }),
    afterwards: cartTexts.empty,
  },
  {
    what: "clearing the cart",
    at: "/cart",
    answers: { "GET /cart/": [aCartItem] },
    does: async () => {
      await press("Clear Cart")
      await confirm("Clear cart")
    },
    fails: "DELETE /cart/",
    text: cartTexts.clearFailed,
    kept: keeps({ "Quantity of": "1" }),
    afterwards: cartTexts.empty,
  },
  {
    what: "a favorite",
    ...modelPage,
    does: () => press(heart),
    fails: "POST /favorites/",
    text: favoriteTexts.addFailed,
    kept: () => isHeart(false),
    again: () => pressHeart(true),
    mended: aFavorite,
    afterwards: favoriteTexts.added,
  },
  {
    what: "removing a favorite",
    ...modelPage,
    answers: { "GET /favorites/": [aFavorite] },
    prepare: () => waitFor(() => isHeart(true)),
    does: () => press(heart),
    fails: `DELETE /favorites/by-id/${aFavorite.id}`,
    text: favoriteTexts.removeFailed,
    kept: () => isHeart(true),
    again: () => pressHeart(false),
    afterwards: favoriteTexts.removed,
  },
  {
    what: "the favorites behind the hearts of a page, said once",
    ...modelPage,
    answers: { "POST /favorites/": aFavorite },
    fails: "GET /favorites/",
    text: favoriteTexts.loadFailed,
    kept: () => expect(screen.getAllByText(favoriteTexts.loadFailed)).toHaveLength(1),
    again: () => press(heart),
    mended: [],
    afterwards: favoriteTexts.added,
  },
  {
    what: "a favorite, while it is not known what the favorites are",
    ...modelPage,
    answers: { "POST /favorites/": aFavorite },
    does: () => press(heart),
    fails: "GET /favorites/",
    text: favoriteTexts.updateFailed,
    mended: [],
    afterwards: favoriteTexts.added,
  },
  {
    what: "a favorite after the session has ended",
    ...modelPage,
    does: () => press(heart),
    fails: "POST /favorites/",
    refusal: () => failure(401, "UNAUTHENTICATED"),
    text: favoriteTexts.loginTitle,
    reason: favoriteTexts.login,
    again: () => press("Log in"),
    afterwards: `At /login?next=%2Fmodel%2F${aDoll.id}`,
  },
  {
    what: "the list of favorites, shown before",
    at: "/dashboard?tab=favorites",
    answers: { "GET /favorites/": [aFavorite] },
    prepare: async () => {
      await screen.findByRole("article")
      await press("Settings", "link")
      await waitFor(() => field("Full Name"))
    },
    does: () => press("Favorites", "link"),
    fails: "GET /favorites/",
    text: favoriteTexts.modelsFailed,
    role: "status",
    kept: () => expect(main().getAllByRole("article")).toHaveLength(1),
    again: () => press("Try again"),
    mended: [aFavorite],
    afterwards: "1 model",
  },
  {
    what: "a review",
    ...modelPage,
    prepare: async () => {
      await fill(review)
      await press("4 stars", "radio")
    },
    does: () => press("Submit review"),
    fails: "POST /reviews/",
    text: reviewTexts.submitFailed,
    kept: keeps(review),
    mended: aReview,
    afterwards: [reviewTexts.submitted, "Edit review"],
  },
  {
    what: "a review of what was reviewed elsewhere meanwhile",
    ...modelPage,
    answers: { "PUT /reviews/5": { ...aReview, comment: review["Your review"] } },
    prepare: async () => {
      await fill(review)
      await press("5 stars", "radio")
      answer({ "GET /reviews/user/": [aReview] })
    },
    does: () => press("Submit review"),
    fails: "POST /reviews/",
    refusal: () => failure(409, "ALREADY_REVIEWED", "You have already reviewed this model."),
    text: reviewTexts.submitFailed,
    reason: "You have already reviewed this model.",
    kept: () => {
      expect(screen.getByRole("heading", { name: "Edit your review" })).toBeTruthy()
      keeps(review)()
    },
    again: () => press("Save review"),
    afterwards: [reviewTexts.updated, "Edit review"],
  },
  {
    what: "a change of a review",
    ...modelPage,
    answers: { "GET /reviews/user/": [aReview] },
    prepare: async () => {
      await press("Edit review")
      await fill(review)
    },
    does: () => press("Save review"),
    fails: `PUT /reviews/${aReview.id}`,
    text: reviewTexts.updateFailed,
    kept: keeps(review),
    mended: aReview,
    afterwards: reviewTexts.updated,
  },
  {
    what: "deleting a review",
    ...modelPage,
    answers: { "GET /reviews/user/": [aReview] },
    prepare: () => press("Delete review"),
    does: () => confirm("Delete review"),
    fails: `DELETE /reviews/${aReview.id}`,
    text: reviewTexts.deleteFailed,
    afterwards: [reviewTexts.deleted, "Submit review"],
  },
  {
    what: "one's own review on the model's page",
    ...modelPage,
    fails: "GET /reviews/user/",
    text: reviewTexts.fetchOwnFailed,
    mended: [],
    afterwards: "Submit review",
  },
  {
    what: "a change of a review in the list",
    at: "/dashboard?tab=reviews",
    answers: { "GET /reviews/user/": [aReview] },
    prepare: async () => {
      await press(/^Edit/)
      await fill(comment)
    },
    does: () => press("Save"),
    fails: `PUT /reviews/${aReview.id}`,
    text: reviewTexts.updateFailed,
    kept: keeps(comment),
    mended: aReview,
    afterwards: reviewTexts.updated,
  },
  {
    what: "deleting a review in the list",
    at: "/dashboard?tab=reviews",
    answers: { "GET /reviews/user/": [aReview] },
    does: deleteListed,
    fails: `DELETE /reviews/${aReview.id}`,
    text: reviewTexts.deleteFailed,
    kept: () => expect(main().getByText(aReview.comment)).toBeTruthy(),
    again: () => {
      answer({ "GET /reviews/user/": [] })
      return deleteListed()
    },
    afterwards: [reviewTexts.deleted, "No reviews yet."],
  },
  {
    what: "the slideshow",
    at: "/",
    user: null,
    loader: () => ({ slides: null, featured: [], voices: [] }),
    does: () => press("Try again"),
    fails: "GET /slideshow/slideshows",
    text: slideshowTexts.fetchFailed,
    kept: () => expect(main().getByText(slideshowTexts.loadFailed)).toBeTruthy(),
    mended: [aSlide],
    afterwards: aSlide.slideshow_caption!,
  },
  {
    what: "a subscription to the newsletter",
    at: "/contact",
    user: null,
    prepare: () => fill({ "Email address": "ada@shop.example" }),
    does: () => press("Subscribe"),
    fails: "POST /newsletter",
    role: "textbox",
    text: `${newsletterTexts.failed}. ${why}`,
    kept: keeps({ "Email address": "ada@shop.example" }),
    mended: { message: "" },
    afterwards: newsletterTexts.sent,
  },
]

test.each(rows)("$what: “$text”", async (row) => {
  const { fails, text, reason = why, refusal = failure, role = "alert" } = row
  answer({ ...usual, ...({ [fails]: refusal() } as Answers), ...row.answers })
  await open(row.at, { user: row.user === undefined ? aCustomer : row.user, loader: row.loader })
  await row.prepare?.()
  answer({ [fails]: refusal() } as Answers)
  await row.does?.()
  await waitFor(() => {
    const said = screen.getAllByRole(role, role === "textbox" ? { description: text } : {})
    const texts = role === "textbox" ? [text] : said.map((one) => one.textContent ?? "")
    expect(texts.find((one) => one.includes(text))).toContain(reason)
  })
  if (row.kept) await waitFor(row.kept)
  answer({ [fails]: row.mended } as Answers)
  await (row.again ?? row.does ?? (() => press("Try again")))()
  for (const shown of [row.afterwards].flat()) await screen.findAllByText(shown)
  // The page must remove the text; a toast disappears by itself.
  await waitFor(() => expect(main().queryAllByText(text, { exact: false })).toEqual([]))
})

test("every failure that the shop's pages announce has a row", () => {
  // Journeys show these: data that the router requests, a session that ends, and the panel's slideshow.
  const others = [
    modelTexts.detailsFailed,
    generalTexts.authenticationFailed,
    slideshowTexts.loadFailed,
    slideshowTexts.uploadFailed,
    slideshowTexts.deleteFailed,
  ]
  const all = Object.values(shopTexts).flatMap((group) =>
    Object.entries(group).flatMap(([name, text]) => (/failed/i.test(name) ? [String(text)] : [])),
  )
  expect(all.filter((text) => !rows.some((row) => row.text.includes(text)) && !others.includes(text as never))).toEqual(
    [],
  )
})
