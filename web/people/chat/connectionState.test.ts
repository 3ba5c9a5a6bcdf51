import fc from "fast-check"
import { expect, test } from "vitest"
import type { ServerFrame } from "#contract/chat.ts"
import {
  type ConnectionEvent,
  type ConnectionState,
  type Effect,
  type Environment,
  firstState,
  type Timer,
  transition,
} from "./connectionState.ts"

const home: Environment = { token: "token", isOnline: true, random: 0.25 }
const history: ServerFrame = { type: "history", messages: [], head_seq: 0, has_more: false }
const open: ConnectionEvent[] = [{ type: "connect" }, { type: "opened" }, { type: "frame", frame: history }]
const closed = (code: number): ConnectionEvent => ({ type: "closed", code })
const elapsed = (timer: Timer): ConnectionEvent => ({ type: "timer", timer })

/** Returns the state after these events, and the effects of the last one. */
function after(events: ConnectionEvent[], surroundings = home, from = firstState) {
  let state: ConnectionState = from
  let effects: readonly Effect[] = []
  for (const event of events) ({ state, effects } = transition(state, event, surroundings))
  return { state, effects }
}
const started = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.type === "startTimer" ? [[effect.timer, effect.after]] : []))
const types = (effects: readonly Effect[]) => effects.map(({ type }) => type)

test("it opens, identifies itself, and is connected with the first history, before its messages are delivered", () => {
  expect(types(after(open.slice(0, 1)).effects)).toEqual(["stopTimers", "status", "open", "startTimer"])
  expect(after(open.slice(0, 2)).effects).toEqual([{ type: "identify", token: "token" }])
  const { state, effects } = after(open)
  expect(state.status).toEqual({ state: "connected", unstable: false, refused: null })
  expect(types(effects)).toEqual(["stopTimers", "startTimer", "status", "frame"])
})

test("failed attempts wait 1, 2, 4, 8 and 16 seconds, and then stop", () => {
  let { state } = after(open)
  const waits: unknown[] = []
  for (let attempt = 0; attempt < 6; attempt++) {
    const lost = after([closed(1006)], home, state)
    waits.push(...started(lost.effects))
    state = after([elapsed("retry")], home, lost.state).state
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000].map((wait) => ["retry", wait]))
  expect(after([closed(1006)], home, state).state.status.state).toBe("error")
})

test("a history makes the next failure the first one again", () => {
  const { effects } = after([...open, closed(1006), elapsed("retry"), ...open.slice(1), closed(1006)])
  expect(started(effects)).toEqual([["retry", 1000]])
})

test("after an error, a retry by the user begins with the first attempt", () => {
  const failed: ConnectionEvent[] = Array.from({ length: 6 }, () => [closed(1006), elapsed("retry")]).flat()
  const gone = after([...open, ...failed.slice(0, -1)])
  expect(gone.state.status.state).toBe("error")
  const again = after([{ type: "connect" }, closed(1006)], home, gone.state)
  expect(started(again.effects)).toEqual([["retry", 1000]])
})

for (const code of [1000, 4401, 4403, 4451]) {
  test(`after ${code}, only another token opens a socket`, () => {
    const { state } = after([...open, closed(code)])
    expect(state.status).toEqual({ state: "disconnected", unstable: false, refused: code })
    for (const type of ["connect", "wake", "offline"] as const) {
      expect(after([{ type }], home, state)).toEqual({ state, effects: [] })
    }
    const anew = after([{ type: "wake" }], { ...home, token: "another" }, state)
    expect(types(anew.effects)).toContain("open")
    expect(anew.state.status.refused).toBeNull()
  })
}

test("a restart is followed within a second, once, and is not a failed attempt", () => {
  const first = after([...open, closed(1012)])
  expect(started(first.effects)).toEqual([["retry", 250]])
  expect(first.state.failures).toBe(0)
  const second = after([elapsed("retry"), closed(1012)], home, first.state)
  expect(started(second.effects)).toEqual([["retry", 1000]])
})

