import { and, inArray, lte } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import { after, hours } from "../clock.ts"
import type { Store } from "../db/store.ts"
import type { Person } from "./actor.ts"
import { sessions } from "./tables.ts"

export interface LastSeen {
  /** Records in memory that a session is in use, so that the request does not wait. */
  note(person: Person): Person
  /** Writes what was recorded to the database, at most once an hour for each session. */
  write(): Promise<void>
}

const writeInterval = hours(1)
const batchSize = 1000

export function createLastSeen(store: Store): LastSeen {
  const pending = new Set<number>()
  const written = new LRUCache<number, number>({ max: 50_000 })
  return {
    note: (person) => {
      const last = written.get(person.sessionId)
      if (last === undefined || last + writeInterval <= store.now().getTime()) pending.add(person.sessionId)
      return person
    },
    write: async () => {
      const now = store.now()
      const ids = [...pending]
      pending.clear()
      for (let from = 0; from < ids.length; from += batchSize) {
        const some = ids.slice(from, from + batchSize)
        const isOld = lte(sessions.lastSeenAt, after(now, -writeInterval))
        await store.db
          .update(sessions)
          .set({ lastSeenAt: now })
          .where(and(inArray(sessions.id, some), isOld))
        for (const id of some) written.set(id, now.getTime())
      }
    },
  }
}
