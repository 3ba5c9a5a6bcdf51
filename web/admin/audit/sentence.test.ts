import { expect, test } from "vitest"
import type { AuditEntry } from "#contract/admin.ts"
import { kinds, nameOf, placeOf, plain } from "./sentence.ts"

const entry = (given: Partial<AuditEntry>): AuditEntry => ({
  id: 7,
  actor_id: 1,
  actor: "Ada Demo",
  actor_email: "admin@demo.example",
  action: "doll.edit",
  target_kind: "doll",
  target_id: 3,
  target_name: "Nightjar",
  target_role: null,
  moderator: null,
  before: null,
  after: null,
  created_at: "2026-01-01T00:00:00.000Z",
  hash: "00",
  ...given,
})

test("an entry is written as a sentence, with the values before and after", () => {
  const change = { before: { priceCents: 1000, isAvailable: true }, after: { priceCents: 1250, isAvailable: false } }
  expect(plain(entry(change))).toBe(
    "Ada Demo changed the model Nightjar: price from $10.00 to $12.50, available from yes to no",
  )
  const order = { action: "order.move", target_kind: "order", target_name: "VT-1", before: { status: "to_be_shipped" } }
  expect(plain(entry({ ...order, after: { status: "shipped" } }))).toBe(
    "Ada Demo changed the order VT-1: status from To be shipped to Shipped",
  )
  const parcel = { before: { review: null, tracking_number: null } }
  expect(plain(entry({ ...order, ...parcel, after: { review: "refund_due", tracking_number: "1Z_99" } }))).toBe(
    "Ada Demo changed the order VT-1: review from empty to “refund due”, tracking number from empty to “1Z_99”",
  )
  expect(plain(entry({ action: "doll.assign", moderator: "Vera Demo" }))).toBe(
    "Ada Demo assigned Nightjar to Vera Demo",
  )
  const tagged = { action: "user.tag", target_kind: "user", target_name: "Mara" }
  expect(plain(entry(tagged))).toBe("Ada Demo added a tag to Mara")
  const refused = { action: "review.refuse", target_kind: "review", after: { reason: "Threat (blocked)" } }
  expect(plain(entry(refused))).toBe("Ada Demo had a review rejected: threat (blocked)")
  expect(plain(entry({ action: "new.action", target_kind: "thing", target_name: null }))).toBe(
    "Ada Demo performed “new.action” on thing 3",
  )
})

test("a deleted user is shown by the recorded name, and a nameless one by number", () => {
  const left = {
    action: "moderator.delete",
    target_kind: "user",
    target_name: null,
    before: { full_name: "Vera Demo" },
  }
  expect(plain(entry(left))).toBe("Ada Demo deleted the moderator Vera Demo")
  const item = { action: "flagged.approve", target_kind: "flagged_item", target_name: null }
  expect(plain(entry({ ...item, actor: null }))).toBe("System approved flagged item 3")
  expect(placeOf(entry(left))).toBeNull()
})

test("the sentence links to its target", () => {
  expect(placeOf(entry({}))).toBe("/admin/model/edit/3")
  expect(placeOf(entry({ target_kind: "order", target_name: "VT-1" }))).toBe("/admin?tab=orders&q=VT-1")
  const person = { target_kind: "user", target_name: "Mara" }
  expect(placeOf(entry({ ...person, target_role: "user" }))).toBe("/admin/customer/3")
  expect(placeOf(entry({ ...person, target_role: "admin" }))).toBe("/admin?tab=admins&q=Mara")
})

test("the kinds of objects are called what the panel calls them", () => {
  const names = Object.keys(kinds).map(nameOf)
  expect(names).toEqual(expect.arrayContaining(["Account", "Model", "Flagged item", "Chat", "Message", "Settings"]))
  expect(names).not.toContain("Doll")
})
