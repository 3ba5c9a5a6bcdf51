import { setTimeout as pause } from "node:timers/promises"
import { expect, inject, test } from "vitest"
import { startPair } from "#test/postgres.ts"
import { killRun } from "./kill.ts"
import { assertNone } from "./promises.ts"

/**
 * The primary is killed, or stops answering, during orders, payments and messages. Its synchronous standby is promoted.
 */
test.skipIf(!inject("postgresUrl")).each(["SIGKILL", "SIGSTOP"] as const)(
  "after %s of the primary nothing acknowledged is lost, and the shop is back in ten seconds",
  async (signal) => {
    const pair = (await startPair())!
    try {
      const verdict = await killRun({
        kills: 1,
        databaseUrl: pair.url,
        replicaUrl: pair.standbyUrl,
        failOver: async () => {
          pair.signal("primary", signal)
          // Tools that watch the databases need a moment to notice.
          await pause(1000)
          await pair.promote()
          return pair.primaryUrl
        },
      })
      console.log(verdict)
      assertNone(verdict.faults)
      expect(verdict.awayFor).toBeLessThan(10_000)
      expect(verdict.ordersAcknowledged).toBeGreaterThan(0)
      expect(verdict.paymentsAcknowledged).toBeGreaterThan(1)
      expect(verdict.messagesAcknowledged).toBeGreaterThan(0)
    } finally {
      // A stopped process does not receive the signal to end.
      if (signal === "SIGSTOP") pair.signal("standby", "SIGKILL")
      await pair.stop()
    }
  },
)
