import type { Change, ChatMessage, ServerFrame } from "#contract/chat.ts"

/** A room's messages, from socket frames and HTTP pages. */
export interface RoomState {
  /** Sorted by id, without deleted ones. */
  messages: readonly ChatMessage[]
  /** The `seq` up to which every change is known; null before the first answer. */
  cursor: number | null
  hasMore: boolean
  /** The id of the last message that each user has read. */
  reads: Readonly<Record<number, number>>
  typing: readonly number[]
  online: Readonly<Record<number, boolean>>
  /** Ids deleted while the room was open, so that a late response does not restore them. */
  gone: ReadonlySet<number>
  /** Changes of messages older than the loaded ones. They apply to a page that was requested before the change. */
  ahead: ReadonlyMap<number, ChatMessage>
}

export const emptyRoom: RoomState = {
  messages: [],
  cursor: null,
  hasMore: false,
  reads: {},
  typing: [],
  online: {},
  gone: new Set(),
  ahead: new Map(),
}

/** With `gap`, frames were missed: join again from the cursor. */
export interface Applied {
  state: RoomState
  gap: boolean
}

export function applyFrame(state: RoomState, frame: ServerFrame): Applied {
  switch (frame.type) {
    case "history":
      return ok(applyHistory(state, frame))
    case "create": {
      const { message } = frame
      const next = applyLive(state, frame.seq, [message])
      return { ...next, state: { ...next.state, typing: without(next.state.typing, message.sender_id) } }
    }
    case "update":
      return applyLive(state, frame.seq, [frame.message])
    case "delete":
      return applyLive(state, frame.seq, [{ id: frame.message_id, seq: frame.seq, deleted: true }])
    case "read": {
      const { user_id, last_message_id } = frame
      if ((state.reads[user_id] ?? 0) >= last_message_id) return ok(state)
      return ok({ ...state, reads: { ...state.reads, [user_id]: last_message_id } })
    }
    case "typing": {
      const others = without(state.typing, frame.user_id)
      return ok({ ...state, typing: frame.is_typing ? [...others, frame.user_id] : others })
    }
    case "presence":
      return ok({ ...state, online: { ...state.online, [frame.user_id]: frame.online } })
    default:
      return ok(state)
  }
}

const ok = (state: RoomState): Applied => ({ state, gap: false })

export function prepend(state: RoomState, page: readonly ChatMessage[], hasMore: boolean): RoomState {
  const known = new Set(state.messages.map(({ id }) => id))
  const older = page
    .filter(({ id, deleted }) => !deleted && !known.has(id) && !state.gone.has(id))
    .map((message) => newer(message, state.ahead.get(message.id)))
  return { ...state, messages: [...older, ...state.messages], hasMore }
}

/** Adds messages that a call returned. Their frames may come later or not at all. */
export function merge(state: RoomState, changes: readonly Change[]): RoomState {
  const messages = put(state, changes)
  const ended = changes.filter(({ deleted }) => deleted)
  const gone = ended.length > 0 ? new Set([...state.gone, ...ended.map(({ id }) => id)]) : state.gone
  const oldest = messages[0]?.id ?? 0
  const early = changes.filter((one): one is ChatMessage => !one.deleted && state.hasMore && one.id < oldest)
  const ahead =
    early.length > 0 ? new Map([...state.ahead, ...early.map((one) => [one.id, one] as const)]) : state.ahead
  const isSame = messages === state.messages && gone === state.gone && ahead === state.ahead
  return isSame ? state : { ...state, messages, gone, ahead }
}

const newer = (one: ChatMessage, other: ChatMessage | undefined) => (other && other.seq > one.seq ? other : one)

function applyLive(state: RoomState, seq: number, changes: Change[]): Applied {
  // A repeated answer or frame brings nothing new.
  if (state.cursor === null || seq <= state.cursor) return ok(merge(state, changes))
  if (seq > state.cursor + 1) return { state, gap: true }
  return ok({ ...merge(state, changes), cursor: seq })
}

function applyHistory(state: RoomState, frame: Extract<ServerFrame, { type: "history" }>): RoomState {
  if (state.cursor === null) {
    const messages = frame.messages.filter((one): one is ChatMessage => !one.deleted)
    return { ...state, messages: sorted(messages), cursor: frame.head_seq, hasMore: frame.has_more }
  }
  return { ...merge(state, frame.messages), cursor: Math.max(state.cursor, frame.head_seq) }
}

/** Returns the same list if nothing changes, to avoid a rerender. */
function put(state: RoomState, changes: readonly Change[]): readonly ChatMessage[] {
  let messages = state.messages as ChatMessage[]
  let copied = false
  const own = () => {
    if (!copied) messages = [...messages]
    copied = true
    return messages
  }
  for (const change of changes) {
    const at = place(messages, change.id)
    const known = messages[at]?.id === change.id ? messages[at] : undefined
    if (state.gone.has(change.id) || (known && known.seq > change.seq)) continue
    if (change.deleted) {
      if (known) own().splice(at, 1)
      continue
    }
    if (known) own()[at] = change as ChatMessage
    // A message older than the loaded ones will come with its page.
    else if (at > 0 || messages.length === 0 || !state.hasMore) own().splice(at, 0, change as ChatMessage)
  }
  return messages
}

/** Returns the index of an id, or where to insert it. */
function place(messages: readonly ChatMessage[], id: number): number {
  let low = 0
  let high = messages.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (messages[middle]!.id < id) low = middle + 1
    else high = middle
  }
  return low
}

const sorted = (messages: ChatMessage[]) => [...messages].sort((a, b) => a.id - b.id)
const without = (list: readonly number[], id: number) => (list.includes(id) ? list.filter((one) => one !== id) : list)
