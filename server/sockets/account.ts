import { and, count, eq, isNull } from "drizzle-orm"
import * as z from "zod"
import { type AccountFrame, Identify } from "#contract/sockets.ts"
import type { Person } from "../accounts/actor.ts"
import type { App } from "../app.ts"
import { countFlagged } from "../moderation/flagged.ts"
import { queueTopic } from "../moderation/queue.ts"
import { accountTopic } from "../notifications/notifications.ts"
import { notifications } from "../notifications/tables.ts"
import { publicSettings, type ShopState } from "../staff/shopSettings.ts"
import type { Socket } from "./sockets.ts"

type Notice = Extract<AccountFrame, { type: "notice" }>

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
  const everyone = new Set<() => void>()
  bus.onReturn(() => {
    for (const again of [...everyone]) again()
  })
  sockets.at({
    path: /^\/api\/ws$/,
    hello: Identify,
    frame: z.never(),
    enter: (socket) => {
      const stop = bus.subscribe<{ type: string }>(accountTopic(socket.person.id), (frame) => {
        if (frame.type === "notice") void sendNotice(socket, frame as Notice)
        else socket.send(frame)
      })
      const stopQueue = maySeeQueue(socket.person) ? followQueue(socket) : () => {}
      const stopSettings = shop.onChange(() => sendSettings(socket, shop))
      const again = () => void sendNotice(socket, { type: "notice", notification: null })
      everyone.add(again)
      sendAccount(socket, false)
      again()
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
          everyone.delete(again)
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

  /** The count is read when it is told: two changes at once would each have counted without the other. */
  async function sendNotice(socket: Socket, notice: Omit<Notice, "unread">): Promise<void> {
    const mine = and(eq(notifications.userId, socket.person.id), isNull(notifications.readAt))
    // A database that is away: the page asks for its notifications itself sooner or later.
    const [found] = await store.db
      .select({ unread: count() })
      .from(notifications)
      .where(mine)
      .catch(() => [])
    if (found) socket.send({ ...notice, ...found })
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
