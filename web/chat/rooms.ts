import { queryOptions } from "@tanstack/react-query"
import type { ChatRoom } from "#contract/chat.ts"
import { call } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import { onFrame } from "../session/frames.ts"

let isDown = false
onFrame("socket-closed", () => {
  isDown = true
})
onFrame("account", () => {
  if (isDown) void refreshRooms()
  isDown = false
})

/** The account's socket tells what is new; while it is down, and now and then, the lists ask. Milliseconds. */
export const pause = () => (isDown ? 30_000 : 120_000)

/** A member's conversations, newest activity first. */
export const roomsQuery = (owner: string) =>
  queryOptions({
    queryKey: ["chat-rooms", owner],
    queryFn: ({ signal }) => call<ChatRoom[]>("GET /chat/user/rooms/?limit=100", { signal }),
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
    refetchInterval: pause,
  })

/** Something was said, read or flagged: whatever lists rooms asks again. */
export const refreshRooms = () => queries().invalidateQueries({ queryKey: ["chat-rooms"] })
