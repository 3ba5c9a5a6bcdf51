import { desc, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { moderationTexts } from "#contract/memberText.ts"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { helpFor, type Judgement, refusalOf } from "./moderation.ts"
import { flag, unflag } from "./queue.ts"
import { flaggedItems, moderationDecisions, moderationRechecks } from "./tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ SUPPORT_EMAIL: "support@shop.example" })
})
afterAll(() => shop.close())

const found = (given: Partial<Judgement>): Judgement => ({
  decision: "flag",
  freeze: false,
  categories: { off_platform: 0.7 },
  spans: [],
  why: null,
  engine: "rules",
  version: "1",
  ms: 1,
  recheck: false,
  ...given,
})
const record = (judgement: Judgement, subjectId: number | null, text = "the text") =>
  shop.app.store.transaction((tx) => shop.app.moderation.record(tx, judgement, { kind: "message", subjectId, text }))
const items = (subjectId: number) =>
  shop.app.store.db.select().from(flaggedItems).where(eq(flaggedItems.subjectId, subjectId))

test("an allowed message is recorded without its text", async () => {
  const judgement = await shop.app.moderation.judgeMessage({ text: "Does the crate fit a lift?", recent: [] })
  expect(judgement).toMatchObject({ decision: "allow", freeze: false, categories: {}, recheck: false })
  await record(judgement, 1)
  const rows = await shop.app.store.db.select().from(moderationDecisions).where(eq(moderationDecisions.subjectId, 1))
  expect(rows).toMatchObject([{ kind: "message", decision: "allow", engine: judgement.engine }])
  expect(await items(1)).toEqual([])
})

test("a message about minors is blocked, freezes the room, is held for super admins and emailed", async () => {
  const text = "she looks 15."
  const judgement = await shop.app.moderation.judgeMessage({ text, recent: [] })
  expect(judgement).toMatchObject({ decision: "block", freeze: true })
  expect(refusalOf(judgement)?.message).toBe(moderationTexts.frozen)
  await record(judgement, null, text)
  const [item] = await shop.app.store.db.select().from(flaggedItems).orderBy(desc(flaggedItems.id)).limit(1)
  expect(item).toMatchObject({ subjectId: null, critical: true, heldText: text, sources: ["engine"] })
  const [email] = await shop.app.store.db.select().from(mailOutbox).orderBy(desc(mailOutbox.id)).limit(1)
  expect(email).toMatchObject({ kind: "staff_critical", toAddress: "support@shop.example" })
  expect(email!.bodyText + email!.subject).not.toContain("15")
})

test("a refusal does not say why", () => {
  expect(refusalOf(found({}))).toBeNull()
  expect(refusalOf(found({ decision: "block" }))).toMatchObject({ message: moderationTexts.blocked, status: 422 })
  expect(helpFor(found({}))).toBeNull()
  expect(helpFor(found({ categories: { self_harm: 0.8 } }))).toBe(moderationTexts.help)
})

test("a subject has one open item, which keeps every source and never becomes less urgent", async () => {
  await record(found({}), 7)
  await shop.app.store.transaction((tx) => flag(tx, { kind: "message", subjectId: 7 }))
  await record(found({ categories: { threat: 1 } }), 7)
  expect(await items(7)).toMatchObject([{ sources: ["engine", "moderator"], reason: "Threat", resolvedAt: null }])
  await shop.app.store.transaction((tx) => unflag(tx, { kind: "message", subjectId: 7 }))
  expect(await items(7)).toMatchObject([{ sources: ["engine"], resolvedAt: null }])
  await shop.app.store.transaction((tx) => unflag(tx, { kind: "message", subjectId: 7 }))
  expect(await items(7)).toMatchObject([{ resolvedAt: null }])
})

test("an item leaves the queue when its moderator withdraws the flag", async () => {
  await shop.app.store.transaction((tx) => flag(tx, { kind: "message", subjectId: 8 }))
  await shop.app.store.transaction((tx) => unflag(tx, { kind: "message", subjectId: 8 }))
  expect(await items(8)).toMatchObject([{ outcome: "withdrawn" }])
})

test("a text that the remote engine could not judge waits for one recheck", async () => {
  await record(found({ decision: "allow", categories: {}, recheck: true }), 9)
  await record(found({ decision: "allow", categories: {}, recheck: true }), 9)
  const rows = await shop.app.store.db.select().from(moderationRechecks).where(eq(moderationRechecks.subjectId, 9))
  expect(rows).toHaveLength(1)
})
