import type { FastifyBaseLogger } from "fastify"
import type { Actor } from "../accounts/actor.ts"
import type { Bus } from "../bus/bus.ts"
import { seconds } from "../clock.ts"
import type { Store } from "../db/store.ts"
import type { Limits } from "../http/limits.ts"
import type { Storage } from "../media/storage.ts"
import type { Moderation } from "../moderation/moderation.ts"
import type { Sockets } from "../sockets/sockets.ts"
import { createAbsent } from "./absent.ts"
import { openLiveRooms } from "./live.ts"
import { type Watch, watchMembers } from "./memberPresence.ts"
import { assertOpen, enterToWrite } from "./policy.ts"
import { createPresence } from "./presence.ts"
import type { Online } from "./rooms.ts"
import type { SendDeps } from "./send.ts"
import { chatSocket } from "./socket.ts"
import { createUnread, type Unread } from "./unread.ts"
import { createWriter } from "./write.ts"

/** What of the chat lives in this process. */
export interface Chat {
  sending: SendDeps
  unread: Unread
  online: Online
  watch: Watch
  /** Writes notices of messages that nobody wrote in time. */
  noticeMissed(): Promise<void>
  assertMayWrite(actor: Actor, roomId: number): Promise<void>
  close(): void
}

interface Given {
  log: FastifyBaseLogger
  store: Store
  storage: Storage
  bus: Bus
  limits: Limits
  moderation: Moderation
  sockets: Sockets
}

export function openChat({ log, store, storage, bus, limits, moderation, sockets }: Given): Chat {
  const presence = createPresence(bus, sockets)
  const absent = createAbsent(store, bus, presence.online)
  const live = openLiveRooms(store, bus, presence, log)
  const sending: SendDeps = {
    store,
    storage,
    moderation,
    writer: createWriter(store, moderation),
    limit: limits.make("chat", 30, seconds(10)),
    recent: live.recent,
    underWay: new Map(),
    sent: ({ roomId, sender }, { firstUnreadOf: reader }) => {
      if (sender.role !== "moderator" || reader === null || presence.online(reader)) return
      void absent.notice(roomId).catch((err) => log.warn({ err }, "a notice was not written"))
    },
  }
  chatSocket({ sockets, store, live, sending, joins: limits.make("chatJoins", 100, seconds(10)), log })
  return {
    sending,
    unread: createUnread(store, bus),
    online: presence.online,
    watch: watchMembers(store, presence, log),
    noticeMissed: absent.catchUp,
    assertMayWrite: async (actor, roomId) => {
      const { room } = await enterToWrite(store, actor, roomId)
      assertOpen(room.frozenAt !== null)
    },
    close: () => {
      live.close()
      presence.close()
    },
  }
}
