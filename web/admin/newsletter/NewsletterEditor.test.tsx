// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { everybody, type Newsletter, newsletterAdminTexts } from "#contract/newsletters.ts"
import { aCustomer, usual } from "../../testing/data.ts"
import { answer, open } from "../../testing/page.tsx"

const person = userEvent.setup({ delay: null })
const id = 9
const figures = { recipients: 0, sent: 0, failed: 0, skipped: 0, bounced: 0, complained: 0, unsubscribed: 0 }
const newsletter: Newsletter = {
  id,
  title: "Kiln",
  state: "draft",
  languages: ["en"],
  send_at: null,
  finished_at: null,
  figures,
  updated_at: "2026-01-05T10:00:00.000Z",
  updated_by: null,
  is_discreet: true,
  texts: { en: { title: "Kiln", content: "Words." } },
  segment: everybody,
  models: [],
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
    [`GET /admin/newsletters/${id}`]: newsletter,
    "POST /admin/newsletters/preview": { subject: "Our latest news", html: "<p>Words.</p>" },
    "POST /admin/newsletters/audience": { count: 3 },
    ...answers,
  } as Parameters<typeof answer>[0])
  await open(`/admin?tab=newsletter&newsletter=${id}`, {
    user: { ...aCustomer, role: "admin", admin_type: "content_admin" },
  })
}

const sent = (method: string, end: string) =>
  vi
    .mocked(fetch)
    .mock.calls.filter(([url, options]) => options?.method === method && String(url).endsWith(end))
    .map(([, options]) => JSON.parse(String(options!.body)))

test("two admins who write a newsletter see each other's change, and neither is lost", async () => {
  await openPage({ [`PUT /admin/newsletters/${id}`]: problem(412, { code: "STALE" }) })
  const title = await screen.findByLabelText(/^Title/)
  await person.clear(title)
  await person.type(title, "The kiln")
  const theirs = { ...newsletter, version: 2, is_discreet: false, segment: { ...everybody, countries: ["DE", "FR"] } }
  answer({ [`GET /admin/newsletters/${id}`]: theirs } as Parameters<typeof answer>[0])
  await person.click(screen.getByRole("button", { name: "Save draft" }))
  expect(await screen.findByText("Another admin changed this newsletter.")).toBeTruthy()
  expect(screen.getByText("now “Germany, France”")).toBeTruthy()
  await person.click(screen.getByRole("button", { name: "Use their change and continue" }))
  answer({ [`PUT /admin/newsletters/${id}`]: { ...theirs, version: 3 } } as Parameters<typeof answer>[0])
  await person.click(screen.getByRole("button", { name: "Save draft" }))
  expect(await screen.findByText(newsletterAdminTexts.saved)).toBeTruthy()
  expect(sent("PUT", `/${id}`).at(-1)).toMatchObject({
    is_discreet: false,
    texts: { en: { title: "The kiln", content: "Words." } },
    segment: { countries: ["DE", "FR"] },
  })
})

test("an error in another language opens it at its field", async () => {
  const errors = [{ path: "texts.de.content", message: newsletterAdminTexts.noContent }]
  await openPage({ [`PUT /admin/newsletters/${id}`]: problem(422, { code: "INVALID", errors }) })
  await person.selectOptions(await screen.findByLabelText("Language"), "de")
  await person.type(screen.getByLabelText(/^Title/), "Ofen")
  await person.selectOptions(screen.getByLabelText("Language"), "en")
  await person.click(screen.getByRole("button", { name: "Save draft" }))
  expect(await screen.findByText(newsletterAdminTexts.noContent)).toBeTruthy()
  await waitFor(() => expect((screen.getByLabelText("Language") as HTMLSelectElement).value).toBe("de"))
})

test("a newsletter is scheduled at a time in the admin's time zone, and can be made a draft again", async () => {
  const scheduled = { ...newsletter, state: "scheduled", send_at: "2026-12-24T17:00:00.000Z", version: 2 }
  await openPage({
    [`POST /admin/newsletters/${id}/send`]: scheduled,
    [`POST /admin/newsletters/${id}/stop`]: { ...newsletter, version: 3 },
  })
  await person.click(await screen.findByRole("button", { name: "Send…" }))
  expect(await screen.findByText(/It goes to 3 subscribers/)).toBeTruthy()
  await person.click(screen.getByRole("radio", { name: "At a time" }))
  const field = screen.getByLabelText(/^Date and time/)
  await person.clear(field)
  await person.type(field, "2026-12-24T18:00")
  await person.click(screen.getByRole("button", { name: "Schedule" }))
  expect(await screen.findByText(/^Goes out on/)).toBeTruthy()
  expect(sent("POST", "/send")).toEqual([{ at: new Date("2026-12-24T18:00").toISOString() }])
  await person.click(screen.getByRole("button", { name: "Back to draft" }))
  await person.click(screen.getAllByRole("button", { name: "Back to draft", hidden: true }).at(-1)!)
  expect(await screen.findByRole("button", { name: "Save draft" })).toBeTruthy()
})

test("what can't be loaded, previewed or sent says so, and a newsletter is loaded when tried again", async () => {
  await openPage({ [`GET /admin/newsletters/${id}`]: problem(500) })
  expect(await screen.findByText(newsletterAdminTexts.loadFailed, {}, { timeout: 5000 })).toBeTruthy()
  answer({
    [`GET /admin/newsletters/${id}`]: newsletter,
    "POST /admin/newsletters/preview": problem(500),
    [`POST /admin/newsletters/${id}/test`]: problem(500),
    [`POST /admin/newsletters/${id}/send`]: problem(409, { detail: newsletterAdminTexts.noSeller }),
  } as Parameters<typeof answer>[0])
  await person.click(screen.getByRole("button", { name: "Try again" }))
  await person.click(await screen.findByRole("button", { name: "Send a test to me" }))
  expect(await screen.findByText(new RegExp(newsletterAdminTexts.testFailed))).toBeTruthy()
  await person.click(screen.getByRole("button", { name: "Send…" }))
  await person.click(await screen.findByRole("button", { name: "Send now" }))
  expect(await screen.findByText(new RegExp(newsletterAdminTexts.sendFailed))).toBeTruthy()
  expect(await screen.findByText(newsletterAdminTexts.previewFailed, {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.getByRole("button", { name: "Save draft" })).toBeTruthy()
})
