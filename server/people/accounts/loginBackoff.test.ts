import { expect, test, vi } from "vitest"
import { testClock } from "#test/clock.ts"
import { noCounters } from "../../platform/bus/counters.ts"
import { Refusal } from "../../platform/refusal.ts"
import { createGuessLimits } from "./guessLimits.ts"
import { createLoginBackoff } from "./loginBackoff.ts"

test("wrong passwords from elsewhere do not delay a sign-in from a known address", async () => {
  vi.useFakeTimers()
  try {
    const backoff = createLoginBackoff(testClock(), 1, noCounters)
    const nothing = async () => {}
    const isReached = async () => false
    const none = { take: nothing, takeNow: nothing, assertNotExceeded: nothing, isReached, note: nothing }
    const guessing = createGuessLimits({ signInAddress: none, failedSignIns: none }, noCounters)
    const signIn = (address: string) =>
      guessing.around("vera@demo.example", address, (isKnown) =>
        backoff.around("vera@demo.example", isKnown, async () => "signed in"),
      )
    expect(await signIn("192.0.2.1")).toBe("signed in")
    const wrong = async () => {
      throw new Refusal("BAD_CREDENTIALS", "Wrong")
    }
    for (let i = 0; i < 20; i++) {
      const attempt = backoff.around("vera@demo.example", false, wrong).catch(({ code }) => code)
      await vi.runAllTimersAsync()
      expect(await attempt).toBe("BAD_CREDENTIALS")
    }
    // No timer advances: a delayed attempt would not have begun.
    expect(await signIn("192.0.2.1")).toBe("signed in")
    expect(vi.getTimerCount()).toBe(0)
    const stranger = signIn("198.51.100.9")
    await vi.advanceTimersByTimeAsync(7_999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await stranger).toBe("signed in")
  } finally {
    vi.useRealTimers()
  }
})
