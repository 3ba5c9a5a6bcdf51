import type { FastifyBaseLogger } from "fastify"
import { type ChatMessage, pageSize, type ServerFrame } from "#contract/chat.ts"
import { closeCodes } from "#contract/closeCodes.ts"
import type { Bus } from "../bus/bus.ts"
import { seconds } from "../clock.ts"
import { statement } from "../db/statement.ts"
import type { Store } from "../db/store.ts"
import type { Socket } from "../sockets/sockets.ts"
import { wireFrame } from "../sockets/wireFrame.ts"
import { type RoomEvent, roomTopic } from "./events.ts"
import { peopleOf } from "./messages.ts"
import { type Entered, type Seat, seatOf } from "./policy.ts"
import type { Presence } from "./presence.ts"
import { forMembers, type MessageRow, newest, present, presentChange, since } from "./rows.ts"
import { context } from "./send.ts"

type Change = Extract<RoomEvent, { seq: number }>

/** What of a room matters while it is open. */
export interface Facts {
  userId: number
  moderatorId: number | null
  frozen: boolean
}

/** A socket in a room. */
export interface Guest {
  readonly socket: Socket
  readonly seat: Seat
  readonly roomId: number
  /** The `seq` it knows; null before it has joined. */
  readonly cursor: number | null
  readonly room: Facts
  /** Answers with history, and tells from there on. Asked again, it begins again. */
  join(lastSeq: number | undefined): Promise<void>
  /** The room goes on to what the database has, if that is more. */
  catchUp(): Promise<void>
  leave(): void
}

export interface LiveRooms {
  enter(socket: Socket, entered: Entered): Guest
  /** The last things said, oldest first, in a room that this node follows. */
  recent(roomId: number): readonly string[] | undefined
  close(): void
}

interface Chair {
  socket: Socket
  seat: Seat
  cursor: number | null
  /** What comes while history is being read. */
  held: Change[] | null
}

interface Live {
  id: number
  facts: Facts
  chairs: Set<Chair>
  /** Everyone who has joined was told up to here; null until somebody has. */
  head: number | null
  /** What is ahead of its turn. */
  early: Map<number, Change>
  gap: NodeJS.Timeout | null
  catching: Promise<void> | null
  /** What the database had when last looked at. */
  stored: number
  recent: string[] | null
  /** How far each of the two has read, as far as anybody was told. */
  reads: Map<number, number>
  typing: Map<number, NodeJS.Timeout>
  stop(): void
}

/** So long may a change be overtaken by a later one of another node before the database is asked. */
const overtaken = 60
const typingLasts = seconds(3)
const sweep = seconds(2)
/** Changes in one frame of history. */
const batch = 200

/**
 * The rooms in which this node has sockets. Changes go out in the order of `seq`, whatever order they come in; what does not come is
 * read from the database, at once where a gap shows and within some seconds otherwise. Who may be here is looked at as often.
 */
