// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { appCopy } from "#contract/copy/apart.ts"
import { homeCopy } from "#contract/copy/home.ts"
import { piecesOf } from "#contract/copy/pieces.ts"
import { copyTexts, voiceTexts } from "#contract/panelText.ts"
import type { VerifiedReview } from "#contract/reviews.ts"
import { aCustomer } from "./testing/data.ts"
import { answer, open } from "./testing/page.tsx"

const person = userEvent.setup({ delay: null })
const owner = { ...aCustomer, role: "admin", admin_type: "content_admin" } as const
const texts = Object.entries({ ...homeCopy, ...appCopy }).map(([key, text]) => ({
  key,
  default: text,
  published: null,
  draft: null,
  publish_at: null,
  is_older: key === "home_lead",
  updated_at: null,
  updated_by: null,
}))
const voice: VerifiedReview = {
  id: 7,
  doll_id: 1,
  doll_name: "Isolde",
  author: "Ines K.",
  rating: 4,
  comment: "Finer than in the pictures.",
  verified_purchase: true,
  is_on_home: false,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
}
const listed = (rows: VerifiedReview[]) => Response.json(rows, { headers: { "x-total-count": String(rows.length) } })

async function openCopy(more: object = {}): Promise<void> {
  answer({
    "GET /auth/me": owner,
    "GET /admin/flagged-messages/count": { count: 0 },
    "GET /admin/copy": [{ page: "home", language: "de", drafts: 1, older: 2 }],
    "GET /admin/copy/home/en": { version: 3, texts },
    "POST /admin/copy/home/en/preview": { html: "<p>The page</p>" },
    "GET /admin/home-reviews": listed([voice]),
    ...more,
  } as never)
  await open("/admin?tab=copy", { user: owner })
  await screen.findByLabelText("Heading")
}

/** What was sent by the last call of this method. */
const sent = (method: string) => {
  const calls = vi.mocked(fetch).mock.calls.filter(([, init]) => init?.method === method)
  return calls.map(([address, init]) => [String(address), init?.body && JSON.parse(String(init.body))]).at(-1)
}

test("the panel says which words are the specification's, which are outdated, and where drafts wait", async () => {
  await openCopy()
  const fixed = Object.values(piecesOf("home")).filter(({ isFixed }) => isFixed)
  expect(screen.getAllByText("The specification's wording")).toHaveLength(fixed.length)
  expect(screen.getAllByText("Older than the English text")).toHaveLength(1)
  expect(await screen.findByRole("option", { name: "Deutsch (1 draft, 2 outdated translations)" })).toBeTruthy()
})

test("a draft, a publication and a failure are told apart", async () => {
  await openCopy({ "PATCH /admin/copy/home/en": { version: 4, texts } })
  const title = screen.getByLabelText<HTMLTextAreaElement>("Heading")
  await person.clear(title)
  await person.type(title, "Birch")
  await person.click(screen.getByRole("button", { name: "Save draft" }))
  await screen.findByText(copyTexts.drafted)
  expect(sent("PATCH")![1]).toMatchObject({ home_title: "Birch", publish: "later" })
  await person.type(title, "!")
  answer({ "PATCH /admin/copy/home/en": Response.json({ detail: "The kiln is cold." }, { status: 500 }) })
  await person.click(screen.getByRole("button", { name: "Publish" }))
  await screen.findByText(copyTexts.failed)
  expect(sent("PATCH")![1]).toMatchObject({ publish: "now" })
  expect(copyTexts.scheduled("May 1")).toContain("May 1")
})

test("a review is put on the home page, and one too many is refused", async () => {
  await openCopy({ "PUT /admin/home-reviews/7": Response.json({ detail: voiceTexts.full }, { status: 422 }) })
  const table = await screen.findByText(voice.comment)
  expect(table).toBeTruthy()
  const act = async () => {
    await person.click(screen.getByRole("button", { name: "Actions for Ines K." }))
    await person.click(await screen.findByRole("menuitem", { name: "Show on the home page" }))
  }
  await act()
  expect(await screen.findByText(voiceTexts.failed)).toBeTruthy()
  answer({
    "PUT /admin/home-reviews/7": null,
    "GET /admin/home-reviews": listed([{ ...voice, is_on_home: true }]),
  } as never)
  await act()
  await screen.findByText("Shown on the home page")
  await waitFor(() => expect(within(screen.getByRole("main")).getByText("Shown", { exact: true })).toBeTruthy())
})
