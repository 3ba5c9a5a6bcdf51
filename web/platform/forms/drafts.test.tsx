// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import type { User } from "#contract/accounts.ts"
import type { Doll } from "#contract/catalog.ts"
import { accountTexts } from "#contract/memberText.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { contactTexts } from "#contract/texts.ts"
import { aCustomer, aDoll, usual } from "../../testing/data.ts"
import { type Answers, answer, open, reload } from "../../testing/page.tsx"
import { draftLimits } from "../session/drafts.ts"
import { end, leave, signInAgain } from "../session/session.ts"

const person = userEvent.setup({ delay: null })
const restored = () => screen.queryByText(/^Unsaved changes from .+ were restored\.$/)
const field = async (label: RegExp) =>
  (await screen.findAllByLabelText<HTMLInputElement>(label, { selector: "input, textarea, select" }))[0]!
const press = async (name: string) => person.click((await screen.findAllByRole("button", { name }))[0]!)
async function type(label: RegExp, text: string): Promise<void> {
  const input = await field(label)
  await person.clear(input)
  await person.click(input)
  await person.paste(text)
}
/** The drafts in a storage, without their times. */
const drafts = (storage: Storage) =>
  Object.keys(storage)
    .filter((name) => name.startsWith("form_draft:"))
    .map((name) => [name, JSON.parse(storage.getItem(name)!)] as const)
const kept = (storage = localStorage) => drafts(storage).map(([name, { typed }]) => [name.split(":")[2], typed])
/** Fires what a browser fires when a tab is closed. */
const close = () => act(() => void window.dispatchEvent(new Event("pagehide")))

const aModerator: User = { ...aCustomer, role: "moderator" }

/** Closes the tab without unmounting the page. */
function closeTab(): void {
  close()
  const stored = { ...localStorage }
  cleanup()
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
}

async function openSettings(user = aModerator, more: Answers = {}) {
  answer({ ...usual, "GET /auth/me": user, ...more })
  await open("/staff-dashboard?tab=settings", { user })
  await field(/^Full Name/)
}

test("what was typed into a form is there when it is opened again, and is gone once it is discarded", async () => {
  await openSettings()
  await type(/^Full Name/, "Nora Newname")
  close()
  expect(kept()).toEqual([["profile", { full_name: "Nora Newname" }]])
  reload()
  await waitFor(() => expect(restored()).not.toBeNull())
  expect((await field(/^Full Name/)).value).toBe("Nora Newname")
  await press("Discard")
  expect(restored()).toBeNull()
  expect((await field(/^Full Name/)).value).toBe("Sally Shopper")
  expect(document.activeElement).toBe(await field(/^Full Name/))
  expect(kept()).toEqual([])
  reload()
  expect((await field(/^Full Name/)).value).toBe("Sally Shopper")
})

test("typing alone keeps it, and saving forgets it", async () => {
  await openSettings(aModerator, { "PATCH /auth/me": { ...aModerator, full_name: "Nora Newname" } })
  await type(/^Full Name/, "Nora Newname")
  await waitFor(() => expect(kept()).toHaveLength(1))
  reload()
  await waitFor(() => expect(restored()).not.toBeNull())
  await press("Save profile")
  await screen.findByText(accountTexts.profileSaved)
  await waitFor(() => expect(restored()).toBeNull())
  expect(kept()).toEqual([])
})

test("a draft that is saved already restores nothing", async () => {
  await openSettings()
  await type(/^Full Name/, "Nora Newname")
  close()
  cleanup()
  await openSettings({ ...aModerator, full_name: "Nora Newname" })
  expect(restored()).toBeNull()
  await waitFor(() => expect(kept()).toEqual([]))
})

test("another account is shown nothing of it", async () => {
  await openSettings()
  await type(/^Full Name/, "Nora Newname")
  close()
  cleanup()
  await openSettings({ ...aModerator, uuid: "another", full_name: "Olga Other" })
  expect(restored()).toBeNull()
  expect((await field(/^Full Name/)).value).toBe("Olga Other")
  expect(kept()).toHaveLength(1)
})

