import type { FastifyBaseLogger } from "fastify"
import { closeCodes } from "#contract/closeCodes.ts"
import type { Bus } from "../../platform/bus/bus.ts"
import { seconds } from "../../platform/clock.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store } from "../../platform/db/store.ts"
import type { Socket } from "../../platform/sockets/sockets.ts"
import { publishUnread, type RoomEvent, roomTopic } from "./events.ts"
import {
  catchUp,
  type Facts,
  type LiveRoom,
  onChange,
  onRead,
  onTyping,
  type Participant,
  publishPresence,
  setFacts,
} from "./liveRoom.ts"
import type { HistoryPace } from "./pace.ts"
import { type Entered, peopleOf, roomRoleOf } from "./policy.ts"
import type { Presence } from "./presence.ts"

export interface LiveRooms {
  /** Adds the socket to the room; it receives nothing before it joins. */
  enter(socket: Socket, entered: Entered): Participant
  leave(participant: Participant): void
  /** Returns the latest texts, oldest first, of a room in which this node has sockets. */
  recent(roomId: number): readonly string[] | undefined
  close(): void
}

const sweep = seconds(2)

/**
 * Manages the rooms in which this node has sockets. Changes are sent in the order of `seq`, whatever order they arrive
 * in. Missing changes are read from the database: at once after a gap in `seq`, otherwise within seconds, by the same
 * timer that rechecks access.
 */
export function openLiveRooms(
  store: Store,
  bus: Bus,
  presence: Presence,
  pace: HistoryPace,
  log: FastifyBaseLogger,
): LiveRooms {
  const deps = { store, presence, log, pace }
  const rooms = new Map<number, LiveRoom>()
  const byPerson = createIndex()
  const timer = setInterval(() => void refreshAllRooms(), sweep).unref()
  let isRefreshing = false
  bus.onReconnect(() => {
    for (const room of rooms.values()) void catchUp(room)
    void refreshReadMarks()
  })
  presence.onChange((userId) => {
    for (const room of byPerson.roomsOf(userId)) publishPresence(room, userId)
  })
  return {
    enter,
    leave,
    recent: (roomId) => rooms.get(roomId)?.recent ?? undefined,
    close: () => clearInterval(timer),
  }

  function enter(socket: Socket, { room: { id, userId, moderatorId, frozenAt }, roomRole }: Entered): Participant {
    const facts = { userId, moderatorId, frozen: frozenAt !== null }
    const room = rooms.get(id) ?? open(id, facts)
    update(room, facts)
    const participant: Participant = { room, socket, roomRole: roomRole, cursor: null, buffered: null }
    room.participants.add(participant)
    return participant
  }

  function open(id: number, facts: Facts): LiveRoom {
    const room: LiveRoom = {
      deps,
      id,
      facts,
      participants: new Set(),
      head: null,
      pendingChanges: new Map(),
      gapTimer: null,
      catchingUp: null,
      storedHead: 0,
      recent: null,
      reads: new Map(),
      typing: new Map(),
      unsubscribe: bus.subscribe<RoomEvent>(roomTopic(id), (event) => onRoomEvent(room, event)),
    }
    rooms.set(id, room)
    byPerson.add(room)
    return room
  }

  function leave(participant: Participant): void {
    const { room } = participant
    room.participants.delete(participant)
    if (room.participants.size > 0) return
    room.unsubscribe()
    if (room.gapTimer) clearTimeout(room.gapTimer)
    for (const timeout of room.typing.values()) clearTimeout(timeout)
    byPerson.remove(room, room.facts)
    rooms.delete(room.id)
  }

  function update(room: LiveRoom, facts: Facts): void {
    const was = room.facts
    if (!setFacts(room, facts)) return
    byPerson.remove(room, was)
    byPerson.add(room)
  }

  function onRoomEvent(room: LiveRoom, event: RoomEvent): void {
    if (event.kind === "access") void refreshRooms([room.id])
    else if (event.kind === "typing") onTyping(room, event.user_id, event.is_typing)
    else if (event.kind === "read") onRead(room, event.user_id, event.last_message_id)
    else onChange(room, event)
  }

  async function refreshAllRooms(): Promise<void> {
    if (isRefreshing || rooms.size === 0) return
    isRefreshing = true
    await refreshRooms([...rooms.keys()])
    if (!bus.up) await refreshReadMarks()
    isRefreshing = false
  }

  /** Re-reads the read marks: they have no `seq`, so a lost one leaves no gap. */
  async function refreshReadMarks(): Promise<void> {
    const found = await readMarks(deps, [...rooms.keys()])
    for (const { room: id, user, mark } of found) {
      const room = rooms.get(id)
      if (room && peopleOf(room.facts).includes(user)) onRead(room, user, mark)
    }
  }

  /** Re-reads the participants, the frozen state and `head_seq` of the rooms. */
  async function refreshRooms(ids: number[]): Promise<void> {
    const found = await readRooms(deps, ids)
    for (const { id, head, ...facts } of found) {
      const room = rooms.get(id)
      if (!room) continue
      for (const { socket } of [...room.participants]) {
        if (!roomRoleOf(facts, socket.person)) socket.close(closeCodes.forbidden)
      }
      // The room closes with its last participant.
      if (rooms.get(id) !== room) continue
      update(room, facts)
      // Events take a moment: a change counts as lost only if it was already stored at the previous check and is still
      // missing. While the bus is down, there are no events.
      if (room.head !== null && room.head < (bus.up ? room.storedHead : head)) {
        void catchUp(room)
        publishUnread(store, peopleOf(facts))
      }
      room.storedHead = head
    }
  }
}

/** Indexes the rooms by each of their two participants. */
function createIndex() {
  const index = new Map<number, Set<LiveRoom>>()
  return {
    roomsOf: (userId: number): Iterable<LiveRoom> => index.get(userId) ?? [],
    add(room: LiveRoom): void {
      for (const id of peopleOf(room.facts)) index.set(id, (index.get(id) ?? new Set()).add(room))
    },
    remove(room: LiveRoom, facts: Facts): void {
      for (const id of peopleOf(facts)) {
        const own = index.get(id)
        own?.delete(room)
        if (own?.size === 0) index.delete(id)
      }
    },
  }
}

type Reading = Pick<LiveRoom["deps"], "store" | "log">

async function readMarks({ store, log }: Reading, ids: number[]) {
  return statement<{ room: number; user: number; mark: number }>(
    store,
    "chat_look_reads",
    `select room_id as room, user_id as "user", last_message_id as mark from chat_reads
     where room_id in (select value::int from json_array_elements_text($1::json))`,
    [JSON.stringify(ids)],
  ).catch((err: unknown) => {
    log.warn({ err }, "could not load the read marks of the open rooms")
    return []
  })
}

async function readRooms({ store, log }: Reading, ids: number[]) {
  return statement<Facts & { id: number; head: number }>(
    store,
    "chat_look",
    `select id, user_id as "userId", moderator_id as "moderatorId", frozen_at is not null as frozen, head_seq as head
     from chat_rooms where id in (select value::int from json_array_elements_text($1::json))`,
    [JSON.stringify(ids)],
  ).catch((err: unknown) => {
    log.warn({ err }, "could not load the open rooms")
    return []
  })
}
