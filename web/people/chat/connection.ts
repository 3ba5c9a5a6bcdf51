import type { ServerFrame } from "#contract/chat.ts"
import { closeCodes } from "#contract/closeCodes.ts"
import { language } from "../../platform/language.ts"
import {
  type ConnectionEvent,
  type ConnectionStatus,
  type Effect,
  type Environment,
  firstState,
  type Timer,
  transition,
} from "./connectionState.ts"

export type { ConnectionStatus } from "./connectionState.ts"

interface ConnectionOptions {
  roomId: number
  user: { id: number; uuid: string; role: string }
  token(): string | null
  /** The last known `seq`, or null before the first history. */
  cursor(): number | null
  frame(frame: ServerFrame): void
  status(status: ConnectionStatus): void
}

export interface Connection {
  /** Returns false if the frame cannot be sent now. */
  send(frame: { type: string } & Record<string, unknown>): boolean
  /** Asks for everything since the cursor. */
  join(): void
  /** Connects at once, and counts attempts from the first again. */
  connect(): void
  close(): void
}

/**
 * Keeps one room's socket open. It makes five attempts, waiting from 1 s doubled up to 30 s, and then reports `error`.
 * It tries again when the browser is back online or the tab comes to the front. `frame` receives the frames in order.
 * `transition` decides; this function runs its effects.
 */
export function openConnection(options: ConnectionOptions): Connection {
  const { roomId, user, token, cursor, frame, status } = options
  let state = firstState
  let ws: WebSocket | null = null
  const timers = new Map<Timer, ReturnType<typeof setTimeout>>()
  const surroundings: Environment = {
    get token() {
      return token()
    },
    get isOnline() {
      return navigator.onLine
    },
    get random() {
      return Math.random()
    },
  }
  const onOnline = () => dispatch({ type: "wake" })
  const onOffline = () => dispatch({ type: "offline" })
  const onVisible = () => {
    if (document.visibilityState === "visible") dispatch({ type: "wake" })
  }

  addEventListener("online", onOnline)
  addEventListener("offline", onOffline)
  document.addEventListener("visibilitychange", onVisible)
  dispatch({ type: "connect" })
  return {
    send: (given) => {
      if (state.status.state !== "connected" || ws?.readyState !== 1) return false
      ws.send(JSON.stringify(given))
      return true
    },
    join: () => {
      if (state.status.state === "connected") sendOpen(joinFrame())
    },
    connect: () => dispatch({ type: "connect" }),
    close: () => {
      removeEventListener("online", onOnline)
      removeEventListener("offline", onOffline)
      document.removeEventListener("visibilitychange", onVisible)
      dispatch({ type: "close" })
    },
  }

  /** An effect may dispatch another event, which must see the new state. */
  function dispatch(event: ConnectionEvent): void {
    const next = transition(state, event, surroundings)
    state = next.state
    for (const effect of next.effects) run(effect)
  }

  function run(effect: Effect): void {
    if (effect.type === "status") status(effect.status)
    else if (effect.type === "frame") frame(effect.frame)
    else if (effect.type === "open") open()
    else if (effect.type === "identify") identify(effect.token)
    else if (effect.type === "ping") sendOpen({ type: "ping" })
    else if (effect.type === "closeSocket") closeSocket(effect.code)
    else if (effect.type === "startTimer") startTimer(effect.timer, effect.after)
    else for (const timer of effect.timers) clearTimeout(timers.get(timer))
  }

  function open(): void {
    const at = `${location.origin.replace("http", "ws")}/api/chat/ws/${roomId}/${user.id}`
    // Browsers send their own language with a socket, and a page cannot add headers.
    const socket = new WebSocket(language === "en" ? at : `${at}?language=${language}`)
    ws = socket
    socket.onopen = () => {
      if (ws === socket) dispatch({ type: "opened" })
    }
    socket.onmessage = ({ data }) => {
      if (ws === socket) dispatch({ type: "frame", frame: read(data) })
    }
    socket.onclose = ({ code }) => {
      if (ws !== socket) return
      ws = null
      dispatch({ type: "closed", code })
    }
  }

  function identify(accessToken: string): void {
    const { id, uuid, role } = user
    const who = { chat_room_id: roomId, user_id: id, user_uuid: uuid, user_role: role }
    sendOpen({ type: "identify", access_token: accessToken, ...who })
    sendOpen(joinFrame())
  }

  function sendOpen(given: object): void {
    if (ws?.readyState === 1) ws.send(JSON.stringify(given))
  }

  function joinFrame() {
    const last = cursor()
    return last === null ? { type: "join" } : { type: "join", last_seq: last }
  }

  function closeSocket(code: number): void {
    const socket = ws
    ws = null
    if (!socket) return
    // Closing a socket that is still opening logs a failure in the console.
    if (code === closeCodes.normal && socket.readyState === 0) socket.onopen = () => socket.close(code)
    else socket.close(code)
  }

  function startTimer(timer: Timer, after: number): void {
    clearTimeout(timers.get(timer))
    timers.set(
      timer,
      setTimeout(() => dispatch({ type: "timer", timer }), after),
    )
  }
}

/** Frames for staff have other names for the same events. */
const aliases: Record<string, string> = { new_message: "create", message_deleted: "delete", message_updated: "update" }

function read(data: unknown): ServerFrame | null {
  try {
    const given = JSON.parse(String(data))
    if (typeof given?.type !== "string") return null
    return { ...given, type: aliases[given.type] ?? given.type }
  } catch {
    return null
  }
}
