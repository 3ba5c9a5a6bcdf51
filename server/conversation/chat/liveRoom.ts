import type { FastifyBaseLogger } from "fastify"
import type { ServerFrame } from "#contract/chat.ts"
import { pageSize } from "#contract/messageRules.ts"
import { seconds } from "../../platform/clock.ts"
import type { Store } from "../../platform/db/store.ts"
import type { Socket } from "../../platform/sockets/sockets.ts"
import { wireFrame } from "../../platform/sockets/wireFrame.ts"
import type { About } from "../../platform/tracing/span.ts"
import { startSpan } from "../../platform/tracing/tracing.ts"
import type { RoomChange } from "./events.ts"
import { createFrame, framesOf } from "./frames.ts"
import type { HistoryPace } from "./pace.ts"
import { peopleOf, type RoomRole } from "./policy.ts"
import type { Presence } from "./presence.ts"
import { changesSince, forMembers, judgedText, type MessageRow, newestPage, present, presentChange } from "./rows.ts"
import { contextSize } from "./send.ts"

/** The part of a room that can change without a new `seq`. */
export interface Facts {
  userId: number
  moderatorId: number | null
  frozen: boolean
}

/** A room in which this node has sockets. */
export interface LiveRoom {
  readonly deps: { store: Store; presence: Presence; log: FastifyBaseLogger; pace: HistoryPace }
  readonly id: number
  facts: Facts
  participants: Set<Participant>
  /** The `seq` up to which all joined participants are informed; null until somebody joins. */
  head: number | null
  /** The changes beyond `head + 1`, by `seq`, which wait for those before them. */
  pendingChanges: Map<number, RoomChange>
  gapTimer: NodeJS.Timeout | null
  catchingUp: Promise<void> | null
  /** The database's `head_seq` at the last check. */
  storedHead: number
  /** The latest texts, oldest first; null until they are read. */
  recent: string[] | null
  /** The read mark of each participant, as last sent. */
  reads: Map<number, number>
  /** The people who are typing, each with the timer that ends it. */
  typing: Map<number, NodeJS.Timeout>
  unsubscribe(): void
}

export interface Participant {
  readonly room: LiveRoom
  readonly socket: Socket
  readonly roomRole: RoomRole
  /** The `seq` up to which the socket is informed; null before it joins. */
  cursor: number | null
  /** Changes that arrive while its history is being read. */
  buffered: RoomChange[] | null
}

/** The time to wait for a missing `seq` before reading the database, in milliseconds. */
const gapTimeout = 60
const typingTimeout = seconds(3)
/** The number of changes in one history frame. */
const batch = 200

/** Handles a change from the bus, which delivers them in any order. */
export function onChange(room: LiveRoom, change: RoomChange): void {
  // Before anybody has joined, changes are kept only while the first participant's history is being read.
  if (room.head === null ? !isHistoryLoading(room) : change.seq <= room.head) return
  room.pendingChanges.set(change.seq, change)
  pump(room)
}

function isHistoryLoading({ participants }: LiveRoom): boolean {
  for (const { buffered } of participants) if (buffered) return true
  return false
}

/** Sends the next changes, up to the first gap. */
function pump(room: LiveRoom): void {
  if (room.head === null) return
  for (let next = room.pendingChanges.get(room.head + 1); next; next = room.pendingChanges.get(room.head + 1)) {
    room.pendingChanges.delete(next.seq)
    room.head = next.seq
    sendChange(room, next)
  }
  if (room.pendingChanges.size === 0 || room.gapTimer) return
  room.gapTimer = setTimeout(() => {
    room.gapTimer = null
    if (room.pendingChanges.size > 0) void catchUp(room)
  }, gapTimeout)
}

function sendChange(room: LiveRoom, change: RoomChange): void {
  if (change.kind === "create") {
    remember(room, judgedText(change.message))
    if (room.typing.has(change.message.sender_id)) onTyping(room, change.message.sender_id, false)
  }
  const frameFor = framesOf(change)
  const span = startSpan(() => deliverySpan(room.participants.size))
  for (const participant of room.participants) {
    if (participant.buffered) participant.buffered.push(change)
    else if (participant.cursor !== null && change.seq > participant.cursor) {
      participant.cursor = change.seq
      participant.socket.sendFrame(frameFor(participant.roomRole))
    }
  }
  span?.end()
}

