import { createHash } from "node:crypto"
import { LRUCache } from "lru-cache"
import type { UnreadCount } from "#contract/chat.ts"
import { type Actor, assertSignedIn } from "../accounts/actor.ts"
import type { Bus } from "../bus/bus.ts"
import { minutes, seconds } from "../clock.ts"
import { statement } from "../db/statement.ts"
import type { Store } from "../db/store.ts"
import type { Settings } from "../settings.ts"
import { type UnreadEvent, unreadTopic } from "./events.ts"

export interface Counted {
  etag: string
  json: string
  count: UnreadCount
}

export interface Unread {
  of(actor: Actor): Promise<Counted>
}

/**
 * What waits for each person, remembered until the bus says that it has changed: everybody asks every two seconds. While the bus
 * is down nothing is remembered.
 */
export function createUnread(store: Store, bus: Bus, settings: Settings): Unread {
  // Several nodes on one PostgreSQL without Redis hear nothing of each other, and one cannot know that it is alone.
  const ttl = settings.databaseUrl && !settings.redisUrl ? seconds(5) : minutes(10)
  const known = new LRUCache<number, Counted>({ max: 50_000, ttl })
  const underWay = new Map<number, Promise<Counted>>()
  bus.subscribe<UnreadEvent>(unreadTopic, ({ users }) => {
    for (const user of users) {
      known.delete(user)
      // What is being read may be from before: it is answered, and not kept.
      underWay.delete(user)
    }
  })
  bus.onReturn(() => {
    known.clear()
    underWay.clear()
  })
  return {
    of: async (actor) => {
      assertSignedIn(actor)
      // Without a membership nothing can be opened, and so nothing waits.
      if (actor.role === "admin" || (actor.role === "user" && actor.level === "free")) return none
      const found = bus.up ? known.get(actor.id) : undefined
      return found ?? underWay.get(actor.id) ?? load(actor.id)
    },
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
  const rows = await statement<{ room_id: number; unread: number }>(
    store,
    "chat_unread",
    `select c.room_id, c.unread from chat_reads c join chat_rooms r on r.id = c.room_id
     where c.user_id = $1 and c.unread > 0 and (r.user_id = $1 or r.moderator_id = $1) order by c.room_id`,
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
