import { closeCodes } from "#contract/closeCodes.ts"
import { seconds } from "../clock.ts"

/** The part of a socket's state that its rules depend on. */
export interface ConnectionState {
  phase: "new" | "identifying" | "entered" | "closed"
  /** True if something was received since the last heartbeat. */
  isAlive: boolean
  /** The frames in the current window, and the received frames that are not handled yet. */
  windowStart: number
  windowFrames: number
  pending: number
  /** When the session or the level expires, as last checked. */
  holdsUntil: number
  isChecking: boolean
  /** True if a change was announced since the last check began. */
  hasChanged: boolean
  /** True if a change was announced, and its check failed. */
  isChangeOwed: boolean
}

export type ConnectionEvent =
  /** `text` is null for a binary frame. */
  | { type: "received"; text: string | null; now: number; maxFrames: number }
  | { type: "handled" }
  /** The first frame is being handled; the token is valid; the feature has accepted the socket. */
  | { type: "identifying" }
  | { type: "identified"; holdsUntil: number }
  | { type: "entered" }
  | { type: "identifyTimeout" }
  /** `hasChanged` means that a change of the person or their sessions is known. */
  | { type: "check"; hasChanged: boolean }
  | { type: "checked"; holdsUntil: number }
  | { type: "checkFailed"; hasChanged: boolean }
  | { type: "checkEnded" }
  | { type: "pong" }
  | { type: "heartbeat" }
  /** Closed by this side, or gone. */
  | { type: "close"; code: number }
  | { type: "gone" }

export type Effect =
  | { type: "handle"; text: string }
  | { type: "stopIdentifyTimer" }
  | { type: "check"; hasChanged: boolean }
  | { type: "ping" }
  | { type: "terminate" }
  | { type: "unregister" }
  | { type: "leave" }
  | { type: "closeSocket"; code: number }

export interface Transition {
  state: ConnectionState
  effects: readonly Effect[]
}

/** The window of the flood limit, and the number of frames allowed in it or queued. */
const floodWindow = seconds(10)
export const maxFrames = 200
const maxPending = 50

export const firstState: ConnectionState = {
  phase: "new",
  isAlive: true,
  windowStart: Number.NEGATIVE_INFINITY,
  windowFrames: 0,
  pending: 0,
  holdsUntil: Number.POSITIVE_INFINITY,
  isChecking: false,
  hasChanged: false,
  isChangeOwed: false,
}

const nothing: readonly Effect[] = []

/** Returns the next state of a socket, and the effects to run, in order. */
export function transition(state: ConnectionState, event: ConnectionEvent): Transition {
  switch (event.type) {
    case "received":
      return received(state, event)
    case "handled":
      return next(state, { pending: state.pending - 1 })
    case "identifying":
      return next(state, state.phase === "new" ? { phase: "identifying" } : {}, [{ type: "stopIdentifyTimer" }])
    case "identified":
      return next(state, { holdsUntil: event.holdsUntil })
    case "entered":
      // The socket may have been closed while entering, or the person may have changed.
      if (state.phase === "closed") return next(state, {}, [{ type: "leave" }])
      return check({ ...state, phase: "entered" }, state.hasChanged)
    case "identifyTimeout":
      return state.phase === "new" ? close(state, closeCodes.unauthenticated) : next(state, {})
    case "check": {
      const hasChanged = state.hasChanged || event.hasChanged
      // The result of `identify` is outdated: the next sweep checks it, once the feature has accepted the socket.
      if (state.phase === "identifying") return next(state, { hasChanged, holdsUntil: Number.NEGATIVE_INFINITY })
      return check({ ...state, hasChanged }, true)
    }
    case "checked":
      return next(state, { holdsUntil: event.holdsUntil, isChangeOwed: false })
    case "checkFailed":
      // The last result is outdated: every sweep checks again.
      return next(state, { holdsUntil: Number.NEGATIVE_INFINITY, isChangeOwed: event.hasChanged })
    case "checkEnded":
      // Another change was announced during the check, which may have read older data.
      return check({ ...state, isChecking: false }, state.hasChanged)
    case "pong":
      return next(state, { isAlive: true })
    case "heartbeat":
      return next(state, { isAlive: false }, [{ type: state.isAlive ? "ping" : "terminate" }])
    case "close":
      return close(state, event.code)
    case "gone":
      return close(state, null)
  }
}

const next = (state: ConnectionState, change: Partial<ConnectionState>, effects = nothing): Transition => ({
  state: { ...state, ...change },
  effects,
})

function received(
  state: ConnectionState,
  { text, now, maxFrames: allowed }: Extract<ConnectionEvent, { type: "received" }>,
): Transition {
  const isNewWindow = now - state.windowStart > floodWindow
  const windowStart = isNewWindow ? now : state.windowStart
  const windowFrames = isNewWindow ? 1 : state.windowFrames + 1
  const pending = state.pending + 1
  const counted = { ...state, isAlive: true, windowStart, windowFrames, pending }
  if (state.phase === "closed") return { state: counted, effects: nothing }
  if (text === null) return close(counted, closeCodes.notText)
  if (windowFrames > allowed || pending > maxPending) return close(counted, closeCodes.flood)
  return { state: counted, effects: [{ type: "handle", text }] }
}

/** Starts one check at a time, and none before the feature can be informed of its result. */
function check(state: ConnectionState, isWanted: boolean): Transition {
  if (!isWanted || state.phase !== "entered" || state.isChecking) return { state, effects: nothing }
  const hasChanged = state.hasChanged || state.isChangeOwed
  return next(state, { isChecking: true, hasChanged: false }, [{ type: "check", hasChanged }])
}

/** `code` is null if the socket is closed already. */
function close(state: ConnectionState, code: number | null): Transition {
  if (state.phase === "closed") return { state, effects: nothing }
  const effects: Effect[] = [{ type: "stopIdentifyTimer" }, { type: "unregister" }, { type: "leave" }]
  if (code !== null) effects.push({ type: "closeSocket", code })
  return next(state, { phase: "closed" }, effects)
}
