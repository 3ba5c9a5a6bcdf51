import { useEffect, useMemo, useSyncExternalStore } from "react"
import { closeCodes } from "#contract/closeCodes.ts"
import { type Conversation, openConversation, type Person, type View } from "./conversation.ts"
import { refreshRooms } from "./rooms.ts"
import { lookAt } from "./unread.ts"

/** The conversation is open while the component is mounted. */
export function useConversation(roomId: number, { id, uuid, role }: Person): [View, Conversation] {
  const conversation = useMemo(() => openConversation(roomId, { id, uuid, role }), [roomId, id, uuid, role])
  const view = useSyncExternalStore(conversation.subscribe, conversation.snapshot, conversation.snapshot)
  useEffect(() => conversation.start(), [conversation])
  useEffect(() => lookAt(roomId), [roomId])
  return [view, conversation]
}

/** Refreshes the list of rooms after new or flagged messages, and reloads a conversation that the server refuses. */
export function useRoomChanges({ room, connection }: View, conversation: Conversation, flagged = ""): void {
  const newest = room.messages.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: new and flagged messages change the list
  useEffect(() => void refreshRooms(), [newest, flagged])
  // The membership has ended, or the room was reassigned or is gone. The server's answer decides which screen to show.
  const isOut = connection.refused === closeCodes.forbidden
  useEffect(() => {
    if (isOut) conversation.reload()
  }, [isOut, conversation])
}