export function openLiveRooms(store: Store, bus: Bus, presence: Presence, log: FastifyBaseLogger): LiveRooms {
  const rooms = new Map<number, Live>()
  const timer = setInterval(() => void lookAround(), sweep).unref()
  let looking = false
  bus.onReturn(() => {
    for (const live of rooms.values()) void catchUp(live)
    void lookAtReads()
  })
  /** Whose rooms are open. */
  const roomsOf = new Map<number, Set<Live>>()
  presence.onChange((userId, online) => {
    for (const live of roomsOf.get(userId) ?? []) toOthers(live, userId, { type: "presence", user_id: userId, online })
  })
  return {
    enter,
    recent: (roomId) => rooms.get(roomId)?.recent ?? undefined,
    close: () => clearInterval(timer),
  }

  function enter(socket: Socket, { room, seat }: Entered): Guest {
    const live = rooms.get(room.id) ?? open(room.id)
    know(live, { userId: room.userId, moderatorId: room.moderatorId, frozen: room.frozenAt !== null })
    const chair: Chair = { socket, seat, cursor: null, held: null }
    live.chairs.add(chair)
    return {
      socket,
      seat,
      roomId: room.id,
      get cursor() {
        return chair.cursor
      },
      get room() {
        return live.facts
      },
      join: (lastSeq) => join(live, chair, lastSeq),
      catchUp: () => catchUp(live),
      leave: () => leave(live, chair),
    }
  }

  function open(id: number): Live {
    const live: Live = {
      id,
      facts: { userId: 0, moderatorId: null, frozen: false },
      chairs: new Set(),
      head: null,
      early: new Map(),
      gap: null,
      catching: null,
      stored: 0,
      recent: null,
      reads: new Map(),
      typing: new Map(),
      stop: bus.subscribe<RoomEvent>(roomTopic(id), (event) => hear(live, event)),
    }
    rooms.set(id, live)
    return live
  }

  function leave(live: Live, chair: Chair): void {
    live.chairs.delete(chair)
    if (live.chairs.size > 0) return
    live.stop()
    if (live.gap) clearTimeout(live.gap)
    for (const timeout of live.typing.values()) clearTimeout(timeout)
    unlist(live)
    rooms.delete(live.id)
  }

  function know(live: Live, facts: Facts): void {
    const was = live.facts
    const isSame = facts.userId === was.userId && facts.moderatorId === was.moderatorId && facts.frozen === was.frozen
    if (isSame) return
    unlist(live)
    live.facts = facts
    for (const id of peopleOf(facts)) roomsOf.set(id, (roomsOf.get(id) ?? new Set()).add(live))
    const { moderatorId } = facts
    toAll(live, roomFrame(facts))
    if (moderatorId === null || moderatorId === was.moderatorId) return
    toOthers(live, moderatorId, { type: "presence", user_id: moderatorId, online: presence.online(moderatorId) })
  }

  function unlist(live: Live): void {
    for (const id of peopleOf(live.facts)) {
      const own = roomsOf.get(id)
      own?.delete(live)
      if (own?.size === 0) roomsOf.delete(id)
    }
  }

  function hear(live: Live, event: RoomEvent): void {
    if (event.kind === "access") void look([live.id])
    else if (event.kind === "typing") hearTyping(live, event.user_id, event.is_typing)
    else if (event.kind === "read") hearRead(live, event.user_id, event.last_message_id)
    else if (live.head === null ? isBeingRead(live) : event.seq > live.head) {
      live.early.set(event.seq, event)
      pump(live)
    }
  }

  /** Whoever only sits there, and has not asked for anything, is told nothing, for however long. */
  function isBeingRead({ chairs }: Live): boolean {
    for (const { held } of chairs) if (held) return true
    return false
  }

  function hearRead(live: Live, userId: number, messageId: number): void {
    if (messageId <= (live.reads.get(userId) ?? 0)) return
    live.reads.set(userId, messageId)
    toAll(live, { type: "read", user_id: userId, last_message_id: messageId })
  }

  /** Tells what is next, for as long as it is there. */
  function pump(live: Live): void {
    if (live.head === null) return
    for (let next = live.early.get(live.head + 1); next; next = live.early.get(live.head + 1)) {
      live.early.delete(next.seq)
      live.head = next.seq
      tell(live, next)
    }
    if (live.early.size === 0 || live.gap) return
    live.gap = setTimeout(() => {
      live.gap = null
      if (live.early.size > 0) void catchUp(live)
    }, overtaken)
  }

  function tell(live: Live, change: Change): void {
    if (change.kind === "create") {
      remember(live, change.message.content)
      if (live.typing.has(change.message.sender_id)) hearTyping(live, change.message.sender_id, false)
    }
    const frameFor = framesOf(change)
    for (const chair of live.chairs) {
      if (chair.held) chair.held.push(change)
      else if (chair.cursor !== null && change.seq > chair.cursor) {
        chair.cursor = change.seq
        chair.socket.sendFrame(frameFor(chair.seat))
      }
    }
  }

  /** First it listens, then it reads, then it leaves out what it has read. */
  async function join(live: Live, chair: Chair, lastSeq: number | undefined): Promise<void> {
    chair.held ??= []
    try {
      let read = lastSeq === undefined ? await tellNewest(live, chair) : await tellSince(live, chair, lastSeq)
      if (live.head === null) beginAt(live, read.headSeq)
      // Somebody who came in at the same moment read later than this one: the room went on from there, and held nothing back for it.
      const isHeld = chair.held.some(({ seq }) => seq === read.headSeq + 1)
      if (live.head! > read.headSeq && !isHeld) read = await tellSince(live, chair, read.headSeq)
      // Who had come in before may not have heard of these marks, and this one not of those that were set after its reading.
      for (const { user_id, last_message_id } of read.reads) hearRead(live, user_id, last_message_id)
      chair.cursor = read.headSeq
      send(chair, roomFrame(live.facts))
      for (const id of peopleOf(live.facts)) {
        const mark = live.reads.get(id)
        if (mark !== undefined) send(chair, { type: "read", user_id: id, last_message_id: mark })
        if (id !== chair.socket.person.id) send(chair, { type: "presence", user_id: id, online: presence.online(id) })
      }
    } finally {
      const held = chair.held
      chair.held = null
      if (chair.cursor !== null) {
        for (const change of held) {
          if (change.seq <= chair.cursor) continue
          chair.cursor = change.seq
          chair.socket.sendFrame(framesOf(change)(chair.seat))
        }
      }
    }
    pump(live)
  }

  function beginAt(live: Live, seq: number): void {
    live.head = seq
    for (const early of live.early.keys()) if (early <= seq) live.early.delete(early)
  }

  async function tellNewest(live: Live, chair: Chair) {
    const page = await newest(store, live.id, pageSize)
    live.recent ??= page.rows.slice(-context).map((row) => row.content)
    const messages = page.rows.map((row) => forSeat(present(row), chair.seat))
    send(chair, { type: "history", messages, head_seq: page.headSeq, has_more: page.messageCount > messages.length })
    return page
  }

  async function tellSince(live: Live, chair: Chair, lastSeq: number) {
    for (let from = lastSeq; ; ) {
      const page = await since(store, live.id, batch, from)
      const more = page.rows.length === batch
      if (more) from = page.rows.at(-1)!.seq
      sendHistory(chair, page.rows, more ? from : page.headSeq, more)
      if (!more) return page
    }
  }

  function sendHistory(chair: Chair, rows: MessageRow[], headSeq: number, hasMore: boolean): void {
    const messages = rows.map((row) => forSeat(presentChange(row), chair.seat))
    send(chair, { type: "history", messages, head_seq: headSeq, has_more: hasMore })
  }

  /** What was missed goes out as history; changes that come meanwhile wait for it. */
  function catchUp(live: Live): Promise<void> {
    live.catching ??= read()
      // The database is away: the next look around tries again.
      .catch((err) => log.warn({ err }, "a room could not be caught up"))
      .finally(() => {
        live.catching = null
      })
    return live.catching

    async function read(): Promise<void> {
      if (live.head === null) return
      for (let more = true; more; ) {
        const page = await since(store, live.id, batch, live.head)
        more = page.rows.length === batch
        const head = more ? page.rows.at(-1)!.seq : page.headSeq
        if (head <= live.head) break
        for (const chair of live.chairs) {
          if (chair.cursor === null || chair.held || chair.cursor >= head) continue
          const from = chair.cursor
          chair.cursor = head
          const missed = page.rows.filter((row) => row.seq > from)
          sendHistory(chair, missed, head, more)
          acknowledge(chair, missed, from)
        }
        // Who is just joining reads for itself what is older than its own reading, and is told of the rest.
        for (const row of page.rows) {
          for (const chair of live.chairs) chair.held?.push(changeOf(row, live.head))
        }
        live.recent = null
        beginAt(live, head)
      }
      pump(live)
    }
  }

  /** History answers nobody: who waits for what it has sent itself hears that as well, as of a repeated one. */
  function acknowledge(chair: Chair, rows: MessageRow[], from: number): void {
    for (const row of rows) {
      const isOwn = row.sender_id === chair.socket.person.id && row.client_id !== null && row.created_seq > from
      if (isOwn && !row.deleted) chair.socket.sendFrame(createFrame(present(row), chair.seat))
    }
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
    for (const { room, user, mark } of found) {
      const live = rooms.get(room)
      if (live && peopleOf(live.facts).includes(user)) hearRead(live, user, mark)
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
      const live = rooms.get(id)
      if (!live) continue
      for (const chair of [...live.chairs]) {
        if (!seatOf(facts, chair.socket.person)) chair.socket.close(closeCodes.forbidden)
      }
      // With the last of them the room is closed.
      if (rooms.get(id) !== live) continue
      know(live, facts)
      // News takes a moment: only what was there at the last look, and has still not been heard of, was lost. Without a bus there is none.
      if (live.head !== null && live.head < (bus.up ? live.stored : head)) void catchUp(live)
      live.stored = head
    }
  }

  function hearTyping(live: Live, userId: number, isTyping: boolean): void {
    clearTimeout(live.typing.get(userId))
    live.typing.delete(userId)
    if (isTyping) {
      live.typing.set(
        userId,
        setTimeout(() => hearTyping(live, userId, false), typingLasts),
      )
    }
    toOthers(live, userId, { type: "typing", user_id: userId, is_typing: isTyping })
  }
}

