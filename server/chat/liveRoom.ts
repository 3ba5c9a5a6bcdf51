import type { FastifyBaseLogger } from "fastify"
import type { ServerFrame } from "#contract/chat.ts"
import { pageSize } from "#contract/messageRules.ts"
import { seconds } from "../clock.ts"
import type { Store } from "../db/store.ts"
import type { Socket } from "../sockets/sockets.ts"
import { wireFrame } from "../sockets/wireFrame.ts"
import type { RoomChange } from "./events.ts"
import { createFrame, framesOf } from "./frames.ts"
import { peopleOf, type Seat } from "./policy.ts"
import type { Presence } from "./presence.ts"
import { changesSince, forMembers, type MessageRow, newestPage, present, presentChange, saidIn } from "./rows.ts"
import { contextSize } from "./send.ts"

/** What of a room can change without a `seq`. */
export interface Facts {
  userId: number
  moderatorId: number | null
  frozen: boolean
}

/** A room in which this node has sockets. */
export interface LiveRoom {
  readonly house: { store: Store; presence: Presence; log: FastifyBaseLogger }
  readonly id: number
  facts: Facts
  participants: Set<Participant>
  /** The `seq` up to which everyone who has joined was told; null until somebody has. */
  head: number | null
  /** Changes beyond `head + 1`, by `seq`: they wait for those before them. */
  ahead: Map<number, RoomChange>
  gapTimer: NodeJS.Timeout | null
  catchingUp: Promise<void> | null
  /** The `head_seq` of the database when last looked at. */
  storedHead: number
  /** The last things said, oldest first; null until they were read. */
  recent: string[] | null
  /** How far each of the two has read, as far as anybody was told. */
  reads: Map<number, number>
  /** Who is typing, until the timer ends it. */
  typing: Map<number, NodeJS.Timeout>
  unsubscribe(): void
}

/** A socket in a room. */
export interface Participant {
  readonly room: LiveRoom
  readonly socket: Socket
  readonly seat: Seat
  /** The `seq` up to which it was told; null before it has joined. */
  cursor: number | null
  /** Changes that come while its history is being read. */
  held: RoomChange[] | null
}

/** So long may a change be overtaken by a later one of another node before the database is asked; milliseconds. */
const gapWait = 60
const typingLasts = seconds(3)
/** Changes in one frame of history. */
const batch = 200

/** A change came over the bus, in whatever order. */
export function hearChange(room: LiveRoom, change: RoomChange): void {
  // While nobody has joined there is nobody to tell; while the first one is being told its history, what comes is for later.
  if (room.head === null ? !isBeingRead(room) : change.seq <= room.head) return
  room.ahead.set(change.seq, change)
  pump(room)
}

function isBeingRead({ participants }: LiveRoom): boolean {
  for (const { held } of participants) if (held) return true
  return false
}

/** Tells what is next, for as long as it is there. */
function pump(room: LiveRoom): void {
  if (room.head === null) return
  for (let next = room.ahead.get(room.head + 1); next; next = room.ahead.get(room.head + 1)) {
    room.ahead.delete(next.seq)
    room.head = next.seq
    tell(room, next)
  }
  if (room.ahead.size === 0 || room.gapTimer) return
  room.gapTimer = setTimeout(() => {
    room.gapTimer = null
    if (room.ahead.size > 0) void catchUp(room)
  }, gapWait)
}

function tell(room: LiveRoom, change: RoomChange): void {
  if (change.kind === "create") {
    remember(room, saidIn(change.message))
    if (room.typing.has(change.message.sender_id)) hearTyping(room, change.message.sender_id, false)
  }
  const frameFor = framesOf(change)
  for (const participant of room.participants) {
    if (participant.held) participant.held.push(change)
    else if (participant.cursor !== null && change.seq > participant.cursor) {
      participant.cursor = change.seq
      participant.socket.sendFrame(frameFor(participant.seat))
    }
  }
}

function remember({ recent }: LiveRoom, said: string): void {
  if (!recent) return
  recent.push(said)
  if (recent.length > contextSize) recent.shift()
}

/**
 * Answers with history, and tells from there on; asked again, it begins again. It first listens, then reads, then leaves out what it
 * has read. Rejects when the database cannot be read.
 */
export async function join(participant: Participant, lastSeq: number | undefined): Promise<void> {
  const { room, socket } = participant
  participant.held ??= []
  try {
    let read = lastSeq === undefined ? await tellNewest(participant) : await tellSince(participant, lastSeq)
    if (room.head === null) beginAt(room, read.headSeq)
    // Somebody who came in at the same moment read later than this one: the room went on from there, and held nothing back for it.
    const isHeld = participant.held.some(({ seq }) => seq === read.headSeq + 1)
    if (room.head! > read.headSeq && !isHeld) read = await tellSince(participant, read.headSeq)
    // Who had come in before may not have heard of these marks, and this one not of those that were set after its reading.
    for (const { user_id, last_message_id } of read.reads) hearRead(room, user_id, last_message_id)
    participant.cursor = read.headSeq
    send(participant, roomFrame(room.facts))
    for (const id of peopleOf(room.facts)) {
      const mark = room.reads.get(id)
      if (mark !== undefined) send(participant, { type: "read", user_id: id, last_message_id: mark })
      if (id !== socket.person.id) send(participant, presenceFrame(room, id))
    }
  } finally {
    const held = participant.held
    participant.held = null
    if (participant.cursor !== null) {
      for (const change of held) {
        if (change.seq <= participant.cursor) continue
        participant.cursor = change.seq
        socket.sendFrame(framesOf(change)(participant.seat))
      }
    }
  }
  pump(room)
}

