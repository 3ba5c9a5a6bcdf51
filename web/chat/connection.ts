import type { ServerFrame } from "#contract/chat.ts"
import { closeCodes } from "#contract/closeCodes.ts"

export type ConnectionState = "disconnected" | "connecting" | "connected" | "reconnecting" | "error"

export interface ConnectionStatus {
  state: ConnectionState
  /** Nothing has come back for some seconds; it may still. */
  unstable: boolean
  /** The server does not want this client back: 1000, 4401 or 4403. */
  refused: number | null
}

interface ConnectionOptions {
  roomId: number
  user: { id: number; uuid: string; role: string }
  token(): string | null
  /** The last `seq` that is known; null before anything is. */
  cursor(): number | null
  frame(frame: ServerFrame): void
  status(status: ConnectionStatus): void
}

export interface Connection {
  /** False when it cannot go out just now. */
  send(frame: { type: string } & Record<string, unknown>): boolean
  /** Asks for everything since the cursor. */
  join(): void
  /** Tries at once, from the first attempt. */
  connect(): void
  close(): void
}

/** Before it gives up. */
export const attempts = 5
/** Milliseconds, as everything below. */
const firstWait = 1000
const longestWait = 30_000
/** For the whole way to the first history. */
const opening = 10_000
const pingEvery = 15_000
const unstableAfter = 4000
const silentAfter = 10_000
/** When the server does not say how long. */
const floodWait = 10_000
/** Our own close code for a connection on which nothing comes any more. */
const silent = 4000

/**
 * One room's socket, kept open: five attempts with 1 s doubling to 30 s, then `error`; by itself again when the browser is back
 * online or the tab comes to the front. What the server says goes to `frame`, in order.
 */
