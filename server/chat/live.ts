import type { FastifyBaseLogger } from "fastify"
import { closeCodes } from "#contract/closeCodes.ts"
import type { Bus } from "../bus/bus.ts"
import { seconds } from "../clock.ts"
import { statement } from "../db/statement.ts"
import type { Store } from "../db/store.ts"
import type { Socket } from "../sockets/sockets.ts"
import { type RoomEvent, roomTopic, tellUnread } from "./events.ts"
import {
  catchUp,
  type Facts,
  hearChange,
  hearRead,
  hearTyping,
  type LiveRoom,
  type Participant,
  setFacts,
  tellPresence,
} from "./liveRoom.ts"
import { type Entered, peopleOf, seatOf } from "./policy.ts"
import type { Presence } from "./presence.ts"

export interface LiveRooms {
  /** The socket is in the room, and is told nothing before it joins. */
  enter(socket: Socket, entered: Entered): Participant
  leave(participant: Participant): void
  /** The last things said, oldest first, in a room that this node follows. */
  recent(roomId: number): readonly string[] | undefined
  close(): void
}

const sweep = seconds(2)

/**
 * The rooms in which this node has sockets. Changes go out in the order of `seq`, whatever order they come in; what does not come is
 * read from the database, at once where a gap shows and within some seconds otherwise. Who may be here is looked at as often.
 */
export function openLiveRooms(store: Store, bus: Bus, presence: Presence, log: FastifyBaseLogger): LiveRooms {
  const house = { store, presence, log }
  const rooms = new Map<number, LiveRoom>()
  /** By the people they belong to. */
  const roomsOf = new Map<number, Set<LiveRoom>>()
  const timer = setInterval(() => void lookAround(), sweep).unref()
  let looking = false
  bus.onReturn(() => {
    for (const room of rooms.values()) void catchUp(room)
    void lookAtReads()
  })
  presence.onChange((userId) => {
    for (const room of roomsOf.get(userId) ?? []) tellPresence(room, userId)
  })
  return {
    enter,
    leave,
    recent: (roomId) => rooms.get(roomId)?.recent ?? undefined,
    close: () => clearInterval(timer),
  }

  function enter(socket: Socket, { room: { id, userId, moderatorId, frozenAt }, seat }: Entered): Participant {
    const facts = { userId, moderatorId, frozen: frozenAt !== null }
    const room = rooms.get(id) ?? open(id, facts)
    update(room, facts)
    const participant: Participant = { room, socket, seat, cursor: null, held: null }
    room.participants.add(participant)
    return participant
  }

  function open(id: number, facts: Facts): LiveRoom {
    const room: LiveRoom = {
      house,
      id,
      facts,
      participants: new Set(),
      head: null,
      ahead: new Map(),
      gapTimer: null,
      catchingUp: null,
      storedHead: 0,
      recent: null,
      reads: new Map(),
      typing: new Map(),
      unsubscribe: bus.subscribe<RoomEvent>(roomTopic(id), (event) => hear(room, event)),
    }
    rooms.set(id, room)
    list(room)
    return room
  }

  function leave(participant: Participant): void {
    const { room } = participant
    room.participants.delete(participant)
    if (room.participants.size > 0) return
    room.unsubscribe()
    if (room.gapTimer) clearTimeout(room.gapTimer)
    for (const timeout of room.typing.values()) clearTimeout(timeout)
    unlist(room, room.facts)
    rooms.delete(room.id)
  }

  function update(room: LiveRoom, facts: Facts): void {
    const was = room.facts
    if (!setFacts(room, facts)) return
    unlist(room, was)
    list(room)
  }

  function list(room: LiveRoom): void {
    for (const id of peopleOf(room.facts)) roomsOf.set(id, (roomsOf.get(id) ?? new Set()).add(room))
  }

  function unlist(room: LiveRoom, facts: Facts): void {
    for (const id of peopleOf(facts)) {
      const own = roomsOf.get(id)
      own?.delete(room)
      if (own?.size === 0) roomsOf.delete(id)
    }
  }

  function hear(room: LiveRoom, event: RoomEvent): void {
    if (event.kind === "access") void look([room.id])
    else if (event.kind === "typing") hearTyping(room, event.user_id, event.is_typing)
    else if (event.kind === "read") hearRead(room, event.user_id, event.last_message_id)
    else hearChange(room, event)
  }

  async function lookAround(): Promise<void> {
    if (looking || rooms.size === 0) return
    looking = true
    await look([...rooms.keys()])
    if (!bus.up) await lookAtReads()
    looking = false
  }

  /** A mark has no number in its room by which one would notice that it was not told. */
  async function lookAtReads(): Promise<void> {
    const found = await statement<{ room: number; user: number; mark: number }>(
      store,
      "chat_look_reads",
      `select room_id as room, user_id as "user", last_message_id as mark from chat_reads
       where room_id in (select value::int from json_array_elements_text($1::json))`,
      [JSON.stringify([...rooms.keys()])],
    ).catch((err: unknown) => {
      log.warn({ err }, "the marks of the open rooms could not be looked at")
      return []
    })
    for (const { room: id, user, mark } of found) {
      const room = rooms.get(id)
      if (room && peopleOf(room.facts).includes(user)) hearRead(room, user, mark)
    }
  }

  /** Who answers in these rooms now, whether anybody may write, and whether there is something that nobody told us. */
  async function look(ids: number[]): Promise<void> {
    const found = await statement<Facts & { id: number; head: number }>(
      store,
      "chat_look",
      `select id, user_id as "userId", moderator_id as "moderatorId", frozen_at is not null as frozen, head_seq as head
       from chat_rooms where id in (select value::int from json_array_elements_text($1::json))`,
      [JSON.stringify(ids)],
    ).catch((err: unknown) => {
      log.warn({ err }, "the open rooms could not be looked at")
      return []
    })
    for (const { id, head, ...facts } of found) {
      const room = rooms.get(id)
      if (!room) continue
      for (const { socket } of [...room.participants]) {
        if (!seatOf(facts, socket.person)) socket.close(closeCodes.forbidden)
      }
      // With the last of them the room is closed.
      if (rooms.get(id) !== room) continue
      update(room, facts)
      // News takes a moment: only what was there at the last look, and has still not been heard of, was lost. Without a bus there is none.
      if (room.head !== null && room.head < (bus.up ? room.storedHead : head)) {
        void catchUp(room)
        tellUnread(store, peopleOf(facts))
      }
      room.storedHead = head
    }
  }
}
