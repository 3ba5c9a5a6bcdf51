import { useCallback, useEffect, useMemo, useState } from "react"
import type { ChatMessage } from "#contract/chat.ts"
import { chatTexts } from "#contract/memberText.ts"
import { pageSize } from "#contract/messageRules.ts"
import type { Conversation, View } from "../../people/chat/conversation.ts"
import { call, explain } from "../../platform/api/client.ts"
import { toast } from "../../platform/ui/toast.tsx"

interface Around {
  messages: readonly ChatMessage[]
  hasOlder: boolean
  hasNewer: boolean
  older: View["older"]
}

/** Replaces the newest messages in the log. */
export interface Shown {
  view: View
  conversation: Conversation
  /** Undefined if the newest messages follow directly. */
  loadNewer?(): Promise<void>
}

/**
 * Loads the messages around one of them, for a room that is opened at that message. Further pages can be loaded in both
 * directions until they meet the conversation's own messages. Returns null if the conversation has the message already.
 */
export function useMessagesAround(
  roomId: number,
  at: number | null,
  view: View,
  conversation: Conversation,
  leave: () => void,
): Shown | null {
  const [around, setAround] = useState<Around | null>(null)
  const isReady = view.status === "ready"
  const { messages, gone } = view.room
  const first = messages[0]?.id
  const isHeld = at === null || (first !== undefined && first <= at)

  useEffect(() => {
    setAround(null)
    if (isHeld || !isReady) return
    let isOver = false
    read(roomId, { around_id: at }).then(
      (page) => {
        if (isOver) return
        const older = page.filter(({ id }) => id <= at).length
        setAround({
          messages: page,
          hasOlder: older >= pageSize / 2,
          hasNewer: page.length - older >= pageSize / 2,
          older: "idle",
        })
      },
      (error) => {
        if (isOver) return
        toast(chatTexts.fetchFailed, { kind: "error", description: explain(error) })
        leave()
      },
    )
    return () => {
      isOver = true
    }
  }, [roomId, at, isHeld, isReady, leave])

  const loadOlder = useCallback(async () => {
    const oldest = around?.messages[0]
    if (!oldest || around.older === "loading") return
    setAround({ ...around, older: "loading" })
    try {
      const page = await read(roomId, { before_id: oldest.id })
      setAround(
        (now) =>
          now && { ...now, older: "idle", messages: joined(page, now.messages), hasOlder: page.length === pageSize },
      )
    } catch {
      setAround((now) => now && { ...now, older: "failed" })
    }
  }, [roomId, around])

  const loadNewer = useCallback(async () => {
    const newest = around?.messages.at(-1)
    if (!newest) return
    try {
      const page = await read(roomId, { after_id: newest.id })
      setAround((now) => now && { ...now, messages: joined(now.messages, page), hasNewer: page.length === pageSize })
    } catch (error) {
      toast(chatTexts.loadMoreFailed, { kind: "error", description: explain(error) })
    }
  }, [roomId, around])

  return useMemo(() => {
    if (!around) return null
    const newest = around.messages.at(-1)?.id ?? 0
    const meets = !around.hasNewer || (first !== undefined && newest >= first)
    const all = (meets ? joined(around.messages, messages) : around.messages).filter(({ id }) => !gone.has(id))
    const room = { ...view.room, messages: all, hasMore: around.hasOlder }
    return {
      view: { ...view, room, older: around.older, outgoing: meets ? view.outgoing : [], firstNew: null },
      conversation: { ...conversation, loadOlder },
      loadNewer: meets ? undefined : loadNewer,
    }
  }, [around, messages, first, gone, view, conversation, loadOlder, loadNewer])
}

async function read(roomId: number, query: { around_id: number } | { before_id: number } | { after_id: number }) {
  const page = await call(`GET /chat/rooms/${roomId}/messages`, { query: { ...query, limit: pageSize } })
  return page.filter((one): one is ChatMessage => "content" in one)
}

/** Sorted by id. Of two versions of a message, the later one counts. */
function joined(a: readonly ChatMessage[], b: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map(a.map((one) => [one.id, one]))
  for (const one of b) if ((byId.get(one.id)?.seq ?? 0) <= one.seq) byId.set(one.id, one)
  return [...byId.values()].sort((one, other) => one.id - other.id)
}
