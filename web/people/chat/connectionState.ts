import type { ServerFrame } from "#contract/chat.ts"
import { closeCodes, finalCodes } from "#contract/closeCodes.ts"

export interface ConnectionStatus {
  state: "disconnected" | "connecting" | "connected" | "reconnecting" | "error"
  /** True if nothing has arrived for some seconds. */
  unstable: boolean
  /** The close code by which the server refused this client for good: 1000, 4401, 4403 or 4451. */
  refused: number | null
}

export interface ConnectionState {
  status: ConnectionStatus
  socket: "none" | "opening" | "open"
  /** Failed attempts since the last history. */
  failures: number
  /** True if a restart of the server was the first reason to reconnect since the last history. */
  restarted: boolean
  wasConnected: boolean
  isClosed: boolean
  /** The token that the socket was opened with, and the one that the server refused. */
  socketToken: string | null
  refusedToken: string | null
  /** Milliseconds to wait after the server closed the socket for a flood. */
  floodWait: number
  /** True after a flood: only the timer reconnects. */
  isHeldOff: boolean
  /** True while deadlines are running; the next frame clears them. */
  hasDeadlines: boolean
}

export type Timer = "retry" | "ping" | "unstable" | "silence"

export type ConnectionEvent =
  /** `connect` is an explicit request. `wake` means that the browser is online again or the tab came to the front. */
  | { type: "connect" | "wake" | "offline" | "opened" | "close" }
  | { type: "frame"; frame: ServerFrame | null }
  | { type: "closed"; code: number }
  | { type: "timer"; timer: Timer }

export type Effect =
  | { type: "status"; status: ConnectionStatus }
  | { type: "open" }
  | { type: "identify"; token: string }
  | { type: "ping" }
  | { type: "closeSocket"; code: number }
  | { type: "frame"; frame: ServerFrame }
  | { type: "startTimer"; timer: Timer; after: number }
  | { type: "stopTimers"; timers: readonly Timer[] }

/** The surroundings, read when a connection is opened or lost. */
export interface Environment {
  readonly token: string | null
  readonly isOnline: boolean
  /** A number from 0 to 1. */
  readonly random: number
}

/** The number of attempts before it gives up. */
const attempts = 5
/** All constants below are in milliseconds. */
const firstWait = 1000
const longestWait = 30_000
/** The time from opening to the first history. */
const openingTimeout = 10_000
const pingInterval = 15_000
const unstableAfter = 4000
const silentAfter = 10_000
/** Used if the server does not say how long to wait. */
const defaultFloodWait = 10_000
/** Our own close code for a connection that has fallen silent. */
const silent = 4000

const deadlines = ["unstable", "silence"] as const

export const firstState: ConnectionState = {
  status: { state: "disconnected", unstable: false, refused: null },
  socket: "none",
  failures: 0,
  restarted: false,
  wasConnected: false,
  isClosed: false,
  socketToken: null,
  refusedToken: null,
  floodWait: defaultFloodWait,
  isHeldOff: false,
  hasDeadlines: false,
}

export interface Transition {
  state: ConnectionState
  effects: readonly Effect[]
}

/** Returns the next state of a room's connection and the effects to run, in order. */
export function transition(state: ConnectionState, event: ConnectionEvent, surroundings: Environment): Transition {
  const step = new Step(state, surroundings)
  step.apply(event)
  return step
}

class Step implements Transition {
  state: ConnectionState
  readonly effects: Effect[] = []
  private readonly surroundings: Environment

  constructor(state: ConnectionState, surroundings: Environment) {
    this.state = state
    this.surroundings = surroundings
  }

  apply(event: ConnectionEvent): void {
    const { state } = this
    switch (event.type) {
      case "connect":
        if (state.socket === "none") this.reconnect()
        break
      case "wake":
        if (state.socket === "none") this.reconnect()
        // A tab that was asleep may have a dead socket.
        else this.probe(silentAfter / 2)
        break
      case "offline":
        if (state.isHeldOff || state.status.refused !== null) break
        this.drop(silent)
        this.become({ state: state.wasConnected ? "reconnecting" : "connecting", unstable: false })
        break
      case "opened":
        this.set({ socket: "open" })
        this.do({ type: "identify", token: state.socketToken! })
        break
      case "frame":
        this.receive(event.frame)
        break
      case "closed":
        this.drop(null)
        this.lost(event.code)
        break
      case "close":
        this.set({ isClosed: true })
        this.drop(closeCodes.normal)
        this.become({ state: "disconnected", unstable: false })
        break
      case "timer":
        this.fire(event.timer)
    }
  }