const deliverySpan = (sockets: number): About => ({
  name: "deliver message",
  kind: "producer",
  attributes: { "chat.sockets": sockets },
  within: "child",
})

function remember({ recent }: LiveRoom, said: string): void {
  if (!recent) return
  recent.push(said)
  if (recent.length > contextSize) recent.shift()
}

/**
 * Sends history since `lastSeq`, then live changes; a repeated join starts again. It subscribes before it reads, and
 * skips what the read already returned. Rejects when the database cannot be read.
 */
export function join(participant: Participant, lastSeq: number | undefined): Promise<void> {
  const { room, socket } = participant
  const { pace } = room.deps
  return pace.runExclusive(socket.person.id, room.id, async () => {
    await pace.waitForBudget(socket.person.id)
    // The socket may have closed meanwhile.
    if (socket.isOpen) await loadHistory(participant, lastSeq)
  })
}

async function loadHistory(participant: Participant, lastSeq: number | undefined): Promise<void> {
  const { room, socket } = participant
  participant.buffered ??= []
  try {
    let read = lastSeq === undefined ? await sendNewestPage(participant) : await sendChangesSince(participant, lastSeq)
    if (room.head === null) beginAt(room, read.headSeq)
    // A concurrent join read a later state: the room advanced past this read without holding changes for this socket.
    const isHeld = participant.buffered.some(({ seq }) => seq === read.headSeq + 1)
    if (room.head! > read.headSeq && !isHeld) read = await sendChangesSince(participant, read.headSeq)
    // Marks may have been missed by participants, and this socket needs those set after its read.
    for (const { user_id, last_message_id } of read.reads) onRead(room, user_id, last_message_id)
    participant.cursor = read.headSeq
    send(participant, roomFrame(room.facts))
    for (const id of peopleOf(room.facts)) {
      const mark = room.reads.get(id)
      if (mark !== undefined) send(participant, { type: "read", user_id: id, last_message_id: mark })
      if (id !== socket.person.id) send(participant, presenceFrame(room, id))
    }
  } finally {
    const held = participant.buffered
    participant.buffered = null
    if (participant.cursor !== null) {
      for (const change of held) {
        if (change.seq <= participant.cursor) continue
        participant.cursor = change.seq
        socket.sendFrame(framesOf(change)(participant.roomRole))
      }
    }
  }
  pump(room)
}

function beginAt(room: LiveRoom, seq: number): void {
  room.head = seq
  for (const ahead of room.pendingChanges.keys()) if (ahead <= seq) room.pendingChanges.delete(ahead)
}

async function sendNewestPage(participant: Participant) {
  const { room, roomRole } = participant
  const page = await newestPage(room.deps.store, room.id, pageSize)
  room.recent ??= page.rows.slice(-contextSize).map(judgedText)
  const messages = page.rows.map((row) => (roomRole === "member" ? forMembers(present(row)) : present(row)))
  const hasMore = page.messageCount > messages.length
  sendHistoryFrame(participant, { type: "history", messages, head_seq: page.headSeq, has_more: hasMore })
  return page
}

async function sendChangesSince(participant: Participant, lastSeq: number) {
  const { store, pace } = participant.room.deps
  const { socket } = participant
  for (let from = lastSeq; ; ) {
    const page = await changesSince(store, participant.room.id, batch, from)
    const more = page.rows.length === batch
    if (more) from = page.rows.at(-1)!.seq
    sendHistory(participant, page.rows, more ? from : page.headSeq, more)
    if (!more) return page
    await socket.drained()
    await pace.waitForBudget(socket.person.id)
    if (!socket.isOpen) return page
  }
}

function sendHistory(participant: Participant, rows: MessageRow[], headSeq: number, hasMore: boolean): void {
  const changes = rows.map(presentChange)
  const messages = participant.roomRole === "member" ? changes.map(forMembers) : changes
  sendHistoryFrame(participant, { type: "history", messages, head_seq: headSeq, has_more: hasMore })
}

function sendHistoryFrame({ room, socket }: Participant, frame: ServerFrame): void {
  const bytes = wireFrame(JSON.stringify(frame))
  room.deps.pace.recordSent(socket.person.id, bytes.length)
  socket.sendFrame(bytes)
}

/**
 * Advances the room to the database's state: missed changes are sent as history, and new changes wait for it. Never
 * rejects: if the database is down, the next check retries.
 */