test("after a flood only the timer reconnects, when the server allows it", () => {
  const error: ServerFrame = { type: "error", code: "RATE_LIMITED", detail: "Slowly", retry_after: 25 }
  const { state, effects } = after([...open, { type: "frame", frame: error }, closed(4429)])
  expect(started(effects)).toEqual([["retry", 25_000]])
  for (const type of ["connect", "wake", "offline"] as const) {
    expect(after([{ type }], home, state).effects).toEqual([])
  }
  expect(types(after([elapsed("retry")], home, state).effects)).toContain("open")
})

test("silence: a ping sets the deadlines, the first makes it unstable, the second closes it", () => {
  const pinged = after([...open, elapsed("ping")])
  expect(pinged.effects[0]).toEqual({ type: "ping" })
  expect(started(pinged.effects)).toEqual([
    ["unstable", 4000],
    ["silence", 10_000],
    ["ping", 15_000],
  ])
  const unstable = after([elapsed("unstable")], home, pinged.state)
  expect(unstable.state.status).toMatchObject({ state: "connected", unstable: true })
  const silent = after([elapsed("silence")], home, unstable.state)
  expect(silent.effects).toContainEqual({ type: "closeSocket", code: 4000 })
  expect(silent.state.status).toEqual({ state: "reconnecting", unstable: false, refused: null })
})

test("any frame answers a ping, and a second ping does not move the deadlines of the first", () => {
  const { state } = after([...open, elapsed("ping"), elapsed("unstable")])
  expect(started(after([{ type: "wake" }], home, state).effects)).toEqual([])
  const answered = after([{ type: "frame", frame: { type: "pong" } }], home, state)
  expect(answered.state.status.unstable).toBe(false)
  expect(answered.effects[0]).toEqual({ type: "stopTimers", timers: ["unstable", "silence"] })
})

test("before the history a frame does not extend the time for opening", () => {
  const { effects } = after([...open.slice(0, 2), { type: "frame", frame: { type: "pong" } }])
  expect(types(effects)).toEqual(["frame"])
})

test("offline it waits for the network, and counts no attempt", () => {
  const { state } = after([...open, { type: "offline" }])
  expect(state.status.state).toBe("reconnecting")
  expect(state.failures).toBe(0)
  expect(after([closed(1006)], { ...home, isOnline: false }, after(open).state).state.failures).toBe(0)
  expect(types(after([{ type: "wake" }], home, state).effects)).toContain("open")
})

test("closed, it stays closed, whatever happens, in any order", () => {
  const types = ["connect", "wake", "offline"] as const
  const any = fc.oneof(
    fc.constantFrom(...types).map((type): ConnectionEvent => ({ type })),
    fc.constantFrom<Timer>("retry", "ping", "unstable").map(elapsed),
  )
  fc.assert(
    fc.property(fc.array(any), fc.array(any), (before, then) => {
      const { state } = after([...open, ...before, { type: "close" }])
      expect(state.status.state).toBe("disconnected")
      const end = after(then, home, state).state
      expect(end.socket).toBe("none")
    }),
  )
})

test("there is at most one socket, and none is opened without a token", () => {
  const any = fc.oneof(
    fc.constantFrom<ConnectionEvent>({ type: "connect" }, { type: "wake" }, { type: "offline" }, elapsed("retry")),
    fc.constantFrom(1000, 1006, 1012, 4401, 4429).map(closed),
  )
  fc.assert(
    fc.property(fc.array(any), fc.boolean(), (events, hasToken) => {
      const surroundings = { ...home, token: hasToken ? "token" : null }
      let state = firstState
      let sockets = 0
      for (const event of events) {
        if (event.type === "closed" && state.socket === "none") continue
        const next = transition(state, event, surroundings)
        if (event.type === "closed") sockets--
        for (const { type } of next.effects) sockets += type === "open" ? 1 : type === "closeSocket" ? -1 : 0
        state = next.state
        expect(sockets).toBe(state.socket === "none" ? 0 : 1)
        if (!hasToken) expect(sockets).toBe(0)
      }
    }),
  )
})
