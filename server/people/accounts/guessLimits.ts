import { LRUCache } from "lru-cache"
import type { Counters } from "../../platform/bus/counters.ts"
import { days } from "../../platform/clock.ts"
import type { Limits } from "../../platform/http/limits.ts"
import { Refusal } from "../../platform/refusal.ts"

export interface GuessLimits {
  /**
   * Throws RATE_LIMITED before the attempt if the IP address has recently failed too often, on any account. `isKnown`
   * is true if the account has signed in from there before.
   */
  around<T>(account: string, address: string, attempt: (isKnown: boolean) => Promise<T>): Promise<T>
}

/**
 * Protects against one password tried on many accounts: attempts and failures of an IP address are counted over all
 * accounts and all nodes. A user who has signed in from that address before is exempt, so that others who share it
 * cannot lock them out.
 */
export function createGuessLimits(
  limits: Pick<Limits, "signInAddress" | "failedSignIns">,
  counters: Counters,
): GuessLimits {
  const met = new LRUCache<string, true>({ max: 50_000 })
  const isMet = async (key: string) => met.has(key) || ((await counters.read(key)) ?? 0) > 0
  return {
    around: async (account, address, attempt) => {
      const key = `signed in ${account} ${address}`
      const isKnown = await isMet(key)
      if (!isKnown) {
        await limits.signInAddress.take(address)
        await limits.failedSignIns.assertNotExceeded(address)
      }
      try {
        const result = await attempt(isKnown)
        met.set(key, true)
        await counters.add(key, days(30))
        return result
      } catch (error) {
        if (error instanceof Refusal && error.code === "BAD_CREDENTIALS") await limits.failedSignIns.note(address)
        throw error
      }
    },
  }
}
