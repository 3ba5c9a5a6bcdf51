import type { Duplex } from "node:stream"
import type { RawData, WebSocket } from "ws"
import { closeCodes } from "#contract/closeCodes.ts"
import type { Person } from "../accounts/actor.ts"
import { seconds } from "../clock.ts"
import { say } from "../http/problems.ts"
import { invalid, Refusal } from "../refusal.ts"
import type { House, Place, Socket, Visit } from "./sockets.ts"
import { wireFrame } from "./wireFrame.ts"

/** One socket, from its first frame to its last. */
export interface Connection {
  /** When what was last known of its session and level ends by the clock. */
  readonly holdsUntil: number
  /** Asks again who this is. `told` when it is known that something has changed. */
  check(told: boolean): Promise<void>
  beat(): void
  close(code: number): void
  /** Resolves when the connection is gone, which it is after `milliseconds` at the latest. */
  ended(milliseconds: number): Promise<void>
}

interface Registry {
  identified(connection: Connection, userId: number): boolean
  closed(connection: Connection, userId: number | null): void
}

const identifyWithin = seconds(5)
/** What may wait for a slow reader. */
const mostWaiting = 1024 * 1024
/** Frames in a window; of these, so many may wait for the one before them. */
const floodWindow = seconds(10)
const mostFrames = 200
const mostUnheard = 50

