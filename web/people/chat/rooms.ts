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

/** Milliseconds between polls. The account's socket refreshes the lists; polling covers the time when it is down. */
export const pause = () => (isDown ? 30_000 : 120_000)

/** The newest activity comes first. */
export const roomsQuery = (owner: string) =>
  queryOptions({
    queryKey: ["chat-rooms", owner],
    queryFn: ({ signal }) => call("GET /chat/user/rooms/", { query: { limit: 100 }, signal }),
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
    refetchInterval: pause,
  })

export const refreshRooms = () => queries().invalidateQueries({ queryKey: ["chat-rooms"] })
