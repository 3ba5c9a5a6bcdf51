import type { FastifyBaseLogger } from "fastify"
import type { AccountFrame } from "#contract/sockets.ts"
import type { Person } from "../accounts/actor.ts"
import { seconds } from "../clock.ts"
import { statement } from "../db/statement.ts"
import type { Store } from "../db/store.ts"
import type { Presence } from "./presence.ts"

interface Page {
  readonly person: Person
  send(frame: Extract<AccountFrame, { type: "presence" }>): void
}

/** An open page of a moderator; returns the way to stop. */
export type Watch = (page: Page) => () => void

/** Many who come and go within so many milliseconds are looked up at once. */
const together = 150
/** What could not be looked up is looked up again after so long. */
const again = seconds(3)

/** Tells moderators on this node when somebody whose chats they answer comes or has gone. */
export function watchMembers(store: Store, presence: Presence, log: FastifyBaseLogger): Watch {
  const pages = new Map<number, Set<Page>>()
  const changed = new Set<number>()
  let timer: NodeJS.Timeout | null = null
  presence.onChange((userId) => {
    if (pages.size === 0) return
    changed.add(userId)
    tellSoon(together)
  })
  return (page) => {
    const { id, role } = page.person
    if (role !== "moderator") return () => {}
    pages.set(id, (pages.get(id) ?? new Set()).add(page))
    return () => {
      const own = pages.get(id)
      own?.delete(page)
      if (own?.size === 0) pages.delete(id)
    }
  }

  function tellSoon(milliseconds: number): void {
    if (timer) return
    timer = setTimeout(() => {
      timer = null
      const users = [...changed]
      changed.clear()
      tell(users).catch((err: unknown) => {
        log.warn({ err }, "who is there was not told")
        // The database is away.
        for (const user of users) changed.add(user)
        if (pages.size > 0) tellSoon(again)
      })
    }, milliseconds)
  }

  async function tell(users: number[]): Promise<void> {
    const rows = await statement<{ user: number; moderator: number }>(
      store,
      "chat_watch",
      `select distinct user_id as "user", moderator_id as "moderator" from chat_rooms
       where moderator_id is not null and user_id in (select value::int from json_array_elements_text($1::json))`,
      [JSON.stringify(users)],
    )
    for (const { user, moderator } of rows) {
      // Whoever was gone for a moment is there again: what counts is now.
      const frame = { type: "presence" as const, user_id: user, online: presence.online(user) }
      for (const page of pages.get(moderator) ?? []) page.send(frame)
    }
  }
}
