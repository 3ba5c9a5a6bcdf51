import fc from "fast-check"
import { expect, test } from "vitest"
import type { ChatRoomDetail, ServerFrame } from "#contract/chat.ts"
import { chatTexts } from "#contract/memberText.ts"
import type { ConnectionStatus } from "./connection.ts"
import { type ConversationEvent, type Effect, firstState, transition } from "./conversationState.ts"
import { aMessage } from "./fakes.ts"

const me = 1
const details = {
  id: 7,
  user_id: me,
  moderator_id: 2,
  head_seq: 0,
  messages: [],
  has_more: false,
  last_read_message_id: 0,
  other_read_message_id: 0,
  other_online: false,
  frozen: false,
} as unknown as ChatRoomDetail
const connected: ConnectionStatus = { state: "connected", unstable: false, refused: null }
const status = (more: Partial<ConnectionStatus> = {}): ConversationEvent => ({
  type: "status",
  status: { ...connected, ...more },
})
const frame = (given: ServerFrame): ConversationEvent => ({ type: "frame", frame: given })
const create = (id: number, seq = id, more = {}) =>
  frame({ type: "create", message: aMessage(id, more), seq, client_id: null })
const loaded = (request = 1, more: Partial<ChatRoomDetail> = {}): ConversationEvent => ({
  type: "loaded",
  request,
  details: { ...details, ...more },
})
const failed = (code: number, request = 1): ConversationEvent => ({
  type: "loadFailed",
  request,
  status: code,
  code: "",
  detail: "",
})
const ready: ConversationEvent[] = [{ type: "load" }, loaded()]

function after(events: ConversationEvent[], from = firstState(me)) {
  let state = from
  let effects: readonly Effect[] = []
  for (const event of events) ({ state, effects } = transition(state, event))
  return { state, effects, types: effects.map(({ type }) => type) }
}

test("a room is requested, shown, connected, and its waiting messages are sent", () => {
  expect(after(ready.slice(0, 1)).effects).toEqual([{ type: "fetchRoom", request: 1 }])
  const { state, types } = after(ready)
  expect(state.view.status).toBe("ready")
  expect(types).toEqual(["connect", "sendWaiting"])
})

test("only the response to the last request counts", () => {
  const { state } = after([...ready, { type: "load" }, { type: "load" }])
  expect(after([loaded(2, { moderator_id: 5 })], state).state).toBe(state)
  expect(after([failed(404, 2)], state).state).toBe(state)
  expect(after([loaded(3, { moderator_id: 5 })], state).state.view.facts?.moderator_id).toBe(5)
})

for (const [code, shown, title] of [
  [0, "failed", chatTexts.fetchFailed],
  [429, "failed", chatTexts.loadFailed],
  [500, "failed", chatTexts.roomLoadFailed],
  [403, "unavailable", chatTexts.roomLoadFailed],
  [404, "unavailable", chatTexts.roomLoadFailed],
] as const) {
  test(`a first request that fails with ${code} shows the room as ${shown}`, () => {
    expect(after([{ type: "load" }, failed(code)]).state.view).toMatchObject({ status: shown, title })
  })
}

test("a later request that fails leaves the screen, and is repeated", () => {
  const { state, types } = after([...ready, { type: "load" }, failed(503, 2)])
  expect(state.view).toMatchObject({ status: "ready", answers: true })
  expect(types).toEqual(["reloadLater"])
})

test("a lost connection ends typing and pending responses; a new one marks and sends", () => {
  const { state } = after([...ready, status(), { type: "seen", messageId: 5 }])
  const typing = after([frame({ type: "typing", user_id: 2, is_typing: true })], state)
  expect(typing.effects).toEqual([{ type: "typing", userId: 2, isTyping: true }])
  const lost = after([status({ state: "reconnecting" })], typing.state)
  expect(lost.types).toEqual(["cutOff"])
  expect(lost.state.view.room.typing).toEqual([])
  expect(after([status()], lost.state).effects).toEqual([
    { type: "markRead", messageId: 5 },
    { type: "sendWaiting", afterHistory: true },
  ])
})

