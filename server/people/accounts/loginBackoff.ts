import { LRUCache } from "lru-cache"
import type { Counters } from "../../platform/bus/counters.ts"
import { type Clock, minutes } from "../../platform/clock.ts"
import { Refusal } from "../../platform/refusal.ts"

export interface LoginBackoff {
  /**
   * Runs the attempt after a delay that grows with the account's recent failures. There is no delay if `isKnown`,
   * because the account has signed in from this address before; failures count all the same.
   */
  around<T>(account: string, isKnown: boolean, attempt: () => Promise<T>): Promise<T>
}

const freeAttempts = 5
const maxDelay = 8000

/**
 * Slows down guessing that is spread over many IP addresses: a delay, never a lockout, which would let anybody lock out
 * anybody else. Email addresses without an account behave the same. Failures expire 15 minutes after the last one on
 * this node, or after the first one where the nodes count together.
 */
export function createLoginBackoff(clock: Clock, scale: number, counters: Counters): LoginBackoff {
  const failures = new LRUCache<string, { count: number; until: number }>({ max: 50_000 })
  const recentFailures = (account: string) => {
    const found = failures.get(account)
    return found && found.until > clock.now().getTime() ? found.count : 0
  }
  const delayed = async (account: string) => {
    const everywhere = await counters.read(keyOf(account))
    const delay = delayAfter(Math.max(recentFailures(account), everywhere ?? 0) / scale)
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
  }
  return {
    around: async (account, isKnown, attempt) => {
      if (!isKnown) await delayed(account)
      try {
        return await attempt()
      } catch (error) {
        if (error instanceof Refusal && error.code === "BAD_CREDENTIALS") {
          failures.set(account, { count: recentFailures(account) + 1, until: clock.now().getTime() + forgotten })
          await counters.add(keyOf(account), forgotten)
        }
        throw error
      }
    },
  }
}

const forgotten = minutes(15)
const keyOf = (account: string) => `login backoff ${account}`

/** There is no delay for the first few; then it doubles from 250 ms to 8 s. */
export function delayAfter(failures: number): number {
  return failures < freeAttempts ? 0 : Math.min(maxDelay, 250 * 2 ** Math.floor(failures - freeAttempts))
}