export function connect(
  house: House,
  ws: WebSocket,
  line: Duplex,
  place: Place,
  params: string[],
  registry: Registry,
): Connection {
  const { tokens, log, settings } = house
  const allowed = Math.max(10, Math.floor(mostFrames * settings.rateLimitScale))
  let token: string | null = null
  let person: Person | null = null
  let visit: Visit<unknown> | null = null
  let holdsUntil = Number.POSITIVE_INFINITY
  let open = true
  let alive = true
  let frames = { since: Number.NEGATIVE_INFINITY, count: 0 }
  let unheard = 0
  let hearing: Promise<void> = Promise.resolve()
  let checking: Promise<void> | null = null
  let toldMeanwhile = false
  /** Told of a change that could not be asked about yet. */
  let isOwed = false

  const late = setTimeout(() => close(closeCodes.unauthenticated), identifyWithin)
  const socket: Socket = {
    get person() {
      return person!
    },
    get isOpen() {
      return open
    },
    send: (frame) => sendFrame(wireFrame(JSON.stringify(frame))),
    sendFrame,
    close,
  }
  const connection: Connection = {
    get holdsUntil() {
      return holdsUntil
    },
    check,
    beat,
    close,
    ended,
  }
  ws.on("message", received)
  ws.on("pong", () => {
    alive = true
  })
  ws.on("close", leave)
  // A frame too long or not well formed: ws closes it with the fitting code.
  ws.on("error", () => {})
  return connection

  function received(data: RawData, isBinary: boolean): void {
    alive = true
    if (isBinary) close(closeCodes.notText)
    else if (isFlood() || unheard >= mostUnheard) close(closeCodes.flood)
    if (!open) return
    const text = String(data)
    hearing = unheard++ === 0 ? hear(text) : hearing.then(() => hear(text))
  }

  function isFlood(): boolean {
    const now = performance.now()
    if (now - frames.since > floodWindow) frames = { since: now, count: 0 }
    return ++frames.count > allowed
  }

  async function hear(text: string): Promise<void> {
    const frame = parsed(text)
    try {
      if (!open) return
      if (!person) await identify(frame)
      else if (frame?.type === "ping") socket.send({ type: "pong" })
      else {
        const said = place.frame.safeParse(frame)
        if (!said.success) throw invalid("type", "This frame is not understood.")
        await visit!.hear(said.data)
      }
    } catch (error) {
      complain(error, frame)
    } finally {
      unheard--
    }
  }

  async function identify(frame: Record<string, unknown> | null): Promise<void> {
    clearTimeout(late)
    const hello = place.hello.safeParse(frame)
    if (!hello.success) return close(closeCodes.unauthenticated)
    const { access_token, user_id, user_uuid } = hello.data
    try {
      const known = await tokens.look(access_token)
      if (!open) return
      if (differs(user_id, known.person.id) || differs(user_uuid, known.person.uuid)) return close(closeCodes.forbidden)
      token = access_token
      person = known.person
      holdsUntil = known.holdsUntil
      if (!registry.identified(connection, person.id)) return close(closeCodes.flood)
      const entered: Visit<unknown> = await place.enter(socket, hello.data, params)
      visit = entered
      // It may have gone while it came in, or have changed.
      if (!open) entered.left?.()
      else if (toldMeanwhile) await check(false)
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error }, "a socket could not be opened")
      close(codeFor(error))
    }
  }

  function check(told: boolean): Promise<void> {
    toldMeanwhile ||= told
    if (!visit) return Promise.resolve()
    checking ??= ask().finally(() => {
      checking = null
      // Told once more while it was being asked: what was read may be older than that.
      if (toldMeanwhile && open) void check(false)
    })
    return checking
  }

  async function ask(): Promise<void> {
    const told = toldMeanwhile || isOwed
    toldMeanwhile = false
    try {
      const known = await tokens.look(token!)
      if (!open) return
      const isOther = told || JSON.stringify(known.person) !== JSON.stringify(person)
      person = known.person
      holdsUntil = known.holdsUntil
      isOwed = false
      if (isOther) await visit!.changed?.()
    } catch (error) {
      if (!open) return
      if (!(error instanceof Refusal)) {
        log.warn({ err: error }, "a socket could not be checked")
        // The database is away: what is known holds no longer, so that every look around asks again.
        holdsUntil = Number.NEGATIVE_INFINITY
        isOwed = told
        return
      }
      if (error.code === "UNAUTHENTICATED") visit!.signedOut?.()
      close(codeFor(error))
    }
  }

  function complain(error: unknown, frame: Record<string, unknown> | null): void {
    const { detail, code, retryAfter } = say(error)
    if (!(error instanceof Refusal)) log.error({ err: error }, "a frame failed")
    const client_id = typeof frame?.client_id === "string" ? frame.client_id : undefined
    socket.send({ type: "error", detail, code, client_id, retry_after: retryAfter } as { type: string })
  }

  /** Straight to the line: without compression ws keeps nothing back that this could overtake, and would write each frame in two pieces. */
  function sendFrame(frame: Buffer): void {
    if (!open || ws.readyState !== ws.OPEN) return
    if (line.writableLength > mostWaiting) close(closeCodes.slow)
    else line.write(frame)
  }

  function beat(): void {
    if (!alive) ws.terminate()
    else ws.ping(undefined, undefined, ignore)
    alive = false
  }

  function close(code: number): void {
    if (!open) return
    leave()
    ws.close(code)
    // Who does not read does not answer either.
    setTimeout(() => ws.terminate(), seconds(3)).unref()
  }

  function leave(): void {
    if (!open) return
    open = false
    clearTimeout(late)
    registry.closed(connection, person?.id ?? null)
    visit?.left?.()
  }

  function ended(milliseconds: number): Promise<void> {
    if (ws.readyState === ws.CLOSED) return Promise.resolve()
    return new Promise((resolve) => {
      setTimeout(() => ws.terminate(), milliseconds).unref()
      ws.once("close", () => resolve())
    })
  }
}

/** Whether an id that a client may send along is none of its own, as a number or as text. */
export const differs = (given: unknown, own: number | string) =>
  given !== undefined && given !== null && String(given) !== String(own)

/** A socket that breaks while it is written to says so by its end. */
const ignore = () => {}

function codeFor(error: unknown): number {
  if (!(error instanceof Refusal)) return closeCodes.failed
  return error.code === "UNAUTHENTICATED" ? closeCodes.unauthenticated : closeCodes.forbidden
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
