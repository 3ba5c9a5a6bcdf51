import fc from "fast-check"
import { afterAll, beforeAll, inject, test } from "vitest"
import { hasRedis } from "#test/redis.ts"
import { installBrowsers } from "./browser.ts"
import { endConversation, leaveConversation, playSchedule } from "./conversation.ts"
import { assertNone, judge } from "./promises.ts"
import { deadly, type Schedule, withoutKill } from "./schedule.ts"
import { openTwoNodes, type TwoNodes } from "./twoNodes.ts"

/**
 * The long form is `npm run bench faults chat`. `SEED` from a failure replays the same schedules, and with `AT` set to
 * its path, only that one.
 */
const schedules = Number(process.env.SCHEDULES ?? 20)
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const timeout = 60_000 + schedules * 20_000
const can = hasRedis && inject("postgresUrl") !== ""
const nodes = test.skipIf(!can)

let cluster: TwoNodes
let uninstall: () => void
beforeAll(async () => {
  if (!can) return
  uninstall = installBrowsers()
  cluster = await openTwoNodes(inject("postgresUrl"), inject("postgresTemplate"))
}, 120_000)
afterAll(async () => {
  await cluster?.close()
  uninstall?.()
})

async function holds(schedule: Schedule): Promise<void> {
  const conversation = await playSchedule(cluster, schedule)
  try {
    const faults = await judge(conversation, schedule, () => endConversation(conversation, schedule.ending))
    const logs = faults.length > 0 ? cluster.nodes.map((node) => node.said().slice(-5)) : []
    assertNone([...faults, ...logs.flat()])
  } finally {
    await leaveConversation(conversation)
  }
}

const run = (arbitrary: fc.Arbitrary<Schedule>, numRuns: number) =>
  fc.assert(fc.asyncProperty(arbitrary, holds), { seed, path: process.env.AT, numRuns, endOnFailure: true })

nodes(`all guarantees of the chat hold on two nodes over a bad network (seed ${seed})`, { timeout }, () =>
  run(withoutKill, Math.ceil(schedules * 0.7)),
)

nodes(`they also hold while nodes are killed and stopped (seed ${seed})`, { timeout }, () =>
  run(deadly, Math.floor(schedules * 0.2)),
)
