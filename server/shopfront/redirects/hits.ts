import { sql } from "drizzle-orm"
import type { Store } from "../../platform/db/store.ts"
import { pathOf } from "./paths.ts"

/** The number of paths that are counted between two writes. */
const most = 1000

/** Counts redirects in memory, because most are answered from the cache. */
export interface RedirectHits {
  note(url: string): void
  write(): Promise<void>
}

export function createRedirectHits(store: Store): RedirectHits {
  let counts = new Map<string, number>()
  return {
    note(url: string): void {
      const path = pathOf(url)
      if (path !== null && (counts.has(path) || counts.size < most)) counts.set(path, (counts.get(path) ?? 0) + 1)
    },
    async write(): Promise<void> {
      if (counts.size === 0) return
      const noted = counts
      counts = new Map()
      const list = JSON.stringify([...noted].map(([path, count]) => ({ path, count })))
      try {
        await store.db.execute(sql`
          update redirects set hits = hits + noted.count, last_hit_at = ${store.now().toISOString()}::timestamptz
          from json_to_recordset(${list}::json) as noted (path text, count integer)
          where from_path = noted.path`)
      } catch (error) {
        for (const [path, count] of noted) counts.set(path, (counts.get(path) ?? 0) + count)
        throw error
      }
    },
  }
}
