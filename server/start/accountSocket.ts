import { and, count, eq, isNull } from "drizzle-orm"
import * as z from "zod"
import { type AccountFrame, Identify } from "#contract/sockets.ts"
import { countFlagged } from "../backoffice/review-queue/flagged.ts"
import type { Chat } from "../conversation/chat/chat.ts"
import { seconds } from "../platform/clock.ts"
import type { Context } from "../platform/context.ts"
import { queueTopic } from "../platform/moderation/queue.ts"
import { accountTopic } from "../platform/notifications/notifications.ts"
import { notifications } from "../platform/notifications/tables.ts"
import { Refusal } from "../platform/refusal.ts"
import type { ShopState } from "../platform/shop-settings/shopSettings.ts"
import type { Socket } from "../platform/sockets/sockets.ts"
import { countWaiting } from "../sales/order-admin/orders.ts"
import { waitingTopic } from "../sales/orders/notifications.ts"

type NoticeFrame = Extract<AccountFrame, { type: "notice" }>
type Notification = NonNullable<NoticeFrame["notification"]>

/** A counter shown on an open page. */
interface Count<News> {
  /** Sends the count with `news`, or with null if only the count has changed. */
  push(news: News | null): void
  /** Sends the count if it differs from the one sent last. */
  refresh(): void
}

const pollInterval = seconds(3)

export const accountPath = /^\/api\/ws$/

/**
 * Serves `/api/ws`: one socket for each open page. A message published under `accountTopic(userId)` is a frame, and is
 * sent to every page of that account on every node.
 */
export function accountSocket({
  sockets,
  bus,
  store,
  chat,
  shop,
}: Pick<Context, "sockets" | "bus" | "store"> & { chat: Chat; shop: ShopState }): void {
  const everyone = new Set<Count<never>>()
  bus.onReconnect(() => {
    for (const count of [...everyone]) count.push(null)
  })
  // A node that is killed after a commit may not have published the change.
  setInterval(() => {
    if (!bus.up) for (const count of [...everyone]) count.refresh()
  }, pollInterval).unref()
  sockets.register({
    path: accountPath,
    hello: Identify,
    frame: z.never(),
    enter: (socket) => {
      const unreadNotifications = watchNotifications(socket)
      const stop = bus.subscribe<{ type: string }>(accountTopic(socket.person.id), (frame) => {
        if (frame.type === "notice") unreadNotifications.push((frame as NoticeFrame).notification)
        else socket.send(frame)
      })
      const queues = queuesOf(socket)
      const stopQueues = queues.map(({ topic, count }) => bus.subscribe(topic, () => count.push(null)))
      const stopSettings = shop.onChange(() => sendSettings(socket, shop))
      const counts = [unreadNotifications, ...queues.map(({ count }) => count)]
      for (const count of counts) everyone.add(count)
      sendAccount(socket, false)
      // The page may have been rendered before the last change.
      sendSettings(socket, shop)
      for (const count of counts) count.push(null)
      const unread = chat.unread.subscribe(socket)
      const unwatch = chat.watch(socket)
      return {
        onFrame: () => {},
        onPersonChange: () => {
          sendAccount(socket, false)
          unread.refresh()
        },
        onSignedOut: () => sendAccount(socket, true),
        onClose: () => {
          stop()
          for (const stopQueue of stopQueues) stopQueue()
          stopSettings()
          unread.stop()
          unwatch()
          for (const count of counts) everyone.delete(count)
        },
      }
    },
  })

  /** Returns the queues that the admin is responsible for, with the number of items that wait in each. */
  function queuesOf(socket: Socket): { topic: string; count: Count<never> }[] {
    const { role, adminType } = socket.person
    if (role !== "admin") return []
    const flagged = {
      topic: queueTopic,
      count: follow<never>(
        socket,
        () => countFlagged(store, socket.person),
        (count) => ({ type: "flagged", count }),
      ),
    }
    const waiting = {
      topic: waitingTopic,
      count: follow<never>(
        socket,
        () => countWaiting(store, socket.person),
        (count) => ({ type: "orders", count }),
      ),
    }
    return adminType === "content_admin" ? [flagged] : adminType === "financial_admin" ? [waiting] : [flagged, waiting]
  }

  function watchNotifications(socket: Socket): Count<Notification> {
    const mine = and(eq(notifications.userId, socket.person.id), isNull(notifications.readAt))
    return follow(
      socket,
      async () => (await store.db.select({ unread: count() }).from(notifications).where(mine))[0]!.unread,
      (unread, notification) => ({ type: "notice", notification, unread }),
    )
  }
}

/**
 * Sends a count whenever it changes. It is read when it is sent: each of two concurrent changes would have counted
 * without the other. Reads run one after the other, so that the last frame sent is the newest.
 */
function follow<News>(
  socket: Socket,
  read: () => Promise<number>,
  frameOf: (count: number, news: News | null) => AccountFrame,
): Count<News> {
  let lastCount = -1
  let sending = Promise.resolve()
  /** The number of reads queued or running. A refresh meanwhile would find nothing that they do not. */
  let inProgress = 0
  const unsent: (News | null)[] = []
  return {
    push,
    refresh: () => {
      if (inProgress === 0 && unsent.length === 0) queue(null, true)
    },
  }

  function push(news: News | null): void {
    queue(news, false)
  }

  function queue(news: News | null, unlessKnown: boolean): void {
    inProgress++
    sending = sending
      .then(() => send(news, unlessKnown))
      .finally(() => {
        inProgress--
      })
  }

  async function send(news: News | null, unlessKnown: boolean): Promise<void> {
    try {
      const count = await read()
      if (!socket.isOpen || (unlessKnown && count === lastCount)) return
      lastCount = count
      socket.send(frameOf(count, news))
    } catch (error) {
      // A person who has lost access receives nothing. Any other error means that the database is unavailable.
      if (socket.isOpen && !(error instanceof Refusal)) later(news)
    }
  }

  function later(news: News | null): void {
    if (news === null && unsent.length > 0) return
    unsent.push(news)
    if (unsent.length > 1) return
    setTimeout(() => {
      for (const one of unsent.splice(0)) push(one)
    }, pollInterval).unref()
  }
}

function sendSettings(socket: Socket, shop: ShopState): void {
  const frame: AccountFrame = { type: "settings", ...shop.current }
  socket.send(frame)
}

function sendAccount(socket: Socket, signedOut: boolean): void {
  const { role, level } = socket.person
  const frame: AccountFrame = { type: "account", role, membership_level: level, signed_out: signedOut }
  socket.send(frame)
}
