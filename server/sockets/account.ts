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
import { publicSettings, type ShopState } from "../staff/shopSettings.ts"
import type { Socket } from "./sockets.ts"

type Notice = Extract<AccountFrame, { type: "notice" }>

interface Notices {
  /** A new one, or none: only the count has changed. */
  tell(notification: Notice["notification"]): void
  /** Tells the count if it is not what was told last. */
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
  const everyone = new Set<Notices>()
  bus.onReturn(() => {
    for (const notices of [...everyone]) notices.tell(null)
  })
  // What a node stored that was killed before it could say so, nobody tells.
  setInterval(() => {
    if (!bus.up) for (const notices of [...everyone]) notices.look()
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
      const stopQueue = maySeeQueue(socket.person) ? followQueue(socket) : () => {}
      const stopSettings = shop.onChange(() => sendSettings(socket, shop))
      everyone.add(notices)
      sendAccount(socket, false)
      notices.tell(null)
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
          everyone.delete(notices)
        },
      }
    },
  })

  /** How much waits for an admin of the content, from now on. */
  function followQueue(socket: Socket): () => void {
    const tell = async () => {
      const count = await countFlagged(store, socket.person).catch(() => null)
      const frame: AccountFrame | null = count === null ? null : { type: "flagged", count }
      if (frame) socket.send(frame)
    }
    void tell()
    return bus.subscribe(queueTopic, () => void tell())
  }

  /**
   * The count is read when it is told: two changes at once would each have counted without the other. One reading after the other, so
   * that the last word is the newest.
   */
  function followNotices(socket: Socket): Notices {
    const mine = and(eq(notifications.userId, socket.person.id), isNull(notifications.readAt))
    let told = -1
    let telling = Promise.resolve()
    return { tell, look: () => queue(null, true) }

    function tell(notification: Notice["notification"]): void {
      queue(notification, false)
    }

    function queue(notification: Notice["notification"], unlessKnown: boolean): void {
      telling = telling.then(() => send(notification, unlessKnown))
    }

    async function send(notification: Notice["notification"], unlessKnown: boolean): Promise<void> {
      const [found] = await store.db
        .select({ unread: count() })
        .from(notifications)
        .where(mine)
        .catch(() => [])
      if (!socket.isOpen || (unlessKnown && found?.unread === told)) return
      // The database is away.
      if (!found) return void setTimeout(() => tell(notification), lookAgain).unref()
      told = found.unread
      const frame: AccountFrame = { type: "notice", notification, ...found }
      socket.send(frame)
    }
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
