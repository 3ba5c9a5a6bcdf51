import type { ServerFrame } from "#contract/chat.ts"
import { closeCodes, finalCodes } from "#contract/closeCodes.ts"

export interface ConnectionStatus {
  state: "disconnected" | "connecting" | "connected" | "reconnecting" | "error"
  /** Nothing has come back for some seconds; it may still. */
  unstable: boolean
  /** The server does not want this client back: 1000, 4401, 4403 or 4451. */
  refused: number | null
}

export interface ConnectionState {
  status: ConnectionStatus
  socket: "none" | "opening" | "open"
  /** Counted since the last history. */
  failures: number
  /** A restart of the server is the first reason to reconnect since the last history. */
  restarted: boolean
  wasConnected: boolean
  isClosed: boolean
  /** The token that the socket was opened with, and the one that was refused. */
  socketToken: string | null
  refusedToken: string | null
  /** How long the server wants to be left alone after a flood; milliseconds. */
  floodWait: number
  /** After a flood: nothing but the timer reconnects. */
  isHeldOff: boolean
  /** The next frame clears the deadlines. */
  hasDeadlines: boolean
}

export type Timer = "retry" | "ping" | "unstable" | "silence"

export type ConnectionEvent =
  /** `connect`: somebody asks for it. `wake`: online again, or the tab is in front. */
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

/** What is read when a connection is opened or lost. */
export interface Environment {
  readonly token: string | null
  readonly isOnline: boolean
  /** Between 0 and 1. */
  readonly random: number
}

/** Before it gives up. */
const attempts = 5
/** Milliseconds, as everything below. */
const firstWait = 1000
const longestWait = 30_000
/** From opening to the first history. */
const openingTimeout = 10_000
const pingInterval = 15_000
const unstableAfter = 4000
const silentAfter = 10_000
/** When the server does not say how long. */
const defaultFloodWait = 10_000
/** Our own close code for a connection on which nothing comes any more. */
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

/** The next state of a room's connection, and what is to be done, in order. */
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
        // A tab that was asleep may hold a socket that is dead.
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
      // Does not wait for the close event, which a half-open socket delays.
      this.drop(silent)
      this.lost(silent)
    }
  }

  private reconnect(): void {
    const { isHeldOff, status, refusedToken } = this.state
    // Signed in anew, it may try again; with the same token it would be turned away again.
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
    // Until it has joined, nothing but history is what it waits for.
    if (isArrival || this.state.status.state === "connected") this.clearDeadlines()
    if (!frame) return
    if (frame.type === "error" && frame.retry_after) this.set({ floodWait: frame.retry_after * 1000 })
    if (isArrival) {
      this.set({ failures: 0, restarted: false, wasConnected: true, floodWait: defaultFloodWait })
      this.do({ type: "startTimer", timer: "ping", after: pingInterval })
      // Before its messages: what they set going can use it.
      this.become({ state: "connected", unstable: false })
    }
    this.do({ type: "frame", frame })
  }

  /** Whatever comes next answers it. */
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