test("who logs out leaves no draft behind; a session that has ended keeps it", async () => {
  await openSettings()
  await type(/^Full Name/, "Nora Newname")
  close()
  cleanup()
  act(() => void end())
  expect(kept()).toHaveLength(1)
  await openSettings()
  await waitFor(() => expect(restored()).not.toBeNull())
  act(leave)
  close()
  expect(drafts(localStorage)).toEqual([])
  expect(drafts(sessionStorage)).toEqual([])
})

test("a save whose session has ended asks to log in over the form, and keeps what was typed", async () => {
  await openSettings(aModerator, {
    "PATCH /auth/me": Response.json({ status: 401, code: "UNAUTHENTICATED", detail: "Log in." }, { status: 401 }),
  })
  const ask = vi.fn(async () => false)
  signInAgain.ask = ask
  await type(/^Full Name/, "Nora Newname")
  close()
  await press("Save profile")
  await waitFor(() => expect(ask).toHaveBeenCalled())
  expect((await field(/^Full Name/)).value).toBe("Nora Newname")
  close()
  expect(kept()).toEqual([["profile", { full_name: "Nora Newname" }]])
})

test("a draft of more than a week, or one that is too long, is not kept", async () => {
  await openSettings()
  await type(/^Full Name/, "Nora Newname")
  close()
  cleanup()
  const [[name, draft]] = drafts(localStorage) as [[string, { at: number }]]
  localStorage.setItem(name, JSON.stringify({ ...draft, at: draft.at - draftLimits.age - 60_000 }))
  await openSettings()
  expect(restored()).toBeNull()
  expect(kept()).toEqual([])
  await type(/^Full Name/, "N".repeat(draftLimits.length))
  close()
  expect(Object.values({ ...localStorage }).join().length).toBeLessThan(draftLimits.length)
})

test("passwords are never kept", async () => {
  await openSettings()
  for (const label of [/^Current password/, /^New password/, /^Confirm new password/])
    await type(label, "Copper-Lathe-25")
  await type(/^Full Name/, "Nora Newname")
  close()
  for (const storage of [localStorage, sessionStorage])
    expect(Object.values({ ...storage }).join()).not.toContain("Copper-Lathe-25")
})

test("a guest's message to the shop stays in the tab, until it is sent", async () => {
  answer({ ...usual, "POST /contact": { message: contactTexts.sent } })
  await open("/contact")
  await type(/^Name/, "Vera")
  await type(/^Email \*/, "vera@shop.example")
  await type(/^Subject/, "A crate")
  await type(/^Message/, "Does it fit a lift?")
  close()
  expect(drafts(localStorage)).toEqual([])
  expect(kept(sessionStorage)).toEqual([
    ["contact", { name: "Vera", email: "vera@shop.example", subject: "A crate", message: "Does it fit a lift?" }],
  ])
  cleanup()
  await open("/contact")
  await waitFor(() => expect(restored()).not.toBeNull())
  expect((await field(/^Message/)).value).toBe("Does it fit a lift?")
  await press("Send message")
  await screen.findByText(contactTexts.received)
  expect(drafts(sessionStorage)).toEqual([])
})

test("a guest's draft is not given to the account that logs in, and not the other way round", async () => {
  answer(usual)
  await open("/contact", { user: aCustomer })
  await type(/^Message/, "From an account")
  close()
  expect(kept()).toEqual([["contact", { message: "From an account" }]])
  act(leave)
  close()
  expect(drafts(localStorage)).toEqual([])
  expect(drafts(sessionStorage)).toEqual([])
})

const tagged = (doll: object, tag: string) => Response.json(doll, { headers: { etag: tag } })

/** The first category, which the DOM of the tests selects in any case. */
const doll: Doll = { ...aDoll, doll_category: "premium", reference: null }

