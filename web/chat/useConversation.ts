import { useEffect, useMemo, useSyncExternalStore } from "react"
import { type Conversation, openConversation, type Person, type View } from "./conversation.ts"
import { lookAt } from "./unread.ts"

/** One room, open for as long as the component stands. */
export function useConversation(roomId: number, { id, uuid, role }: Person): [View, Conversation] {
  const conversation = useMemo(() => openConversation(roomId, { id, uuid, role }), [roomId, id, uuid, role])
  const view = useSyncExternalStore(conversation.subscribe, conversation.snapshot, conversation.snapshot)
  useEffect(() => conversation.start(), [conversation])
  useEffect(() => lookAt(roomId), [roomId])
  return [view, conversation]
}
