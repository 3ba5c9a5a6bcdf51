import type { Actor } from "../accounts/actor.ts"
import type { Bus } from "../bus/bus.ts"
import { seconds } from "../clock.ts"
import type { OpenDatabase } from "../db/open.ts"
import type { Store } from "../db/store.ts"
import type { Limits } from "../http/limits.ts"
import type { Storage } from "../media/storage.ts"
import type { Moderation } from "../moderation/moderation.ts"
import type { Settings } from "../settings.ts"
import { enterToWrite } from "./policy.ts"
import type { Online } from "./rooms.ts"
import type { Post } from "./send.ts"
import { createUnread, type Unread } from "./unread.ts"
import { createWriter } from "./write.ts"

/** What of the chat lives in this process. */
export interface Chat {
  post: Post
  unread: Unread
  online: Online
  assertMayWrite(actor: Actor, roomId: number): Promise<void>
  close(): void
}

interface Given {
  settings: Settings
  store: Store
  storage: Storage
  bus: Bus
  limits: Limits
  moderation: Moderation
  database: OpenDatabase
}

export function openChat({ settings, store, storage, bus, limits, moderation, database }: Given): Chat {
  const unread = createUnread(store, bus, settings)
  const post: Post = {
    store,
    storage,
    moderation,
    // The embedded database does one thing after the other anyway.
    writer: createWriter(store, moderation, database.kind === "embedded" ? 1 : 3),
    pace: limits.make("chat", 30, seconds(10)),
    recent: () => undefined,
    sent: () => {},
  }
  return {
    post,
    unread,
    online: () => false,
    assertMayWrite: async (actor, roomId) => void (await enterToWrite(store, actor, roomId)),
    close: () => {},
  }
}
