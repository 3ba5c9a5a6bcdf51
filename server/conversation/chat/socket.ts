import type { FastifyBaseLogger } from "fastify"
import { ClientFrame, RoomId, RoomIdentify } from "#contract/chat.ts"
import { closeCodes } from "#contract/closeCodes.ts"
import { chatTexts } from "#contract/memberText.ts"
import { faultIn, tidy } from "#contract/messageRules.ts"
import type { Store } from "../../platform/db/store.ts"
import type { Limit } from "../../platform/http/limits.ts"
import { invalid, Refusal } from "../../platform/refusal.ts"
import { isForeign } from "../../platform/sockets/identity.ts"
import type { SocketSession, Sockets } from "../../platform/sockets/sockets.ts"
import { auditReading } from "./audit.ts"
import { roomTopic } from "./events.ts"
import { createFrame } from "./frames.ts"
import type { LiveRooms } from "./live.ts"
import { catchUp, join, type Participant, send } from "./liveRoom.ts"
import { markRead } from "./messages.ts"
import { assertParticipates, enter, roomRoleOf } from "./policy.ts"
import { type SendDeps, sendText } from "./send.ts"

/** The minimum interval between typing frames of a person, in milliseconds. */
const typingAgain = 1000

/** Serves `/api/chat/ws/{roomId}/{userId}`: one room, for a user who may enter it. */
export function chatSocket({
  sockets,
  store,
  live,
  sending,
  joins,
  log,
}: {
  sockets: Sockets
  store: Store
  live: LiveRooms
  sending: SendDeps
  /** Limits joins, because each may read a whole room. */
  joins: Limit
  log: FastifyBaseLogger
}): void {
  sockets.register({
    path: /^\/api\/chat\/ws\/(\d{1,10})\/(\d{1,10})$/,
    hello: RoomIdentify,
    frame: ClientFrame,
    enter: async (socket, hello, [room, user]) => {
      const roomId = Number(room)
      const isHere = RoomId.safeParse(room).success && !isForeign(hello.chat_room_id, roomId)
      if (Number(user) !== socket.person.id || !isHere) throw new Refusal("FORBIDDEN", chatTexts.invalidRoom)
      const entered = await enter(store, socket.person, roomId)
      await auditReading(store, entered)
      return createSession(live.enter(socket, entered), { live, store, sending, joins, log })
    },
  })
}

function createSession(
  participant: Participant,
  {
    live,
    store,
    sending,
    joins,
    log,
  }: { live: LiveRooms; store: Store; sending: SendDeps; joins: Limit; log: FastifyBaseLogger },
): SocketSession<ClientFrame> {
  const { socket, roomRole, room } = participant
  let typing = { is: false, since: 0 }
  return {
    onFrame: (frame) => {
      if (frame.type === "join") return joinOrClose(frame.last_seq)
      if (frame.type === "create") return create(frame)
      if (roomRole === "admin") return
      if (frame.type === "typing") return type(frame.is_typing)
      return store.transaction((tx) => markRead(tx, socket.person.id, room.id, frame.last_message_id))
    },
    onPersonChange: () => {
      if (!roomRoleOf(room.facts, socket.person)) throw new Refusal("FORBIDDEN", chatTexts.invalidRoom)
    },
    onClose: () => {
      if (typing.is) type(false)
      live.leave(participant)
    },
  }

  /** Closes the socket if the join fails: without its history, a client would mistake silence for no news. */
  async function joinOrClose(lastSeq: number | undefined): Promise<void> {
    try {
      joins.takeNow(socket.person.id)
      await join(participant, lastSeq)
    } catch (err) {
      if (err instanceof Refusal) return socket.close(closeCodes.flood)
      log.warn({ err }, "could not join a room")
      socket.close(closeCodes.failed)
    }
  }

  async function create(frame: Extract<ClientFrame, { type: "create" }>): Promise<void> {
    if (isForeign(frame.chat_room_id, room.id)) throw invalid("chat_room_id", chatTexts.invalidRoom)
    const content = tidy(frame.content ?? frame.message ?? "")
    const fault = faultIn(content)
    if (fault) throw invalid("message", fault)
    assertParticipates(roomRole)
    const { message, isNew, help } = await sendText(sending, socket.person, {
      roomId: room.id,
      content,
      clientId: frame.client_id ?? null,
      isFrozen: room.facts.frozen,
    })
    if (!isNew && participant.cursor !== null && participant.cursor < message.seq) await catchUp(room)
    // Joined participants receive a new message through the room.
    if (!isNew || participant.cursor === null) socket.sendFrame(createFrame(message, roomRole))
    if (help !== null) send(participant, { type: "help", detail: help, message_id: message.id })
  }

  function type(is: boolean): void {
    const now = performance.now()
    if (is === typing.is && (!is || now - typing.since < typingAgain)) return
    typing = { is, since: now }
    store.publish(roomTopic(room.id), { kind: "typing", user_id: socket.person.id, is_typing: is })
  }
}
