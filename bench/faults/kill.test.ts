import { expect, inject, test } from "vitest"
import { createDatabase } from "#test/postgres.ts"
import { killRun } from "./kill.ts"
import { assertNone } from "./promises.ts"

const kills = Number(process.env.KILLS ?? 3)
const timeout = 60_000 + kills * 60_000

test("a server killed during orders, payments and messages loses and duplicates nothing, on the embedded database", {
  timeout,
}, async () => {
  const verdict = await killRun({ kills })
  console.log(verdict)
  assertNone(verdict.faults)
  expect(verdict.ordersAcknowledged).toBeGreaterThan(0)
  expect(verdict.paymentsAcknowledged).toBeGreaterThan(0)
  expect(verdict.messagesAcknowledged).toBeGreaterThan(0)
})

test.skipIf(!inject("postgresUrl"))("nor on PostgreSQL", { timeout }, async () => {
  const verdict = await killRun({
    kills,
    databaseUrl: await createDatabase(inject("postgresUrl"), inject("postgresTemplate")),
  })
  console.log(verdict)
  assertNone(verdict.faults)
  expect(verdict.ordersAcknowledged).toBeGreaterThan(0)
  expect(verdict.paymentsAcknowledged).toBeGreaterThan(0)
  expect(verdict.messagesAcknowledged).toBeGreaterThan(0)
})
