// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { type SitePage, sitePageTexts } from "#contract/sitePages.ts"
import { aCustomer, usual } from "../../testing/data.ts"
import { answer, open } from "../../testing/page.tsx"

const person = userEvent.setup({ delay: null })
const id = 9
const page: SitePage = {
  id,
  builtin: null,
  slug: "studio",
  title: "Studio",
  path: "/pages/studio",
  place: "none",
  position: 1,
  languages: ["en"],
  state: "draft",
  published: null,
  may_edit: true,
  updated_at: "2026-01-05T10:00:00.000Z",
  updated_by: null,
  texts: { en: { title: "Studio", description: "", content: "Words." } },
  versions: [],
  version: 1,
}
const problem = (status: number, fields: object = {}) =>
  new Response(JSON.stringify({ status, detail: "No", ...fields }), {
    status,
    headers: { "content-type": "application/problem+json" },
  })

async function openPage(answers: object) {
  answer({
    ...usual,
    "GET /admin/flagged-messages/count": { count: 0 },
    "GET /admin/orders/count": { count: 0 },
    "GET /admin/returns/count": { count: 0 },
    [`GET /admin/pages/${id}`]: page,
    "POST /admin/pages/preview": { intro: "<p>Words.</p>", chapters: [] },
    ...answers,
  } as Parameters<typeof answer>[0])
  await open(`/admin/pages/${id}`, { user: { ...aCustomer, role: "admin", admin_type: "content_admin" } })
}

const sent = () =>
  vi
    .mocked(fetch)
    .mock.calls.filter(([, options]) => options?.method === "PUT")
    .map(([, options]) => JSON.parse(String(options!.body)))

test("two admins who edit a page see each other's change, and neither is lost", async () => {
  await openPage({ [`PUT /admin/pages/${id}`]: problem(412, { code: "STALE" }) })
  const title = await screen.findByLabelText(/^Title/)
  await person.clear(title)
  await person.type(title, "Our studio")
  const theirs = { ...page, version: 2, texts: { en: { ...page.texts.en!, content: "Their words." } } }
  answer({ [`GET /admin/pages/${id}`]: theirs } as Parameters<typeof answer>[0])
  await person.click(screen.getByRole("button", { name: "Save draft" }))
  expect(await screen.findByText("Another admin changed this page.")).toBeTruthy()
  expect(screen.getByText("now “Their words.”")).toBeTruthy()
  await person.click(screen.getByRole("button", { name: "Use their change and continue" }))
  const saved = { ...theirs, version: 3 }
  answer({ [`PUT /admin/pages/${id}`]: saved } as Parameters<typeof answer>[0])
  await person.click(screen.getByRole("button", { name: "Save draft" }))
  expect(await screen.findByText(sitePageTexts.saved)).toBeTruthy()
  expect(sent().at(-1).texts.en).toEqual({ title: "Our studio", description: "", content: "Their words." })
})

test("an error in another language opens it at its field", async () => {
  const errors = [{ path: "texts.de.content", message: sitePageTexts.noContent }]
  await openPage({ [`PUT /admin/pages/${id}`]: problem(422, { code: "INVALID", errors }) })
  await person.selectOptions(await screen.findByLabelText("Language"), "de")
  await person.type(screen.getByLabelText(/^Title/), "Atelier")
  await person.selectOptions(screen.getByLabelText("Language"), "en")
  await person.click(screen.getByRole("button", { name: "Save draft" }))
  expect(await screen.findByText(sitePageTexts.noContent)).toBeTruthy()
  await waitFor(() => expect((screen.getByLabelText("Language") as HTMLSelectElement).value).toBe("de"))
})