export function catchUp(room: LiveRoom): Promise<void> {
  room.catchingUp ??= loadMissedChanges(room)
    .catch((err) => room.deps.log.warn({ err }, "could not load the missed changes of a room"))
    .finally(() => {
      room.catchingUp = null
    })
  return room.catchingUp
}

async function loadMissedChanges(room: LiveRoom): Promise<void> {
  if (room.head === null) return
  for (let more = true; more; ) {
    const page = await changesSince(room.deps.store, room.id, batch, room.head)
    more = page.rows.length === batch
    const head = more ? page.rows.at(-1)!.seq : page.headSeq
    if (head <= room.head) break
    for (const participant of room.participants) {
      if (participant.cursor === null || participant.buffered || participant.cursor >= head) continue
      const from = participant.cursor
      participant.cursor = head
      const missed = page.rows.filter((row) => row.seq > from)
      sendHistory(participant, missed, head, more)
      acknowledge(participant, missed, from)
    }
    // A joining participant reads older changes itself; the rest is held for it.
    for (const row of page.rows) {
      for (const participant of room.participants) participant.buffered?.push(changeOf(row, room.head))
    }
    room.recent = null
    beginAt(room, head)
  }
  pump(room)
}

/** Acknowledges messages of a history frame to their sender, who waits for that, as for a repeated message. */
function acknowledge({ socket, roomRole }: Participant, rows: MessageRow[], from: number): void {
  for (const row of rows) {
    const isOwn = row.sender_id === socket.person.id && row.client_id !== null && row.created_seq > from
    if (isOwn && !row.deleted) socket.sendFrame(createFrame(present(row), roomRole))
  }
}

function changeOf(row: MessageRow, known: number): RoomChange {
  if (row.deleted) return { kind: "delete", seq: row.seq, message_id: row.id }
  return { kind: row.created_seq > known ? "create" : "update", seq: row.seq, message: present(row) }
}

/** Updates the participants and the frozen state. Returns true if they have changed. */
export function setFacts(room: LiveRoom, facts: Facts): boolean {
  const was = room.facts
  const isSame = facts.userId === was.userId && facts.moderatorId === was.moderatorId && facts.frozen === was.frozen
  if (isSame) return false
  room.facts = facts
  broadcast(room, roomFrame(facts))
  if (facts.moderatorId !== null && facts.moderatorId !== was.moderatorId) publishPresence(room, facts.moderatorId)
  return true
}

export function onRead(room: LiveRoom, userId: number, messageId: number): void {
  if (messageId <= (room.reads.get(userId) ?? 0)) return
  room.reads.set(userId, messageId)
  broadcast(room, { type: "read", user_id: userId, last_message_id: messageId })
}

export function onTyping(room: LiveRoom, userId: number, isTyping: boolean): void {
  clearTimeout(room.typing.get(userId))
  room.typing.delete(userId)
  if (isTyping) {
    room.typing.set(
      userId,
      setTimeout(() => onTyping(room, userId, false), typingTimeout),
    )
  }
  broadcastToOthers(room, userId, { type: "typing", user_id: userId, is_typing: isTyping })
}

/** Sends a person's presence to everybody else in the room. */
export function publishPresence(room: LiveRoom, userId: number): void {
  broadcastToOthers(room, userId, presenceFrame(room, userId))
}

const roomFrame = ({ moderatorId, frozen }: Facts): ServerFrame => ({ type: "room", moderator_id: moderatorId, frozen })

function presenceFrame({ deps }: LiveRoom, userId: number): ServerFrame {
  return { type: "presence", user_id: userId, online: deps.presence.online(userId) }
}

export function send({ socket }: Participant, frame: ServerFrame): void {
  socket.send(frame)
}

function broadcast(room: LiveRoom, frame: ServerFrame): void {
  const bytes = wireFrame(JSON.stringify(frame))
  for (const { cursor, socket } of room.participants) if (cursor !== null) socket.sendFrame(bytes)
}

function broadcastToOthers(room: LiveRoom, userId: number, frame: ServerFrame): void {
  const bytes = wireFrame(JSON.stringify(frame))
  for (const { cursor, socket } of room.participants) {
    if (cursor !== null && socket.person.id !== userId) socket.sendFrame(bytes)
  }
}
