import { expect, test } from "vitest"
import type { ServerFrame } from "#contract/chat.ts"
import { aMessage } from "./fakes.ts"
import { applyFrame, emptyRoom, merge, prepend, type RoomState } from "./room.ts"

const run = (state: RoomState, ...frames: ServerFrame[]) =>
  frames.reduce((now, frame) => applyFrame(now, frame).state, state)
const ids = (state: RoomState) => state.messages.map(({ id }) => id)
const history = (messages: ReturnType<typeof aMessage>[], head_seq: number, has_more = false): ServerFrame => ({
  type: "history",
  messages,
  head_seq,
  has_more,
})
const create = (id: number, seq = id): ServerFrame => ({
  type: "create",
  message: aMessage(id, { seq }),
  seq,
  client_id: null,
})

test("live frames in order are applied, and move the cursor", () => {
  const state = run(emptyRoom, history([aMessage(1)], 1), create(2), { type: "delete", message_id: 1, seq: 3 })
  expect(ids(state)).toEqual([2])
  expect(state.cursor).toBe(3)
})

test("a gap changes nothing and requests another join", () => {
  const state = run(emptyRoom, history([aMessage(1)], 1))
  const applied = applyFrame(state, create(3))
  expect(applied).toEqual({ state, gap: true })
})

test("missed changes arrive as history: new, changed and deleted messages", () => {
  const before = run(emptyRoom, history([aMessage(1), aMessage(2)], 2))
  const after = run(before, {
    type: "history",
    messages: [{ id: 1, seq: 4, deleted: true }, aMessage(2, { seq: 5, content: "changed" }), aMessage(3, { seq: 6 })],
    head_seq: 6,
    has_more: false,
  })
  expect(after.messages.map(({ content }) => content)).toEqual(["changed", "message 3"])
  expect(after.cursor).toBe(6)
})

test("a repeated frame is applied once, and an older one does not undo a newer one", () => {
  const state = run(emptyRoom, history([], 0), create(1))
  expect(run(state, create(1)).messages).toEqual(state.messages)
  const changed = run(state, { type: "update", message: aMessage(1, { seq: 2, content: "new" }), seq: 2 })
  expect(merge(changed, [aMessage(1)]).messages[0]!.content).toBe("new")
})

test("a change of a message that is not loaded yet waits for its page", () => {
  const state = run(emptyRoom, history([aMessage(50, { seq: 1 })], 1, true))
  const next = run(state, { type: "update", message: aMessage(10, { seq: 2 }), seq: 2 })
  expect(ids(next)).toEqual([50])
  expect(next.cursor).toBe(2)
})

test("and a page that was read before that change does not undo it", () => {
  const state = run(emptyRoom, history([aMessage(50, { seq: 1 })], 1, true))
  const changed = run(state, { type: "update", message: aMessage(10, { seq: 3, content: "changed" }), seq: 2 })
  const whole = prepend(changed, [aMessage(9), aMessage(10, { seq: 2 }), aMessage(11)], false)
  expect(whole.messages.map(({ content }) => content)).toEqual(["message 9", "changed", "message 11", "message 50"])
})

test("older ones are inserted before, once, and without those deleted meanwhile", () => {
  const state = run(emptyRoom, history([aMessage(5), aMessage(6)], 6, true), { type: "delete", message_id: 3, seq: 7 })
  const next = prepend(state, [aMessage(3), aMessage(4), aMessage(5)], false)
  expect(ids(next)).toEqual([4, 5, 6])
  expect(next.hasMore).toBe(false)
})

test("read marks only increase, typing ends with a message, presence is kept", () => {
  const state = run(
    emptyRoom,
    history([], 0),
    { type: "read", user_id: 2, last_message_id: 5 },
    { type: "read", user_id: 2, last_message_id: 3 },
    { type: "typing", user_id: 2, is_typing: true },
    { type: "presence", user_id: 2, online: true },
  )
  expect(state.reads).toEqual({ 2: 5 })
  expect(state.typing).toEqual([2])
  expect(state.online).toEqual({ 2: true })
  expect(run(state, create(1)).typing).toEqual([])
})
