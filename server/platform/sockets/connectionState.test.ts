import fc from "fast-check"
import { expect, test } from "vitest"
import { type ConnectionEvent, type ConnectionState, type Effect, firstState, transition } from "./connectionState.ts"

const received = (now = 0, text: string | null = "{}"): ConnectionEvent => ({
  type: "received",
  text,
  now,
  maxFrames: 200,
})
const entered: ConnectionEvent[] = [
  { type: "identifying" },
  { type: "identified", holdsUntil: 1000 },
  { type: "entered" },
]
const changed: ConnectionEvent = { type: "check", hasChanged: true }
const closing = (code: number) => [
  { type: "stopIdentifyTimer" },
  { type: "unregister" },
  { type: "leave" },
  { type: "closeSocket", code },
]

function after(events: ConnectionEvent[], from: ConnectionState = firstState) {
  let state = from
  let effects: readonly Effect[] = []
  for (const event of events) ({ state, effects } = transition(state, event))
  return { state, effects }
}

test("a client that does not identify in time is closed with 4401; one that is being identified is not", () => {
  expect(after([{ type: "identifyTimeout" }]).effects).toEqual(closing(4401))
  expect(after([{ type: "identifying" }, { type: "identifyTimeout" }]).effects).toEqual([])
})

test("a socket that is closed while entering is left once it has entered", () => {
  const { state, effects } = after([...entered.slice(0, 2), { type: "gone" }, { type: "entered" }])
  expect(effects).toEqual([{ type: "leave" }])
  expect(state.phase).toBe("closed")
})

test("a check that is asked for while a socket enters is made by the sweep after it", () => {
  const { state } = after([...entered.slice(0, 2), { type: "check", hasChanged: false }, { type: "entered" }])
  expect(state.holdsUntil).toBe(Number.NEGATIVE_INFINITY)
  expect(after([{ type: "check", hasChanged: false }], state).effects).toEqual([{ type: "check", hasChanged: false }])
})

test("a socket that is closed twice is left once", () => {
  const { state, effects } = after([...entered, { type: "close", code: 1012 }])
  expect(effects).toEqual(closing(1012))
  for (const event of [{ type: "gone" }, { type: "close", code: 1013 }, received(), changed] as ConnectionEvent[]) {
    expect(after([event], state).effects).toEqual([])
  }
})

test("a flood: more than the allowed frames in ten seconds, or fifty that wait", () => {
  const handled = Array.from({ length: 200 }, (_, at) => [received(at), { type: "handled" } as const]).flat()
  const busy = after([...entered, ...handled])
  expect(after([received(10_000)], busy.state).effects).toEqual(closing(4429))
  expect(after([received(10_001)], busy.state).effects).toEqual([{ type: "handle", text: "{}" }])
  const waiting = after([...entered, ...Array.from({ length: 50 }, () => received())])
  expect(waiting.effects).toEqual([{ type: "handle", text: "{}" }])
  expect(after([received()], waiting.state).effects).toEqual(closing(4429))
})

test("a frame that is not text closes with 1003", () => {
  expect(after([...entered, received(0, null)]).effects).toEqual(closing(1003))
})

test("silence for two heartbeats ends a socket; a frame or a pong keeps it", () => {
  const beaten = after([...entered, { type: "heartbeat" }])
  expect(beaten.effects).toEqual([{ type: "ping" }])
  expect(after([{ type: "heartbeat" }], beaten.state).effects).toEqual([{ type: "terminate" }])
  for (const event of [{ type: "pong" }, received()] as ConnectionEvent[]) {
    expect(after([event, { type: "heartbeat" }], beaten.state).effects).toEqual([{ type: "ping" }])
  }
})

test("a change that is announced before the socket has entered is checked afterwards", () => {
  const { state, effects } = after([entered[0]!, changed, ...entered.slice(1)])
  expect(effects).toEqual([{ type: "check", hasChanged: true }])
  expect(state.isChecking).toBe(true)
})

test("one check at a time; a change during a check causes one more", () => {
  const first = after([...entered, { type: "check", hasChanged: false }])
  expect(first.effects).toEqual([{ type: "check", hasChanged: false }])
  expect(after([{ type: "check", hasChanged: false }], first.state).effects).toEqual([])
  const second = after([changed, { type: "checked", holdsUntil: 2000 }, { type: "checkEnded" }], first.state)
  expect(second.effects).toEqual([{ type: "check", hasChanged: true }])
  expect(after([{ type: "checkEnded" }], second.state).effects).toEqual([])
})

test("a failed check is repeated at once, with its announced change", () => {
  const failed = after([...entered, changed, { type: "checkFailed", hasChanged: true }, { type: "checkEnded" }])
  expect(failed.effects).toEqual([])
  expect(failed.state.holdsUntil).toBe(Number.NEGATIVE_INFINITY)
  const again = after([{ type: "check", hasChanged: false }], failed.state)
  expect(again.effects).toEqual([{ type: "check", hasChanged: true }])
  const known = after([{ type: "checked", holdsUntil: 3000 }, { type: "checkEnded" }], again.state)
  expect(after([{ type: "check", hasChanged: false }], known.state).effects).toEqual([
    { type: "check", hasChanged: false },
  ])
})

test("for any sequence of events, no announced change stays unchecked while the socket is open", () => {
  const kinds = fc.constantFrom("announce", "sweep", "end")
  fc.assert(
    fc.property(fc.array(kinds), (steps) => {
      let { state } = after(entered)
      let announced = 0
      let seen = 0
      let reading = 0
      const step = (event: ConnectionEvent) => {
        const next = transition(state, event)
        state = next.state
        // A check sees changes that were announced before it began.
        for (const { type } of next.effects) if (type === "check") reading = announced
      }
      const end = () => {
        if (!state.isChecking) return
        seen = reading
        step({ type: "checkEnded" })
      }
      for (const kind of steps) {
        if (kind === "announce") announced++
        if (kind === "end") end()
        else step({ type: "check", hasChanged: kind === "announce" })
      }
      end()
      end()
      expect(seen).toBe(announced)
    }),
  )
})
