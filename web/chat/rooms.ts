import { queryOptions } from "@tanstack/react-query"
import type { ChatRoom } from "#contract/chat.ts"
import { call } from "../api/client.ts"
import { queries } from "../api/queries.ts"

/** A member's conversations, newest activity first. */
export const roomsQuery = (owner: string) =>
  queryOptions({
    queryKey: ["chat-rooms", owner],
    queryFn: ({ signal }) => call<ChatRoom[]>("GET /chat/user/rooms/?limit=100", { signal }),
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
    refetchInterval: 30_000,
  })

/** Something was said, read or flagged: whatever lists rooms asks again. */
export const refreshRooms = () => queries().invalidateQueries({ queryKey: ["chat-rooms"] })
