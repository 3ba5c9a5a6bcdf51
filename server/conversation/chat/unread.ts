import { createHash } from "node:crypto"
import { LRUCache } from "lru-cache"
import type { UnreadCount } from "#contract/sockets.ts"
import { type Actor, assertSignedIn, type Person } from "../../platform/auth/actor.ts"
import type { Bus } from "../../platform/bus/bus.ts"
import { minutes, seconds } from "../../platform/clock.ts"
import { pipelinedQuery } from "../../platform/db/statement.ts"
import type { Store } from "../../platform/db/store.ts"
import { type UnreadEvent, unreadTopic } from "./events.ts"

export interface Counted {
  etag: string
  json: string
  count: UnreadCount
}

export interface Unread {
  of(actor: Actor): Promise<Counted>
  /** Sends a person's unread counts to the page, now and after each change. */
  subscribe(page: Page): UnreadSubscription
}

interface Page {
  readonly person: Person
  send(frame: { type: "unread" } & UnreadCount): void
}

export interface UnreadSubscription {
  /** Sends the counts again after a change elsewhere. */
  refresh(): void
  stop(): void
}

/** Changes within this time, in milliseconds, are sent once. */
const together = 80
/** The retry interval after a failed read, and the polling interval while the bus is down. */
const again = seconds(3)

/** Caches unread counts, which clients poll every two seconds, while the bus reports changes. */
export function createUnread(store: Store, bus: Bus): Unread {
  const known = new LRUCache<number, Counted>({ max: 50_000, ttl: minutes(10) })
  const inFlight = new Map<number, Promise<Counted>>()
  const pages = new Map<number, Set<UnreadSubscription>>()
  bus.subscribe<UnreadEvent>(unreadTopic, ({ users }) => {
    for (const user of users) {
      known.delete(user)
      // A read in progress may be stale: its result is returned but not cached.
      inFlight.delete(user)
      for (const page of pages.get(user) ?? []) page.refresh()
    }
  })
  bus.onReconnect(() => {
    known.clear()
    inFlight.clear()
    refreshAll()
  })
  // Pages with a socket do not poll. This covers changes of a node that was killed before it published.
  setInterval(() => {
    if (!bus.up) refreshAll()
  }, again).unref()
  return { of, subscribe }

  function refreshAll(): void {
    for (const own of pages.values()) for (const page of own) page.refresh()
  }

  async function of(actor: Actor): Promise<Counted> {
    assertSignedIn(actor)
    // Without a membership no chat can be opened, so nothing is unread.
    if (actor.role === "admin" || (actor.role === "user" && actor.level === "free")) return none
    const found = bus.up ? known.get(actor.id) : undefined
    return found ?? inFlight.get(actor.id) ?? load(actor.id)
  }

  function subscribe(page: Page): UnreadSubscription {
    const userId = page.person.id
    let lastEtag = ""
    let timer: NodeJS.Timeout | null = null
    let newest = 0
    const sendCount = async () => {
      timer = null
      const mine = ++newest
      const counted = await of(page.person).catch(() => null)
      // A result that was overtaken may be older than what was sent since.
      if (mine !== newest || !pages.get(userId)?.has(subscription)) return
      // The database is down.
      if (!counted) timer ??= setTimeout(() => void sendCount(), again)
      if (!counted || counted.etag === lastEtag) return
      lastEtag = counted.etag
      page.send({ type: "unread", ...counted.count })
    }
    const subscription: UnreadSubscription = {
      refresh: () => {
        timer ??= setTimeout(() => void sendCount(), together)
      },
      stop: () => {
        if (timer) clearTimeout(timer)
        const own = pages.get(userId)
        own?.delete(subscription)
        if (own?.size === 0) pages.delete(userId)
      },
    }
    pages.set(userId, (pages.get(userId) ?? new Set()).add(subscription))
    void sendCount()
    return subscription
  }

  function load(userId: number): Promise<Counted> {
    const reading = read(store, userId).then(
      (counted) => {
        if (inFlight.get(userId) === reading) {
          inFlight.delete(userId)
          if (bus.up) known.set(userId, counted)
        }
        return counted
      },
      (error) => {
        if (inFlight.get(userId) === reading) inFlight.delete(userId)
        throw error
      },
    )
    inFlight.set(userId, reading)
    return reading
  }
}

async function read(store: Store, userId: number): Promise<Counted> {
  const rows = await pipelinedQuery<{ room_id: number; unread: number }>(
    store,
    "chat_unread",
    `select id as room_id, user_unread as unread from chat_rooms where user_id = $1 and user_unread > 0
     union all
     select id, moderator_unread from chat_rooms where moderator_id = $1 and moderator_unread > 0 order by room_id`,
    [userId],
  )
  const total = rows.reduce((sum, row) => sum + row.unread, 0)
  return withEtag({
    total_unread: total,
    unread_per_room: Object.fromEntries(rows.map((row) => [row.room_id, row.unread])),
  })
}

function withEtag(count: UnreadCount): Counted {
  const json = JSON.stringify(count)
  return { count, json, etag: `"${createHash("sha256").update(json).digest("base64url").slice(0, 16)}"` }
}

const none = withEtag({ total_unread: 0, unread_per_room: {} })
