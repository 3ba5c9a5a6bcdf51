import { and, count, eq, isNull } from "drizzle-orm"
import * as z from "zod"
import { type AccountFrame, Identify } from "#contract/sockets.ts"
import type { Person } from "../accounts/actor.ts"
import type { App } from "../app.ts"
import { seconds } from "../clock.ts"
import { countFlagged } from "../moderation/flagged.ts"
import { queueTopic } from "../moderation/queue.ts"
import { accountTopic } from "../notifications/notifications.ts"
import { notifications } from "../notifications/tables.ts"
import { Refusal } from "../refusal.ts"
import { publicSettings, type ShopState } from "../staff/shopSettings.ts"
import type { Socket } from "./sockets.ts"

type Notice = Extract<AccountFrame, { type: "notice" }>
type Notification = NonNullable<Notice["notification"]>

/** A number that is kept before somebody's eyes. */
interface Count<News> {
  /** Tells it with what is new, or with nothing: only the count has changed. */
  tell(news: News | null): void
  /** Tells it if it is not what was told last. */
  look(): void
}

const lookAgain = seconds(3)

/**
 * `/api/ws`: one socket an open page. What is published under `accountTopic(userId)` is a frame, and goes out to every page of that
 * account on every node.
 */
export function accountSocket({
  sockets,
  bus,
  store,
  chat,
  shop,
}: Pick<App, "sockets" | "bus" | "store" | "chat" | "shop">): void {
  const everyone = new Set<Count<never>>()
  bus.onReturn(() => {
    for (const count of [...everyone]) count.tell(null)
  })
  // What a node stored that was killed before it could say so, nobody tells.
  setInterval(() => {
    if (!bus.up) for (const count of [...everyone]) count.look()
  }, lookAgain).unref()
  sockets.at({
    path: /^\/api\/ws$/,
    hello: Identify,
    frame: z.never(),
    enter: (socket) => {
      const notices = followNotices(socket)
      const stop = bus.subscribe<{ type: string }>(accountTopic(socket.person.id), (frame) => {
        if (frame.type === "notice") notices.tell((frame as Notice).notification)
        else socket.send(frame)
      })
      const queue = maySeeQueue(socket.person) ? followQueue(socket) : null
      const stopQueue = queue ? bus.subscribe(queueTopic, () => queue.tell(null)) : () => {}
      const stopSettings = shop.onChange(() => sendSettings(socket, shop))
      const counts = queue ? [notices, queue] : [notices]
      for (const count of counts) everyone.add(count)
      sendAccount(socket, false)
      // The page may be older than the last change.
      sendSettings(socket, shop)
      for (const count of counts) count.tell(null)
      const unread = chat.unread.follow(socket)
      const unwatch = chat.watch(socket)
      return {
        hear: () => {},
        changed: () => {
          sendAccount(socket, false)
          unread.again()
        },
        signedOut: () => sendAccount(socket, true),
        left: () => {
          stop()
          stopQueue()
          stopSettings()
          unread.stop()
          unwatch()
          for (const count of counts) everyone.delete(count)
        },
      }
    },
  })

  /** How much waits for an admin of the content. */
  function followQueue(socket: Socket): Count<never> {
    return follow(
      socket,
      () => countFlagged(store, socket.person),
      (count) => ({ type: "flagged", count }),
    )
  }

  function followNotices(socket: Socket): Count<Notification> {
    const mine = and(eq(notifications.userId, socket.person.id), isNull(notifications.readAt))
    return follow(
      socket,
      async () => (await store.db.select({ unread: count() }).from(notifications).where(mine))[0]!.unread,
      (unread, notification) => ({ type: "notice", notification, unread }),
    )
  }
}

/**
 * The count is read when it is told: two changes at once would each have counted without the other. One reading after the other, so
 * that the last word is the newest.
 */
function follow<News>(
  socket: Socket,
  read: () => Promise<number>,
  frameOf: (count: number, news: News | null) => AccountFrame,
): Count<News> {
  let told = -1
  let telling = Promise.resolve()
  /** Whoever looks while something is on its way would see no more than that. */
  let underWay = 0
  const untold: (News | null)[] = []
  return {
    tell,
    look: () => {
      if (underWay === 0 && untold.length === 0) queue(null, true)
    },
  }

  function tell(news: News | null): void {
    queue(news, false)
  }

  function queue(news: News | null, unlessKnown: boolean): void {
    underWay++
    telling = telling
      .then(() => send(news, unlessKnown))
      .finally(() => {
        underWay--
      })
  }

  async function send(news: News | null, unlessKnown: boolean): Promise<void> {
    try {
      const count = await read()
      if (!socket.isOpen || (unlessKnown && count === told)) return
      told = count
      socket.send(frameOf(count, news))
    } catch (error) {
      // Who may not know it any more is told nothing. Otherwise the database is away.
      if (socket.isOpen && !(error instanceof Refusal)) later(news)
    }
  }

  function later(news: News | null): void {
    if (news === null && untold.length > 0) return
    untold.push(news)
    if (untold.length > 1) return
    setTimeout(() => {
      for (const one of untold.splice(0)) tell(one)
    }, lookAgain).unref()
  }
}

function sendSettings(socket: Socket, shop: ShopState): void {
  const frame: AccountFrame = { type: "settings", ...publicSettings(shop) }
  socket.send(frame)
}

function maySeeQueue({ role, adminType }: Person): boolean {
  return role === "admin" && adminType !== "financial_admin"
}

function sendAccount(socket: Socket, signedOut: boolean): void {
  const { role, level } = socket.person
  const frame: AccountFrame = { type: "account", role, membership_level: level, signed_out: signedOut }
  socket.send(frame)
}
