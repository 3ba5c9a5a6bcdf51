import type { FastifyBaseLogger } from "fastify"
import { ClientFrame, RoomIdentify, type ServerFrame } from "#contract/chat.ts"
import { faultIn, tidy } from "#contract/chatText.ts"
import { closeCodes } from "#contract/closeCodes.ts"
import { chatTexts } from "#contract/texts.ts"
import type { Store } from "../db/store.ts"
import { invalid, Refusal } from "../refusal.ts"
import type { Socket, Sockets, Visit } from "../sockets/sockets.ts"
import { readRoom } from "./audit.ts"
import { roomTopic } from "./events.ts"
import { createFrame, type Guest, type LiveRooms } from "./live.ts"
import { markRead } from "./messages.ts"
import { assertWrites, enter, seatOf } from "./policy.ts"
import { type Post, write } from "./send.ts"

/** Typing that goes on is told again no more often than this. */
const typingAgain = 1000

/** `/api/chat/ws/{roomId}/{userId}`: one room, as somebody who may enter it. */
export function chatSocket({
  sockets,
  store,
  live,
  post,
  log,
}: {
  sockets: Sockets
  store: Store
  live: LiveRooms
  post: Post
  log: FastifyBaseLogger
}): void {
  sockets.at({
    path: /^\/api\/chat\/ws\/(\d{1,10})\/(\d{1,10})$/,
    hello: RoomIdentify,
    frame: ClientFrame,
    enter: async (socket, hello, [room, user]) => {
      const roomId = Number(room)
      const isOther = Number(user) !== socket.person.id || (hello.chat_room_id ?? roomId) !== roomId
      if (isOther) throw new Refusal("FORBIDDEN", chatTexts.invalidRoom)
      const entered = await enter(store, socket.person, roomId)
      await readRoom(store, entered)
      return visit(live.enter(socket, entered), { socket, store, post, log })
    },
  })
}

function visit(
  guest: Guest,
  { socket, store, post, log }: { socket: Socket; store: Store; post: Post; log: FastifyBaseLogger },
): Visit<ClientFrame> {
  const { roomId, seat } = guest
  let typing = { is: false, since: 0 }
  return {
    hear: (frame) => {
      if (frame.type === "join") return join(frame.last_seq)
      if (frame.type === "create") return create(frame)
      if (seat === "admin") return
      if (frame.type === "typing") return type(frame.is_typing)
      return store.transaction((tx) => markRead(tx, socket.person.id, roomId, frame.last_message_id))
    },
    changed: () => {
      if (!seatOf(guest.room, socket.person)) throw new Refusal("FORBIDDEN", chatTexts.invalidRoom)
    },
    left: () => {
      if (typing.is) type(false)
      guest.leave()
    },
  }

  /** Who could not be told what it missed would take silence for nothing new: it has to come again. */
  async function join(lastSeq: number | undefined): Promise<void> {
    try {
      await guest.join(lastSeq)
    } catch (err) {
      log.warn({ err }, "a room could not be joined")
      socket.close(closeCodes.failed)
    }
  }

  async function create(frame: Extract<ClientFrame, { type: "create" }>): Promise<void> {
    if ((frame.chat_room_id ?? roomId) !== roomId) throw invalid("chat_room_id", chatTexts.invalidRoom)
    const content = tidy(frame.content ?? frame.message ?? "")
    const fault = faultIn(content)
    if (fault) throw invalid("message", fault)
    assertWrites(seat, guest.room.frozen)
    const { message, isNew, help } = await write(post, socket.person, {
      roomId,
      content,
      clientId: frame.client_id ?? null,
    })
    if (!isNew && guest.cursor !== null && guest.cursor < message.seq) await guest.catchUp()
    // Everybody else, and who has joined, hears of a new one by the room.
    if (!isNew || guest.cursor === null) socket.sendFrame(createFrame(message, seat))
    if (help) socket.send({ type: "help", detail: help, message_id: message.id } as ServerFrame)
  }

  function type(is: boolean): void {
    const now = performance.now()
    if (is === typing.is && (!is || now - typing.since < typingAgain)) return
    typing = { is, since: now }
    store.tell(roomTopic(roomId), { kind: "typing", user_id: socket.person.id, is_typing: is })
  }
}