function remember(live: Live, content: string): void {
  if (!live.recent || content === "") return
  live.recent.push(content)
  if (live.recent.length > context) live.recent.shift()
}

function changeOf(row: MessageRow, known: number): Change {
  if (row.deleted) return { kind: "delete", seq: row.seq, message_id: row.id }
  return { kind: row.created_seq > known ? "create" : "update", seq: row.seq, message: present(row) }
}

const forSeat = <M extends Parameters<typeof forMembers>[0]>(message: M, seat: Seat): M =>
  seat === "member" ? forMembers(message) : message

/** Written once for all of a side, and only for who is there. */
function framesOf(change: Change): (seat: Seat) => Buffer {
  if (change.kind === "delete") {
    const { message_id, seq } = change
    const frame = wireFrame(JSON.stringify({ type: "delete", message_id, seq } satisfies ServerFrame))
    return () => frame
  }
  const { message, seq, kind } = change
  const head = `{"type":"${kind}","seq":${seq},"message":`
  const plain = JSON.stringify({ ...message, flagged: undefined })
  const tail = kind === "create" ? `,"client_id":${JSON.stringify(message.client_id)}}` : "}"
  let members: Buffer | null = null
  let staff: Buffer | null = null
  return (seat) => {
    if (seat === "member") {
      members ??= wireFrame(head + plain + tail)
      return members
    }
    staff ??= wireFrame(`${head}${plain.slice(0, -1)},"flagged":${message.flagged === true}}${tail}`)
    return staff
  }
}

export function createFrame(message: ChatMessage, seat: Seat): Buffer {
  return framesOf({ kind: "create", seq: message.seq, message })(seat)
}

const roomFrame = ({ moderatorId, frozen }: Facts): ServerFrame => ({ type: "room", moderator_id: moderatorId, frozen })

function send(chair: Chair, frame: ServerFrame): void {
  chair.socket.send(frame)
}

function toAll(live: Live, frame: ServerFrame): void {
  const text = wireFrame(JSON.stringify(frame))
  for (const chair of live.chairs) if (chair.cursor !== null) chair.socket.sendFrame(text)
}

function toOthers(live: Live, userId: number, frame: ServerFrame): void {
  const text = wireFrame(JSON.stringify(frame))
  for (const chair of live.chairs) {
    if (chair.cursor !== null && chair.socket.person.id !== userId) chair.socket.sendFrame(text)
  }
}