  private fire(timer: Timer): void {
    if (timer === "retry") this.open()
    else if (timer === "ping") {
      this.probe(silentAfter)
      this.do({ type: "startTimer", timer: "ping", after: pingInterval })
    } else if (timer === "unstable") this.become({ unstable: true })
    else {
      // The close event is not awaited, because a half-open socket delays it.
      this.drop(silent)
      this.lost(silent)
    }
  }

  private reconnect(): void {
    const { isHeldOff, status, refusedToken } = this.state
    // The server would refuse the same token again; only another one may try.
    if (isHeldOff || (status.refused !== null && this.surroundings.token === refusedToken)) return
    this.set({ failures: 0 })
    this.open()
  }

  private open(): void {
    this.do({ type: "stopTimers", timers: ["retry"] })
    this.set({ isHeldOff: false })
    const { token, isOnline } = this.surroundings
    const { isClosed, socket, wasConnected, failures } = this.state
    if (isClosed || socket !== "none" || !token) return
    if (!isOnline) {
      this.become({ state: wasConnected ? "reconnecting" : "connecting", unstable: false })
      return
    }
    const state = wasConnected || failures > 0 ? "reconnecting" : "connecting"
    this.become({ state, unstable: false, refused: null })
    this.set({ socket: "opening", socketToken: token, hasDeadlines: true })
    this.do({ type: "open" })
    this.do({ type: "startTimer", timer: "silence", after: openingTimeout })
  }

  private receive(frame: ServerFrame | null): void {
    const isArrival = frame?.type === "history" && this.state.status.state !== "connected"
    // Before it has joined, only a history clears the deadlines.
    if (isArrival || this.state.status.state === "connected") this.clearDeadlines()
    if (!frame) return
    if (frame.type === "error" && frame.retry_after) this.set({ floodWait: frame.retry_after * 1000 })
    if (isArrival) {
      this.set({ failures: 0, restarted: false, wasConnected: true, floodWait: defaultFloodWait })
      this.do({ type: "startTimer", timer: "ping", after: pingInterval })
      // The state changes before the frame is handled, because its effects may need the connection.
      this.become({ state: "connected", unstable: false })
    }
    this.do({ type: "frame", frame })
  }

  /** Any frame counts as the answer. */
  private probe(timeout: number): void {
    if (this.state.socket !== "open") return
    this.do({ type: "ping" })
    if (this.state.hasDeadlines) return
    this.set({ hasDeadlines: true })
    this.do({ type: "startTimer", timer: "unstable", after: Math.min(unstableAfter, timeout / 2) })
    this.do({ type: "startTimer", timer: "silence", after: timeout })
  }

  private clearDeadlines(): void {
    if (this.state.hasDeadlines) {
      this.set({ hasDeadlines: false })
      this.do({ type: "stopTimers", timers: deadlines })
    }
    this.become({ unstable: false })
  }

  private drop(code: number | null): void {
    this.clearDeadlines()
    this.do({ type: "stopTimers", timers: ["retry", "ping"] })
    if (this.state.socket === "none") return
    this.set({ socket: "none" })
    if (code !== null) this.do({ type: "closeSocket", code })
  }

  private lost(code: number): void {
    const { failures, restarted, floodWait, socketToken } = this.state
    if (finalCodes.includes(code)) {
      this.set({ refusedToken: socketToken })
      this.become({ state: "disconnected", unstable: false, refused: code })
    } else if (!this.surroundings.isOnline) {
      this.become({ state: "reconnecting" })
    } else if (code === closeCodes.flood) {
      this.set({ isHeldOff: true })
      this.retryAfter(floodWait)
    } else if ((code === closeCodes.restart || code === closeCodes.slow) && !restarted) {
      this.set({ restarted: true })
      this.retryAfter(this.surroundings.random * firstWait)
    } else if (failures >= attempts) {
      this.become({ state: "error", unstable: false })
    } else {
      this.set({ failures: failures + 1 })
      this.retryAfter(Math.min(longestWait, firstWait * 2 ** failures))
    }
  }

  private retryAfter(after: number): void {
    this.become({ state: "reconnecting", unstable: false })
    this.do({ type: "startTimer", timer: "retry", after })
  }

  private become(change: Partial<ConnectionStatus>): void {
    const { status } = this.state
    const next = { ...status, ...change }
    if (next.state === status.state && next.unstable === status.unstable && next.refused === status.refused) return
    this.set({ status: next })
    this.do({ type: "status", status: next })
  }

  private set(change: Partial<ConnectionState>): void {
    this.state = { ...this.state, ...change }
  }

  private do(effect: Effect): void {
    this.effects.push(effect)
  }
}