async function openModel(description: string, tag: string, more: Answers = {}) {
  const boss: User = { ...aCustomer, role: "admin", admin_type: "super_admin" }
  answer({
    ...usual,
    "GET /admin/flagged-messages/count": { count: 0 },
    "GET /admin/orders/count": { count: 0 },
    "GET /admin/returns/count": { count: 0 },
    "GET /dolls/20": tagged({ ...doll, description }, tag),
    "GET /images/20/images": [],
    "GET /dolls/20/texts": [{ language: "de", description: "", long_description: "", terms: [] }],
    "GET /moderators/moderators": [],
    ...more,
  } as Answers)
  await open("/admin/model/edit/20", { user: boss })
  await field(/^Description/)
}

test("a draft of an older version of a model is shown as a conflict, and saving overwrites nothing", async () => {
  await openModel("A seated figure.", '"v1"')
  await type(/^Description \*/, "A kneeling figure.")
  closeTab()
  await openModel("A standing figure.", '"v2"', {
    "PATCH /dolls/20": Response.json({ status: 412, code: "CHANGED", detail: "Changed" }, { status: 412 }),
  } as Answers)
  const conflict = within(await screen.findByRole("region", { name: "Conflicting changes" }))
  conflict.getByText("A standing figure.")
  conflict.getByText("A kneeling figure.")
  expect(restored()).not.toBeNull()
  await press("Save changes")
  const patches = () => vi.mocked(fetch).mock.calls.filter(([, options]) => options?.method === "PATCH")
  await waitFor(() => expect(patches()).toHaveLength(1))
  expect(new Headers(patches()[0]![1]!.headers).get("if-match")).toBe('"v1"')
  await press("Use their changes")
  expect((await field(/^Description \*/)).value).toBe("A standing figure.")
  await waitFor(() => expect(kept()).toEqual([]))
})

test("discarding a draft of an older version leaves the newer one", async () => {
  await openModel("A seated figure.", '"v1"')
  await type(/^Description \*/, "A kneeling figure.")
  closeTab()
  await openModel("A standing figure.", '"v2"', { "PATCH /dolls/20": tagged(doll, '"v3"') } as Answers)
  await screen.findByRole("region", { name: "Conflicting changes" })
  await press("Discard")
  expect((await field(/^Description \*/)).value).toBe("A standing figure.")
  expect(screen.queryByRole("region", { name: "Conflicting changes" })).toBeNull()
  await press("Save changes")
  await screen.findByText("No changes to save")
})

test("a draft keeps what others have changed in fields that it does not", async () => {
  await openModel("A seated figure.", '"v1"')
  await type(/^Long description/, "Fired twice.")
  closeTab()
  await openModel("A standing figure.", '"v2"', { "PATCH /dolls/20": tagged(doll, '"v3"') } as Answers)
  await waitFor(() => expect(restored()).not.toBeNull())
  expect(screen.queryByRole("region", { name: "Conflicting changes" })).toBeNull()
  expect((await field(/^Description \*/)).value).toBe("A standing figure.")
  await press("Save changes")
  await screen.findByText(modelAdminTexts.updated)
  const [, sent] = vi.mocked(fetch).mock.calls.find(([, options]) => options?.method === "PATCH")!
  expect(JSON.parse(String(sent!.body))).toEqual({ long_description: "Fired twice." })
  expect(new Headers(sent!.headers).get("if-match")).toBe('"v2"')
})

test("a form without a view of conflicts says that what is saved has changed since", async () => {
  await openSettings()
  await type(/^Full Name/, "Nora Newname")
  closeTab()
  await openSettings({ ...aModerator, full_name: "Sally Married" })
  await waitFor(() => expect(restored()).not.toBeNull())
  screen.getByText("The saved version has changed since then. If you save, yours replaces it.")
  await press("Discard")
  expect((await field(/^Full Name/)).value).toBe("Sally Married")
})
