import type { InfiniteData } from "@tanstack/react-query"
import { useEffect } from "react"
import type { ChatRoom } from "#contract/chat.ts"
import type { AccountFrame } from "#contract/sockets.ts"
import { refreshRooms } from "../../people/chat/rooms.ts"
import { queries } from "../../platform/api/queries.ts"
import { onFrame } from "../../platform/session/frames.ts"

type Presence = Extract<AccountFrame, { type: "presence" }>
type Rooms = InfiniteData<{ items: ChatRoom[]; total: number }>

/** Updates the members' presence in the list of chats from the account's socket. */
export function usePresence(owner: string): void {
  useEffect(
    () =>
      onFrame<Presence>("presence", ({ user_id, online }) => {
        const withPresence = (room: ChatRoom) => (room.user_id === user_id ? { ...room, other_online: online } : room)
        queries().setQueriesData<Rooms>(
          { queryKey: ["chat-rooms", owner, "desk"] },
          (known) =>
            known && { ...known, pages: known.pages.map((page) => ({ ...page, items: page.items.map(withPresence) })) },
        )
      }),
    [owner],
  )
}

/** Reloads the lists when a chat came back, was snoozed or changed hands in any tab. */
export function useDeskChanges(): void {
  useEffect(() => onFrame<Extract<AccountFrame, { type: "desk" }>>("desk", () => void refreshRooms()), [])
}
