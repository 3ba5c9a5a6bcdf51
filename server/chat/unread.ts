import { createHash } from "node:crypto"
import { LRUCache } from "lru-cache"
import type { UnreadCount } from "#contract/sockets.ts"
import { type Actor, assertSignedIn, type Person } from "../accounts/actor.ts"
import type { Bus } from "../bus/bus.ts"
import { minutes, seconds } from "../clock.ts"
import { quickStatement } from "../db/statement.ts"
import type { Store } from "../db/store.ts"
import { type UnreadEvent, unreadTopic } from "./events.ts"

export interface Counted {
  etag: string
  json: string
  count: UnreadCount
}

export interface Unread {
  of(actor: Actor): Promise<Counted>
  /** Tells a person's page how much waits, now and whenever that changes. */
  follow(page: Page): Following
}

interface Page {
  readonly person: Person
  send(frame: { type: "unread" } & UnreadCount): void
}

export interface Following {
  /** Something else has changed that may matter. */
  again(): void
  stop(): void
}

/** Many changes within so many milliseconds are told once. */
const together = 80
/** What could not be read, or was perhaps not heard of, is looked at again after so long. */
const again = seconds(3)

/**
 * What waits for each person, remembered until the bus says that it has changed: everybody asks every two seconds. While the bus
 * is down nothing is remembered.
 */
export function createUnread(store: Store, bus: Bus): Unread {
  const known = new LRUCache<number, Counted>({ max: 50_000, ttl: minutes(10) })
  const underWay = new Map<number, Promise<Counted>>()
  const pages = new Map<number, Set<Following>>()
  bus.subscribe<UnreadEvent>(unreadTopic, ({ users }) => {
    for (const user of users) {
      known.delete(user)
      // What is being read may be from before: it is answered, and not kept.
      underWay.delete(user)
      for (const page of pages.get(user) ?? []) page.again()
    }
  })
  bus.onReturn(() => {
    known.clear()
    underWay.clear()
    tellAll()
  })
  // A page with a socket does not ask. What a node stored that was killed before it could say so, nobody tells.
  setInterval(() => {
    if (!bus.up) tellAll()
  }, again).unref()
  return { of, follow }

  function tellAll(): void {
    for (const own of pages.values()) for (const page of own) page.again()
  }

  async function of(actor: Actor): Promise<Counted> {
    assertSignedIn(actor)
    // Without a membership nothing can be opened, and so nothing waits.
    if (actor.role === "admin" || (actor.role === "user" && actor.level === "free")) return none
    const found = bus.up ? known.get(actor.id) : undefined
    return found ?? underWay.get(actor.id) ?? load(actor.id)
  }

  function follow(page: Page): Following {
    const userId = page.person.id
    let told = ""
    let timer: NodeJS.Timeout | null = null
    let newest = 0
    const tell = async () => {
      timer = null
      const mine = ++newest
      const counted = await of(page.person).catch(() => null)
      // An answer that was overtaken may be from before what has been told since.
      if (mine !== newest || !pages.get(userId)?.has(following)) return
      // The database is away.
      if (!counted) timer ??= setTimeout(() => void tell(), again)
      if (!counted || counted.etag === told) return
      told = counted.etag
      page.send({ type: "unread", ...counted.count })
    }
    const following: Following = {
      again: () => {
        timer ??= setTimeout(() => void tell(), together)
      },
      stop: () => {
        if (timer) clearTimeout(timer)
        const own = pages.get(userId)
        own?.delete(following)
        if (own?.size === 0) pages.delete(userId)
      },
    }
    pages.set(userId, (pages.get(userId) ?? new Set()).add(following))
    void tell()
    return following
  }

  function load(userId: number): Promise<Counted> {
    const reading = read(store, userId).then(
      (counted) => {
        if (underWay.get(userId) === reading) {
          underWay.delete(userId)
          if (bus.up) known.set(userId, counted)
        }
        return counted
      },
      (error) => {
        if (underWay.get(userId) === reading) underWay.delete(userId)
        throw error
      },
    )
    underWay.set(userId, reading)
    return reading
  }
}

async function read(store: Store, userId: number): Promise<Counted> {
  const rows = await quickStatement<{ room_id: number; unread: number }>(
    store,
    "chat_unread",
    `select id as room_id, user_unread as unread from chat_rooms where user_id = $1 and user_unread > 0
     union all
     select id, moderator_unread from chat_rooms where moderator_id = $1 and moderator_unread > 0 order by room_id`,
    [userId],
  )
  const total = rows.reduce((sum, row) => sum + row.unread, 0)
  return sealed({
    total_unread: total,
    unread_per_room: Object.fromEntries(rows.map((row) => [row.room_id, row.unread])),
  })
}

function sealed(count: UnreadCount): Counted {
  const json = JSON.stringify(count)
  return { count, json, etag: `"${createHash("sha1").update(json).digest("base64url").slice(0, 16)}"` }
}

const none = sealed({ total_unread: 0, unread_per_room: {} })
