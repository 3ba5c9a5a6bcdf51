import type { Change, ChatMessage, ChatRoomDetail, ServerFrame } from "#contract/chat.ts"
import { closeCodes } from "#contract/closeCodes.ts"
import { chatTexts } from "#contract/memberText.ts"
import { pageSize } from "#contract/messageRules.ts"
import type { ConnectionStatus } from "./connection.ts"
import { mayPass } from "./outbox.ts"
import { applyFrame, emptyRoom, merge, prepend } from "./room.ts"
import type { View } from "./view.ts"

/** The facts of a room that a frame contains; the others must be requested. */
type Facts = Pick<ChatRoomDetail, "moderator_id" | "frozen">

export interface ConversationState {
  userId: number
  view: View
  readUpTo: number
  /** The last request for the room's details, and the last that was answered. */
  requested: number
  answered: number
  /** True while a join is pending. Its history closes every gap until then. */
  isJoining: boolean
  /** The facts that this connection reported last. */
  told: Facts | null
}

export type ErrorFrame = Extract<ServerFrame, { type: "error" }>

export type ConversationEvent =
  | { type: "load" }
  | { type: "loaded"; request: number; details: ChatRoomDetail }
  | { type: "loadFailed"; request: number; status: number; code: string; detail: string }
  | { type: "status"; status: ConnectionStatus }
  | { type: "frame"; frame: ServerFrame }
  | { type: "seen"; messageId: number }
  /** The read mark should be confirmed by now. */
  | { type: "markDue" }
  | { type: "older"; page: readonly ChatMessage[] }
  | { type: "messages"; changes: readonly Change[] }
  /** Sent by the parts that keep a state of their own: the queue, sending, and undoing. */
  | { type: "view"; change: Partial<View> }

export type Effect =
  | { type: "fetchRoom"; request: number }
  | { type: "reloadLater" }
  | { type: "connect" }
  | { type: "join" }
  | { type: "markRead"; messageId: number }
  /** An own message has been stored, so it is no longer pending. */
  | { type: "arrived"; message: ChatMessage; clientId: string }
  | { type: "deleted"; messageId: number }
  | { type: "typing"; userId: number; isTyping: boolean }
  | { type: "error"; frame: ErrorFrame }
  /** The socket that should have answered is closed. */
  | { type: "cutOff" }
  | { type: "giveUp" }
  /** Sends pending messages, with `afterHistory` only after the frames that came with the connection are applied. */
  | { type: "sendWaiting"; afterHistory: boolean }

export interface Transition {
  state: ConversationState
  effects: readonly Effect[]
}

export function firstState(userId: number): ConversationState {
  return {
    userId,
    view: {
      status: "loading",
      title: "",
      detail: "",
      code: null,
      facts: null,
      room: emptyRoom,
      connection: { state: "disconnected", unstable: false, refused: null },
      outgoing: [],
      older: "idle",
      firstNew: null,
      help: null,
      answers: true,
    },
    readUpTo: 0,
    requested: 0,
    answered: 0,
    isJoining: false,
    told: null,
  }
}

/** Returns the next state of a conversation and the effects to run, in order. */
export function transition(state: ConversationState, event: ConversationEvent): Transition {
  const { view } = state
  switch (event.type) {
    case "load":
      return load(state)
    case "loaded":
      // An answer to an earlier request may be older than the last one.
      return event.request === state.requested ? loaded(state, event.details) : same(state)
    case "loadFailed":
      return event.request === state.requested ? loadFailed(state, event) : same(state)
    case "status":
      return connectionChanged(state, event.status)
    case "frame":
      return receive(state, event.frame)
    case "seen":
      return seen(state, event.messageId)
    case "markDue":
      return { state, effects: unmarked(state) }
    case "older": {
      const room = prepend(view.room, event.page, event.page.length === pageSize)
      return same(show(state, { older: "idle", room }))
    }
    case "messages":
      return same(show(state, { room: merge(view.room, event.changes) }))
    case "view":
      return same(show(state, event.change))
  }
}

const same = (state: ConversationState): Transition => ({ state, effects: [] })
const show = (state: ConversationState, change: Partial<View>): ConversationState => ({
  ...state,
  view: { ...state.view, ...change },
})

function load(before: ConversationState): Transition {
  const state = before.view.status === "ready" ? before : show(before, { status: "loading" })
  const requested = state.requested + 1
  return { state: { ...state, requested }, effects: [{ type: "fetchRoom", request: requested }] }
}

function loaded(before: ConversationState, details: ChatRoomDetail): Transition {
  const readUpTo = Math.max(before.readUpTo, details.last_read_message_id)
  const change: Partial<View> = { ...roomChange(before, details, readUpTo), status: "ready", facts: details }
  const state = show({ ...before, answered: before.requested, readUpTo }, { ...change, answers: true })
  return {
    state,
    effects: [
      ...arrived(state, details.messages),
      { type: "connect" },
      ...unmarked(state),
      { type: "sendWaiting", afterHistory: false },
      // The room may have changed and changed back without a frame, so it is requested again.
      ...(state.told && differs(details, state.told) ? [{ type: "reloadLater" } as const] : []),
    ],
  }
}

const differs = (one: Facts, other: Facts) => one.moderator_id !== other.moderator_id || one.frozen !== other.frozen

