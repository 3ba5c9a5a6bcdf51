import { and, inArray, lte } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import { after, hours } from "../clock.ts"
import type { Store } from "../db/store.ts"
import type { Person } from "./actor.ts"
import { sessions } from "./tables.ts"

export interface LastSeen {
  /** Notes in memory that a session is in use: nothing a request would wait for. */
  note(person: Person): Person
  /** Writes down what was noted, at most once an hour a session. */
  write(): Promise<void>
}

const apart = hours(1)
const atOnce = 1000

export function createLastSeen(store: Store): LastSeen {
  const noted = new Set<number>()
  const written = new LRUCache<number, number>({ max: 50_000 })
  return {
    note: (person) => {
      const last = written.get(person.sessionId)
      if (last === undefined || last + apart <= store.now().getTime()) noted.add(person.sessionId)
      return person
    },
    write: async () => {
      const now = store.now()
      const ids = [...noted]
      noted.clear()
      for (let from = 0; from < ids.length; from += atOnce) {
        const some = ids.slice(from, from + atOnce)
        const isOld = lte(sessions.lastSeenAt, after(now, -apart))
        await store.db
          .update(sessions)
          .set({ lastSeenAt: now })
          .where(and(inArray(sessions.id, some), isOld))
        for (const id of some) written.set(id, now.getTime())
      }
    },
  }
}