test("after forbidden, nothing is pending any more", () => {
  expect(after([...ready, status({ state: "disconnected", refused: 4403 })]).types).toEqual(["giveUp"])
  expect(after([...ready, status({ state: "disconnected", refused: 4401 })]).types).toEqual([])
})

test("gaps join once, until the history or another connection", () => {
  const gap = after([...ready, status(), create(3)])
  expect(gap.effects).toEqual([{ type: "join" }])
  expect(after([create(5)], gap.state).effects).toEqual([])
  const history = frame({ type: "history", messages: [], head_seq: 5, has_more: false })
  expect(after([history, create(7)], gap.state).types).toEqual(["join"])
  expect(after([status({ state: "reconnecting" }), status(), create(9)], gap.state).types).toEqual(["join"])
})

test("messages are marked as read once, and again until the server has the mark", () => {
  const { state, effects } = after([...ready, { type: "seen", messageId: 5 }])
  expect(effects).toEqual([{ type: "markRead", messageId: 5 }])
  expect(after([{ type: "seen", messageId: 4 }], state).effects).toEqual([])
  const known = after([frame({ type: "read", user_id: me, last_message_id: 5 }), status()], state)
  expect(known.types).toEqual(["sendWaiting"])
})

test("an own message that is stored leaves the queue, by live frame, history or request", () => {
  const own = aMessage(1, { sender_id: me, client_id: "key" })
  const arrived = { type: "arrived", message: own, clientId: "key" }
  expect(after([...ready, create(1, 1, { sender_id: me, client_id: "key" })]).effects).toEqual([arrived])
  const history: ServerFrame = { type: "history", messages: [own], head_seq: 1, has_more: false }
  expect(after([...ready, frame(history)]).effects).toEqual([arrived])
  expect(after([{ type: "load" }, loaded(1, { messages: [own] })]).effects[0]).toEqual(arrived)
})

test("a room frame requests the room only if it changed, or while a request is pending", () => {
  const same = frame({ type: "room", moderator_id: 2, frozen: false })
  expect(after([...ready, same]).effects).toEqual([])
  expect(after([...ready, { type: "load" }, same]).effects).toEqual([{ type: "fetchRoom", request: 3 }])
  expect(after([...ready, frame({ type: "room", moderator_id: 5, frozen: false })]).types).toEqual(["fetchRoom"])
})

test("a room that changed and changed back between two frames is requested again", () => {
  const nobody = frame({ type: "room", moderator_id: null, frozen: false })
  const { types } = after([...ready, nobody, loaded(2, { moderator_id: 5 })])
  expect(types).toContain("reloadLater")
  expect(after([...ready, nobody, loaded(2, { moderator_id: null })]).types).not.toContain("reloadLater")
  // What a closed connection has reported no longer counts.
  const gone = [status(), nobody, status({ state: "disconnected" })]
  expect(after([...ready, ...gone, loaded(2, { moderator_id: 5 })]).types).not.toContain("reloadLater")
})

test("messages that arrive in any order, repeatedly, are kept once each, in the order of their ids", () => {
  const ids = fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 })
  fc.assert(
    fc.property(ids, fc.array(fc.integer({ min: 1, max: 6 })), (order, again) => {
      let { state } = after([...ready, status()])
      for (const id of [...order, ...again]) ({ state } = after([create(id)], state))
      const messages = [1, 2, 3, 4, 5, 6].map((id) => aMessage(id))
      const { state: end } = after([frame({ type: "history", messages, head_seq: 6, has_more: false })], state)
      expect(end.view.room.messages.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6])
      expect(end.view.room.cursor).toBe(6)
      expect(end.isJoining).toBe(false)
    }),
  )
})
