import { LRUCache } from "lru-cache"
import type { Bus } from "../bus/bus.ts"
import { type Clock, minutes, seconds } from "../clock.ts"
import { Refusal } from "../refusal.ts"
import type { Person } from "./actor.ts"
import { hashToken, peopleTopic } from "./sessions.ts"

/** Counts wrong tokens by address (see `Limit`). */
interface Counter {
  assertNotExceeded(address: string): Promise<void>
  note(address: string): Promise<void>
}

/** How long a token counts as known or as wrong after its lookup. */
const lifetime = { known: minutes(1), wrong: seconds(10) }

/**
 * Limits lookups of tokens that nobody has. A wrong token is remembered for some seconds, and an address that sends
 * many is refused before the next unknown one is looked up. Known tokens are not counted.
 */
export function limitUnknownTokens(wrongTokens: Counter, bus: Bus, clock: Clock) {
  const known = new LRUCache<string, number>({ max: 20_000 })
  /** Keys are hashes: whoever makes up tokens also chooses their length. */
  const wrong = new LRUCache<string, { error: Refusal; until: number }>({ max: 20_000 })
  // The tokens of an account that is active again are valid again.
  bus.subscribe(peopleTopic, () => wrong.clear())
  return async (token: string, address: string, find: () => Promise<Person>): Promise<Person> => {
    const now = clock.now().getTime()
    if ((known.get(token) ?? 0) > now) return find()
    await wrongTokens.assertNotExceeded(address)
    const hash = hashToken(token).toString("base64")
    const before = wrong.get(hash)
    try {
      if (before && before.until > now) throw before.error
      const person = await find()
      known.set(token, now + lifetime.known)
      return person
    } catch (error) {
      if (error instanceof Refusal && error.code === "UNAUTHENTICATED") {
        if (error !== before?.error) wrong.set(hash, { error, until: now + lifetime.wrong })
        await wrongTokens.note(address)
      }
      throw error
    }
  }
}
