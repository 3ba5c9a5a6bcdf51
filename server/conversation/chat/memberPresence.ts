import type { FastifyBaseLogger } from "fastify"
import type { AccountFrame } from "#contract/sockets.ts"
import type { Person } from "../../platform/auth/actor.ts"
import { seconds } from "../../platform/clock.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store } from "../../platform/db/store.ts"
import type { Presence } from "./presence.ts"

interface Page {
  readonly person: Person
  send(frame: Extract<AccountFrame, { type: "presence" }>): void
}

/** Subscribes an open page of a moderator, and returns the function to unsubscribe. */
export type Watch = (page: Page) => () => void

/** Presence changes within this time, in milliseconds, are looked up together. */
const together = 150
/** The delay before a failed lookup is retried. */
const again = seconds(3)

/** Informs moderators on this node when a member whose chats they answer comes or goes. */
export function watchMembers(store: Store, presence: Presence, log: FastifyBaseLogger): Watch {
  const pages = new Map<number, Set<Page>>()
  const changed = new Set<number>()
  let timer: NodeJS.Timeout | null = null
  presence.onChange((userId) => {
    if (pages.size === 0) return
    changed.add(userId)
    scheduleUpdate(together)
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

  function scheduleUpdate(milliseconds: number): void {
    if (timer) return
    timer = setTimeout(() => {
      timer = null
      const users = [...changed]
      changed.clear()
      sendUpdates(users).catch((err: unknown) => {
        log.warn({ err }, "could not publish presence to moderators")
        // The database is down.
        for (const user of users) changed.add(user)
        if (pages.size > 0) scheduleUpdate(again)
      })
    }, milliseconds)
  }

  async function sendUpdates(users: number[]): Promise<void> {
    const rows = await statement<{ user: number; moderator: number }>(
      store,
      "chat_watch",
      `select distinct user_id as "user", moderator_id as "moderator" from chat_rooms
       where moderator_id is not null and user_id in (select value::int from json_array_elements_text($1::json))`,
      [JSON.stringify(users)],
    )
    for (const { user, moderator } of rows) {
      // The state may have changed again since, so the current one is sent.
      const frame = { type: "presence" as const, user_id: user, online: presence.online(user) }
      for (const page of pages.get(moderator) ?? []) page.send(frame)
    }
  }
}