export function openConnection({ roomId, user, token, cursor, frame, status }: ConnectionOptions): Connection {
  let ws: WebSocket | null = null
  let now: ConnectionStatus = { state: "disconnected", unstable: false, refused: null }
  let failures = 0
  let moved = false
  let met = false
  let closed = false
  let refusedToken: string | null = null
  let told = floodWait
  let isHeldOff = false
  let again: ReturnType<typeof setTimeout> | undefined
  let beats: ReturnType<typeof setInterval> | undefined
  let deadlines: ReturnType<typeof setTimeout>[] = []

  addEventListener("online", online)
  addEventListener("offline", offline)
  document.addEventListener("visibilitychange", seen)
  start()
  return {
    send,
    join: () => void send(joining()),
    connect: () => {
      if (!ws) fresh()
    },
    close: () => {
      closed = true
      removeEventListener("online", online)
      removeEventListener("offline", offline)
      document.removeEventListener("visibilitychange", seen)
      drop(closeCodes.normal)
      become({ state: "disconnected", unstable: false })
    },
  }

  function send(given: { type: string } & Record<string, unknown>): boolean {
    if (now.state !== "connected" || ws?.readyState !== 1) return false
    ws.send(JSON.stringify(given))
    return true
  }

  function joining() {
    const last = cursor()
    return last === null ? { type: "join" } : { type: "join", last_seq: last }
  }

  function start(): void {
    clearTimeout(again)
    isHeldOff = false
    const access = token()
    if (closed || ws || !access) return
    if (!navigator.onLine) {
      become({ state: met ? "reconnecting" : "connecting", unstable: false })
      return
    }
    become({ state: met || failures > 0 ? "reconnecting" : "connecting", unstable: false, refused: null })
    const mine = new WebSocket(`${location.origin.replace("http", "ws")}/api/chat/ws/${roomId}/${user.id}`)
    ws = mine
    deadlines.push(setTimeout(() => give(mine, silent), opening))
    mine.onopen = () => {
      const { id, uuid, role } = user
      const who = { chat_room_id: roomId, user_id: id, user_uuid: uuid, user_role: role }
      mine.send(JSON.stringify({ type: "identify", access_token: access, ...who }))
      mine.send(JSON.stringify(joining()))
    }
    mine.onmessage = ({ data }) => {
      if (ws === mine) hear(mine, data)
    }
    mine.onclose = ({ code }) => {
      if (ws !== mine) return
      drop(null)
      lost(code, access)
    }
  }

  function hear(mine: WebSocket, data: unknown): void {
    const given = read(data)
    // Until it has joined, nothing but history is what it waits for.
    if (now.state === "connected" || given?.type === "history") relax()
    if (!given) return
    if (given.type === "error" && given.retry_after) told = given.retry_after * 1000
    const isArrival = given.type === "history" && now.state !== "connected"
    if (isArrival) {
      failures = 0
      moved = false
      met = true
      told = floodWait
      beats = setInterval(() => probe(mine, silentAfter), pingEvery)
      // Before its messages: what they set going can use it.
      become({ state: "connected", unstable: false })
    }
    frame(given)
  }

  /** Whatever comes next answers it. */
  function probe(mine: WebSocket, patience: number): void {
    if (mine !== ws || mine.readyState !== 1) return
    mine.send('{"type":"ping"}')
    if (deadlines.length > 0) return
    deadlines = [
      setTimeout(() => become({ unstable: true }), Math.min(unstableAfter, patience / 2)),
      setTimeout(() => give(mine, silent), patience),
    ]
  }

  function relax(): void {
    for (const deadline of deadlines) clearTimeout(deadline)
    deadlines = []
    if (now.unstable) become({ unstable: false })
  }

  /** A half-open socket takes its time to close: nobody waits for that. */
  function give(mine: WebSocket, code: number): void {
    if (mine !== ws) return
    drop(code)
    lost(code, token())
  }

  function drop(code: number | null): void {
    relax()
    clearTimeout(again)
    clearInterval(beats)
    const open = ws
    ws = null
    if (!open || code === null) return
    // Whoever leaves a room at once: to close what is still opening would stand as a failure in the console.
    if (code === closeCodes.normal && open.readyState === 0) open.onopen = () => open.close(code)
    else open.close(code)
  }

  function lost(code: number, access: string | null): void {
    if (code === closeCodes.normal || code === closeCodes.unauthenticated || code === closeCodes.forbidden) {
      refusedToken = access
      become({ state: "disconnected", unstable: false, refused: code })
      return
    }
    if (!navigator.onLine) {
      become({ state: "reconnecting" })
      return
    }
    if (code === closeCodes.flood) {
      isHeldOff = true
      wait(told)
      return
    }
    if ((code === closeCodes.restart || code === closeCodes.slow) && !moved) {
      moved = true
      wait(Math.random() * firstWait)
      return
    }
    if (failures >= attempts) {
      become({ state: "error", unstable: false })
      return
    }
    wait(Math.min(longestWait, firstWait * 2 ** failures++))
  }

  function wait(milliseconds: number): void {
    become({ state: "reconnecting", unstable: false })
    again = setTimeout(start, milliseconds)
  }

  function fresh(): void {
    // Signed in anew, it may try again; with the same token it would be turned away again.
    if (isHeldOff || (now.refused !== null && token() === refusedToken)) return
    failures = 0
    start()
  }

  function online(): void {
    if (!ws) fresh()
    else probe(ws, silentAfter / 2)
  }

  function offline(): void {
    if (isHeldOff || now.refused !== null) return
    drop(silent)
    become({ state: met ? "reconnecting" : "connecting", unstable: false })
  }

  /** A tab that was asleep may hold a socket that is dead. */
  function seen(): void {
    if (document.visibilityState === "visible") online()
  }

  function become(change: Partial<ConnectionStatus>): void {
    const next = { ...now, ...change }
    if (next.state === now.state && next.unstable === now.unstable && next.refused === now.refused) return
    now = next
    status(next)
  }
}

/** The names of the staff's screens are the same events. */
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
