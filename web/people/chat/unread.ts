import { useSyncExternalStore } from "react"
import { notificationTexts } from "#contract/buyingText.ts"
import { chatTexts } from "#contract/memberText.ts"
import type { UnreadCount } from "#contract/sockets.ts"
import { call } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import type { Address } from "../../platform/router.ts"
import { onFrame } from "../../platform/session/frames.ts"
import { announce } from "../notifications/announce.ts"

type UnreadFrame = { type: "unread" } & UnreadCount

const pollEvery = 2000
/** Milliseconds to wait for the socket before polling. */
const socketTimeout = 3000

/**
 * Follows the unread count on the account's socket, and polls every two seconds while that is down. Announces messages
 * of rooms that are not in view. `linkTo` returns the address of a room, or of the list for null.
 */
export function followUnread(linkTo: (roomId: number | null) => Address): () => void {
  let known: UnreadCount | null = null
  let polls: ReturnType<typeof setInterval> | undefined
  let late: ReturnType<typeof setTimeout> | undefined
  let turn = 0
  const stops = [
    onFrame<UnreadFrame>("unread", (frame) => {
      rest()
      update(frame)
    }),
    onFrame("socket-closed", () => {
      rest()
      late = setTimeout(poll, socketTimeout)
    }),
  ]
  late = setTimeout(poll, socketTimeout)
  return () => {
    for (const stop of stops) stop()
    rest()
    show(0)
    showChats(0)
  }

  function rest(): void {
    clearInterval(polls)
    clearTimeout(late)
    turn++
  }

  function poll(): void {
    clearInterval(polls)
    const ask = () => {
      if (document.visibilityState !== "visible" || !navigator.onLine) return
      // An answer that the socket or a later poll has overtaken is ignored.
      const mine = ++turn
      call("GET /chat/unread-count").then(
        (count) => void (mine === turn && update(count)),
        () => undefined,
      )
    }
    ask()
    polls = setInterval(ask, pollEvery)
  }

  function update(count: UnreadCount): void {
    const before = known
    known = count
    show(count.total_unread)
    showChats(Object.values(count.unread_per_room).filter((unread) => unread > 0).length)
    if (before && JSON.stringify(before.unread_per_room) === JSON.stringify(count.unread_per_room)) return
    // This also runs at the start: messages may have arrived between the response of the list and the socket.
    void queries().invalidateQueries({ queryKey: ["chat-rooms"] })
    if (!before) return
    const grown = Object.entries(count.unread_per_room).filter(
      ([room, unread]) => unread > (before.unread_per_room[room] ?? 0) && !isLookedAt(Number(room)),
    )
    const [first] = grown
    if (!first) return
    if (grown.length === 1) announceOne(Number(first[0]), first[1])
    else announceSeveral(grown.length, count.total_unread)
  }

  /** Several rooms become unread at once when, for example, a model with its chats is reassigned. */
  function announceSeveral(rooms: number, unread: number): void {
    const { title, body } = notificationTexts.newMessages
    void announce({ title, body: body(String(rooms)), link: linkTo(null), tag: `chats-${unread}`, about: "messages" })
  }

  function announceOne(roomId: number, unread: number): void {
    const { title, body } = notificationTexts.newMessage
    const preview = () => lastMessage(roomId)
    const inShop = async () => chatTexts.newAbout((await call(`GET /chat/rooms/${roomId}`)).doll.name)
    void announce({
      title,
      body,
      inShop,
      preview,
      link: linkTo(roomId),
      tag: `chat-${roomId}-${unread}`,
      about: "messages",
    })
  }
}

async function lastMessage(roomId: number): Promise<string | null> {
  const [message] = await call(`GET /chat/rooms/${roomId}/messages`, { query: { limit: 1 } })
  return message && "content" in message ? message.content || message.file_name : null
}

let lookedAt: number | null = null

/** Sets the room in view, whose messages are not announced. */
export function lookAt(roomId: number): () => void {
  lookedAt = roomId
  return () => {
    if (lookedAt === roomId) lookedAt = null
  }
}

/** Whether this page shows the room. */
export const isOpen = (roomId: number) => lookedAt === roomId

const isLookedAt = (roomId: number) => lookedAt === roomId && document.visibilityState === "visible"

let chats = 0
const followers = new Set<() => void>()

/** The number of chats with unread messages. */
export const unreadChats = () => chats

export function useUnreadChats(): number {
  return useSyncExternalStore(
    (changed) => {
      followers.add(changed)
      return () => followers.delete(changed)
    },
    unreadChats,
    () => 0,
  )
}

function showChats(count: number): void {
  chats = count
  for (const changed of followers) changed()
}

function show(count: number): void {
  const { dataset, style } = document.documentElement
  style.setProperty("--unread", `"${count > 9 ? "9+" : count}"`)
  if (count > 0) dataset.unread = "some"
  else delete dataset.unread
}