function beginAt(room: LiveRoom, seq: number): void {
  room.head = seq
  for (const ahead of room.ahead.keys()) if (ahead <= seq) room.ahead.delete(ahead)
}

async function tellNewest(participant: Participant) {
  const { room, seat } = participant
  const page = await newestPage(room.house.store, room.id, pageSize)
  room.recent ??= page.rows.slice(-contextSize).map(saidIn)
  const messages = page.rows.map((row) => (seat === "member" ? forMembers(present(row)) : present(row)))
  const hasMore = page.messageCount > messages.length
  send(participant, { type: "history", messages, head_seq: page.headSeq, has_more: hasMore })
  return page
}

async function tellSince(participant: Participant, lastSeq: number) {
  const { store } = participant.room.house
  for (let from = lastSeq; ; ) {
    const page = await changesSince(store, participant.room.id, batch, from)
    const more = page.rows.length === batch
    if (more) from = page.rows.at(-1)!.seq
    sendHistory(participant, page.rows, more ? from : page.headSeq, more)
    // Who has gone meanwhile needs no more of it.
    if (!more || !participant.socket.isOpen) return page
  }
}

function sendHistory(participant: Participant, rows: MessageRow[], headSeq: number, hasMore: boolean): void {
  const changes = rows.map(presentChange)
  const messages = participant.seat === "member" ? changes.map(forMembers) : changes
  send(participant, { type: "history", messages, head_seq: headSeq, has_more: hasMore })
}

/**
 * The room goes on to what the database has, if that is more: what was missed goes out as history, and changes that come meanwhile
 * wait for it. Never rejects: while the database is away, the next look around tries again.
 */
export function catchUp(room: LiveRoom): Promise<void> {
  room.catchingUp ??= readOn(room)
    .catch((err) => room.house.log.warn({ err }, "a room could not be caught up"))
    .finally(() => {
      room.catchingUp = null
    })
  return room.catchingUp
}

async function readOn(room: LiveRoom): Promise<void> {
  if (room.head === null) return
  for (let more = true; more; ) {
    const page = await changesSince(room.house.store, room.id, batch, room.head)
    more = page.rows.length === batch
    const head = more ? page.rows.at(-1)!.seq : page.headSeq
    if (head <= room.head) break
    for (const participant of room.participants) {
      if (participant.cursor === null || participant.held || participant.cursor >= head) continue
      const from = participant.cursor
      participant.cursor = head
      const missed = page.rows.filter((row) => row.seq > from)
      sendHistory(participant, missed, head, more)
      acknowledge(participant, missed, from)
    }
    // Who is just joining reads for itself what is older than its own reading, and is told of the rest.
    for (const row of page.rows) {
      for (const participant of room.participants) participant.held?.push(changeOf(row, room.head))
    }
    room.recent = null
    beginAt(room, head)
  }
  pump(room)
}

/** History answers nobody: who waits for what it has sent itself hears that as well, as of a repeated one. */
function acknowledge({ socket, seat }: Participant, rows: MessageRow[], from: number): void {
  for (const row of rows) {
    const isOwn = row.sender_id === socket.person.id && row.client_id !== null && row.created_seq > from
    if (isOwn && !row.deleted) socket.sendFrame(createFrame(present(row), seat))
  }
}

function changeOf(row: MessageRow, known: number): RoomChange {
  if (row.deleted) return { kind: "delete", seq: row.seq, message_id: row.id }
  return { kind: row.created_seq > known ? "create" : "update", seq: row.seq, message: present(row) }
}

/** Who answers, or whether anybody may write, may have changed; true if it has. */
export function setFacts(room: LiveRoom, facts: Facts): boolean {
  const was = room.facts
  const isSame = facts.userId === was.userId && facts.moderatorId === was.moderatorId && facts.frozen === was.frozen
  if (isSame) return false
  room.facts = facts
  tellAll(room, roomFrame(facts))
  if (facts.moderatorId !== null && facts.moderatorId !== was.moderatorId) tellPresence(room, facts.moderatorId)
  return true
}

export function hearRead(room: LiveRoom, userId: number, messageId: number): void {
  if (messageId <= (room.reads.get(userId) ?? 0)) return
  room.reads.set(userId, messageId)
  tellAll(room, { type: "read", user_id: userId, last_message_id: messageId })
}

export function hearTyping(room: LiveRoom, userId: number, isTyping: boolean): void {
  clearTimeout(room.typing.get(userId))
  room.typing.delete(userId)
  if (isTyping) {
    room.typing.set(
      userId,
      setTimeout(() => hearTyping(room, userId, false), typingLasts),
    )
  }
  tellOthers(room, userId, { type: "typing", user_id: userId, is_typing: isTyping })
}

/** Whether this person is there, to everybody else. */
export function tellPresence(room: LiveRoom, userId: number): void {
  tellOthers(room, userId, presenceFrame(room, userId))
}

const roomFrame = ({ moderatorId, frozen }: Facts): ServerFrame => ({ type: "room", moderator_id: moderatorId, frozen })

function presenceFrame({ house }: LiveRoom, userId: number): ServerFrame {
  return { type: "presence", user_id: userId, online: house.presence.online(userId) }
}

/** To this socket alone. */
export function send({ socket }: Participant, frame: ServerFrame): void {
  socket.send(frame)
}

function tellAll(room: LiveRoom, frame: ServerFrame): void {
  const bytes = wireFrame(JSON.stringify(frame))
  for (const { cursor, socket } of room.participants) if (cursor !== null) socket.sendFrame(bytes)
}

function tellOthers(room: LiveRoom, userId: number, frame: ServerFrame): void {
  const bytes = wireFrame(JSON.stringify(frame))
  for (const { cursor, socket } of room.participants) {
    if (cursor !== null && socket.person.id !== userId) socket.sendFrame(bytes)
  }
}