function roomChange({ userId, view }: ConversationState, details: ChatRoomDetail, readUpTo: number): Partial<View> {
  const { room } = view
  const other = userId === details.user_id ? details.moderator_id : details.user_id
  if (room.cursor === null) {
    const { messages, head_seq, has_more, other_read_message_id, other_online } = details
    const firstNew = messages.findIndex(({ id, sender_id }) => id > readUpTo && sender_id !== userId)
    return {
      room: {
        ...emptyRoom,
        messages,
        cursor: head_seq,
        hasMore: has_more,
        reads: other === null ? {} : { [other]: other_read_message_id },
        online: other === null ? {} : { [other]: other_online },
      },
      firstNew: firstNew > 0 ? messages[firstNew]!.id : null,
    }
  }
  if (other === null) return {}
  const reads = { ...room.reads, [other]: Math.max(room.reads[other] ?? 0, details.other_read_message_id) }
  // The socket is newer than an answer that was under way meanwhile.
  const live = view.connection.state === "connected" ? room.online[other] : undefined
  return { room: { ...room, reads, online: { ...room.online, [other]: live ?? details.other_online } } }
}

function loadFailed(
  before: ConversationState,
  { status, code, detail }: Extract<ConversationEvent, { type: "loadFailed" }>,
): Transition {
  const state = { ...before, answered: before.requested }
  // The conversation stays on the screen; only the change of the room is not known yet.
  if (state.view.status === "ready" && mayPass(status)) {
    return { state: show(state, { answers: status !== 0 }), effects: [{ type: "reloadLater" }] }
  }
  const isGone = status === 403 || status === 404 || status === 422
  const isOurs = isGone || status >= 500
  const title = isOurs ? chatTexts.roomLoadFailed : status === 0 ? chatTexts.fetchFailed : chatTexts.loadFailed
  return same(show(state, { status: isGone ? "unavailable" : "failed", title, detail, code, answers: status !== 0 }))
}

function connectionChanged(before: ConversationState, connection: ConnectionStatus): Transition {
  const { room, connection: last } = before.view
  const isLost = last.state === "connected" && connection.state !== "connected"
  const isNew = last.state !== "connected" && connection.state === "connected"
  const shown = show(before, { connection, room: isLost ? { ...room, typing: [] } : room })
  const state = isLost ? { ...shown, isJoining: false, told: null } : shown
  const effects: Effect[] = []
  if (isLost) effects.push({ type: "cutOff" })
  if (isNew) effects.push(...unmarked(state))
  if (connection.refused === closeCodes.forbidden) effects.push({ type: "giveUp" })
  // Pending messages go out after everything missed is known, because some of them may have arrived.
  if (isNew) effects.push({ type: "sendWaiting", afterHistory: true })
  return { state, effects }
}

function receive(state: ConversationState, frame: ServerFrame): Transition {
  if (frame.type === "error") return { state, effects: [{ type: "error", frame }] }
  if (frame.type === "help") return same(show(state, { help: frame.detail }))
  if (frame.type === "room") {
    const next = { ...state, told: frame }
    // A pending request may have been answered before this change.
    return differs(frame, state.view.facts!) || state.answered < state.requested ? load(next) : same(next)
  }
  const { state: room, gap } = applyFrame(state.view.room, frame)
  if (gap) {
    // One history closes all gaps, however many are found meanwhile.
    return state.isJoining ? same(state) : { state: { ...state, isJoining: true }, effects: [{ type: "join" }] }
  }
  const next = room === state.view.room ? state : show(state, { room })
  return {
    state: frame.type === "history" ? { ...next, isJoining: false } : next,
    effects: effectsOf(next, frame),
  }
}

function effectsOf(state: ConversationState, frame: ServerFrame): Effect[] {
  if (frame.type === "typing") return [{ type: "typing", userId: frame.user_id, isTyping: frame.is_typing }]
  if (frame.type === "delete") return [{ type: "deleted", messageId: frame.message_id }]
  if (frame.type === "create") return arrived(state, [frame.message])
  if (frame.type !== "history") return []
  const deleted = frame.messages.filter((one) => one.deleted)
  return [
    ...deleted.map(({ id }): Effect => ({ type: "deleted", messageId: id })),
    ...arrived(
      state,
      frame.messages.filter((one): one is ChatMessage => !one.deleted),
    ),
  ]
}

/** Own messages may have been sent over the socket, by HTTP or in another tab. */
function arrived({ userId }: ConversationState, messages: readonly ChatMessage[]): Effect[] {
  return messages.flatMap((message): Effect[] => {
    const { sender_id, client_id } = message
    return sender_id === userId && client_id ? [{ type: "arrived", message, clientId: client_id }] : []
  })
}

function seen(before: ConversationState, messageId: number): Transition {
  if (messageId <= before.readUpTo || before.view.status !== "ready") return same(before)
  const state = { ...before, readUpTo: messageId }
  return { state, effects: unmarked(state) }
}

/** A read mark is sent again until the server confirms it, because the connection or the server may have failed. */
function unmarked({ userId, view, readUpTo }: ConversationState): Effect[] {
  const known = Math.max(view.facts?.last_read_message_id ?? 0, view.room.reads[userId] ?? 0)
  return readUpTo > known ? [{ type: "markRead", messageId: readUpTo }] : []
}
