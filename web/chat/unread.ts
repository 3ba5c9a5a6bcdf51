import { noticeTexts } from "#contract/buyingText.ts"
import type { ChatMessage } from "#contract/chat.ts"
import type { UnreadCount } from "#contract/sockets.ts"
import { announce } from "../account/notices/announce.ts"
import { call } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import { onFrame } from "../session/frames.ts"

type UnreadFrame = { type: "unread" } & UnreadCount

const pollEvery = 2000
/** So long the socket may take before the count is asked for. */
const patience = 3000

/**
 * Keeps the number beside Messages, from the account's socket, and every two seconds by HTTP while that is down. What is new in a
 * room that is not being looked at is announced. `linkTo` knows where a room is, or all of them.
 */
export function keepUnread(linkTo: (roomId: number | null) => string): () => void {
  let known: UnreadCount | null = null
  let polls: ReturnType<typeof setInterval> | undefined
  let late: ReturnType<typeof setTimeout> | undefined
  let turn = 0
  const stops = [
    onFrame<UnreadFrame>("unread", (frame) => {
      rest()
      hear(frame)
    }),
    onFrame("socket-closed", () => {
      rest()
      late = setTimeout(poll, patience)
    }),
  ]
  late = setTimeout(poll, patience)
  return () => {
    for (const stop of stops) stop()
    rest()
    show(0)
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
      // An answer that the socket, or a later one, has overtaken is older than what is shown.
      const mine = ++turn
      call<UnreadCount>("GET /chat/unread-count").then(
        (count) => void (mine === turn && hear(count)),
        () => undefined,
      )
    }
    ask()
    polls = setInterval(ask, pollEvery)
  }

  function hear(count: UnreadCount): void {
    const before = known
    known = count
    show(count.total_unread)
    if (before && JSON.stringify(before.unread_per_room) === JSON.stringify(count.unread_per_room)) return
    // At the start, too: what came between the list and the socket is in the count, and not in the list.
    void queries().invalidateQueries({ queryKey: ["chat-rooms"] })
    if (!before) return
    const grown = Object.entries(count.unread_per_room).filter(
      ([room, unread]) => unread > (before.unread_per_room[room] ?? 0) && !isLookedAt(Number(room)),
    )
    const [first] = grown
    if (!first) return
    if (grown.length === 1) tell(Number(first[0]), first[1])
    else tellSeveral(grown.length, count.total_unread)
  }

  /** As when a model with all its chats is given to a moderator. */
  function tellSeveral(rooms: number, unread: number): void {
    const { title, body } = noticeTexts.newMessages
    void announce({ title, body: body(String(rooms)), link: linkTo(null), tag: `chats-${unread}`, about: "messages" })
  }

  function tell(roomId: number, unread: number): void {
    const { title, body } = noticeTexts.newMessage
    const preview = () => lastSaid(roomId)
    void announce({ title, body, preview, link: linkTo(roomId), tag: `chat-${roomId}-${unread}`, about: "messages" })
  }
}

async function lastSaid(roomId: number): Promise<string | null> {
  const [message] = await call<ChatMessage[]>(`GET /chat/rooms/${roomId}/messages?limit=1`)
  return message ? message.content || message.file_name : null
}

let lookedAt: number | null = null

/** The room on the screen: what comes there announces itself. */
export function lookAt(roomId: number): () => void {
  lookedAt = roomId
  return () => {
    if (lookedAt === roomId) lookedAt = null
  }
}

/** Whether a room is on this page, looked at or not. */
export const isOpen = (roomId: number) => lookedAt === roomId

const isLookedAt = (roomId: number) => lookedAt === roomId && document.visibilityState === "visible"

function show(count: number): void {
  const { dataset, style } = document.documentElement
  style.setProperty("--unread", `"${count > 9 ? "9+" : count}"`)
  if (count > 0) dataset.unread = "some"
  else delete dataset.unread
}
