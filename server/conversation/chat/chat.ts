import type { FastifyBaseLogger } from "fastify"
import type { Actor } from "../../platform/auth/actor.ts"
import { assertNotSuspended } from "../../platform/auth/actor.ts"
import type { Bus } from "../../platform/bus/bus.ts"
import { seconds } from "../../platform/clock.ts"
import type { Store } from "../../platform/db/store.ts"
import type { Limits } from "../../platform/http/limits.ts"
import type { Storage } from "../../platform/media/storage.ts"
import type { Moderation } from "../../platform/moderation/moderation.ts"
import type { Settings } from "../../platform/settings.ts"
import type { Sockets } from "../../platform/sockets/sockets.ts"
import { openLiveRooms } from "./live.ts"
import { type Watch, watchMembers } from "./memberPresence.ts"
import { createMessagePush } from "./messagePush.ts"
import { createMissedMessages } from "./missedMessages.ts"
import { createPace } from "./pace.ts"
import { assertOpen, enterToWrite } from "./policy.ts"
import { createPresence } from "./presence.ts"
import type { RoomFacts } from "./rooms.ts"
import type { SendDeps } from "./send.ts"
import { chatSocket } from "./socket.ts"
import { createUnread, type Unread } from "./unread.ts"
import { createWriter } from "./write.ts"

export interface Chat {
  sending: SendDeps
  unread: Unread
  facts: RoomFacts
  watch: Watch
  /** Writes the notifications of messages whose node failed to write them. */
  notifyMissed(): Promise<void>
  assertMayWrite(actor: Actor, roomId: number): Promise<void>
  close(): void
}

/** The number of bytes of history sent to an account in a minute: about 15,000 messages. */
const historyAMinute = 10 * 1024 * 1024

interface ChatContext {
  settings: Settings
  log: FastifyBaseLogger
  store: Store
  /** A store with its own connections. */
  writing: Store
  storage: Storage
  bus: Bus
  limits: Limits
  moderation: Moderation
  sockets: Sockets
  answerDue: RoomFacts["answerDue"]
}

export function openChat({
  settings,
  log,
  store,
  writing,
  storage,
  bus,
  limits,
  moderation,
  sockets,
  answerDue,
}: ChatContext): Chat {
  const presence = createPresence(bus, sockets)
  const absent = createMissedMessages(store, bus, presence.online)
  const push = createMessagePush(store, log)
  const live = openLiveRooms(store, bus, presence, createPace(historyAMinute * settings.rateLimitScale), log)
  const sending: SendDeps = {
    store,
    storage,
    moderation,
    writer: createWriter({ store, writing, moderation }),
    limit: limits.make("chat", 30, seconds(10)),
    recent: live.recent,
    pending: new Map(),
    sent: ({ roomId, sender }, { firstUnreadOf: reader }) => {
      if (reader === null) return
      const isMember = sender.role === "moderator"
      push({ userId: reader, roomId, isMember })
      if (!isMember || presence.online(reader)) return
      void absent.notifyMember(roomId).catch((err) => log.warn({ err }, "could not create a notification"))
    },
  }
  chatSocket({ sockets, store, live, sending, joins: limits.make("chatJoins", 100, seconds(10)), log })
  return {
    sending,
    unread: createUnread(store, bus),
    facts: { online: presence.online, now: store.now, answerDue },
    watch: watchMembers(store, presence, log),
    notifyMissed: absent.catchUp,
    assertMayWrite: async (actor, roomId) => {
      const { room } = await enterToWrite(store, actor, roomId)
      assertNotSuspended(actor)
      assertOpen(room.frozenAt !== null)
    },
    close: () => {
      live.close()
      presence.close()
    },
  }
}
