import { queryOptions } from "@tanstack/react-query"
import { call } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { onFrame } from "../../platform/session/frames.ts"

let isDown = false
onFrame("socket-closed", () => {
  isDown = true
})
onFrame("account", () => {
  if (isDown) void refreshRooms()
  isDown = false
})

/** Lists are refreshed by the account's socket, and polled in case it is down. Milliseconds. */
export const pause = () => (isDown ? 30_000 : 120_000)

/** A member's conversations, newest activity first. */
export const roomsQuery = (owner: string) =>
  queryOptions({
    queryKey: ["chat-rooms", owner],
    queryFn: ({ signal }) => call("GET /chat/user/rooms/", { query: { limit: 100 }, signal }),
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
    refetchInterval: pause,
  })

/** Refetches all room lists. */
export const refreshRooms = () => queries().invalidateQueries({ queryKey: ["chat-rooms"] })
