import type { Duplex } from "node:stream"
import type { WebSocket } from "ws"
import { closeCodes } from "#contract/closeCodes.ts"
import type { Language } from "#contract/languages.ts"
import { t } from "#contract/t.ts"
import type { Person } from "../auth/actor.ts"
import { seconds } from "../clock.ts"
import { problemOf, spoken } from "../http/problems.ts"
import { speaking } from "../languages.ts"
import { invalid, Refusal } from "../refusal.ts"
import type { About } from "../tracing/span.ts"
import { inSpan } from "../tracing/tracing.ts"
import { type ConnectionEvent, type Effect, firstState, maxFrames, transition } from "./connectionState.ts"
import { createIdentity } from "./identity.ts"
import { createOutput } from "./output.ts"
import type { Socket, SocketContext, SocketRoute } from "./sockets.ts"
import { wireFrame } from "./wireFrame.ts"

/** One socket, from its first frame to its last. */
export interface Connection {
  /** When the session or level expires, as last checked. */
  readonly holdsUntil: number
  /** Checks the person again. `hasChanged` is true if a change is known. */
  check(hasChanged: boolean): Promise<void>
  ping(): void
  close(code: number): void
  /** Resolves when the connection is closed, after `milliseconds` at the latest. */
  ended(milliseconds: number): Promise<void>
}

interface Registry {
  identified(connection: Connection, userId: number): boolean
  closed(connection: Connection, userId: number | null): void
  assertAdmitted(person: Person): Promise<number>
  /** The language of the browser. */
  language: Language
}

const identifyWithin = seconds(5)

/** Runs the effects of `transition`, which decides what follows an event. Outgoing frames bypass both. */
export function connect(
  context: SocketContext,
  ws: WebSocket,
  line: Duplex,
  route: SocketRoute,
  params: string[],
  registry: Registry,
): Connection {
  const allowed = Math.max(10, Math.floor(maxFrames * context.settings.rateLimitScale))
  let state = firstState
  let handling: Promise<void> = Promise.resolve()
  let checking: Promise<void> = Promise.resolve()

  const identifyTimer = setTimeout(() => dispatch({ type: "identifyTimeout" }), identifyWithin)
  const output = createOutput(ws, line, isOpen, () => close(closeCodes.slow))
  const socket: Socket = {
    get person() {
      return identity.person!
    },
    get isOpen() {
      return isOpen()
    },
    send: (frame) => output.sendFrame(wireFrame(JSON.stringify(frame))),
    ...output,
    close,
  }
  const connection: Connection = {
    get holdsUntil() {
      return state.holdsUntil
    },
    check: (hasChanged) => {
      dispatch({ type: "check", hasChanged })
      return state.isChecking ? checking : Promise.resolve()
    },
    ping: () => dispatch({ type: "heartbeat" }),
    close,
    ended: (milliseconds) => ended(ws, milliseconds),
  }
  const admit = (userId: number) => registry.identified(connection, userId)
  const identity = createIdentity(context, {
    route,
    params,
    socket,
    admit,
    assertAdmitted: registry.assertAdmitted,
    dispatch,
  })
  ws.on("message", (data, isBinary) => {
    const text = isBinary ? null : String(data)
    speaking(registry.language, () => dispatch({ type: "received", text, now: performance.now(), maxFrames: allowed }))
  })
  ws.on("pong", () => dispatch({ type: "pong" }))
  ws.on("close", () => dispatch({ type: "gone" }))
  // ws reports a frame that is too long or malformed here, and closes the socket with the matching code.
  ws.on("error", ignore)
  return connection

  function isOpen(): boolean {
    return state.phase !== "closed"
  }

  function close(code: number): void {
    dispatch({ type: "close", code })
  }

  /** Applies an event and runs its effects, which may dispatch another event that sees the new state. */
  function dispatch(event: ConnectionEvent): void {
    const next = transition(state, event)
    state = next.state
    for (const effect of next.effects) run(effect)
  }

  function run(effect: Effect): void {
    if (effect.type === "handle")
      handling = state.pending === 1 ? handle(effect.text) : handling.then(() => handle(effect.text))
    else if (effect.type === "check") checking = identity.check(effect.hasChanged)
    else if (effect.type === "stopIdentifyTimer") clearTimeout(identifyTimer)
    else if (effect.type === "unregister") registry.closed(connection, identity.person?.id ?? null)
    else if (effect.type === "leave") identity.session?.onClose?.()
    else if (effect.type === "ping") ws.ping(undefined, undefined, ignore)
    else if (effect.type === "terminate") ws.terminate()
    else closeSocket(ws, effect.code)
  }

  async function handle(text: string): Promise<void> {
    const frame = parsed(text)
    try {
      if (!isOpen()) return
      if (state.phase === "new") {
        await identity.identify(frame)
        // A change that was announced meanwhile is checked before the next frame is handled.
        if (state.isChecking) await checking
      } else if (frame?.type === "ping") socket.send({ type: "pong" })
      else {
        const parsedFrame = route.frame.safeParse(frame)
        if (!parsedFrame.success) throw invalid("type", t`This frame is not supported.`)
        await inSpan(
          () => frameSpan(String(frame!.type)),
          async () => identity.session!.onFrame(parsedFrame.data),
        )
      }
    } catch (error) {
      if (!(error instanceof Refusal)) context.log.error({ err: error }, "could not handle a frame")
      socket.send(errorFrame(error, frame))
    } finally {
      dispatch({ type: "handled" })
    }
  }
}

/** The span of a valid frame, whose type is one of the contract's. */
const frameSpan = (type: string): About => ({
  name: `frame ${type}`,
  kind: "server",
  attributes: { "network.protocol.name": "websocket" },
  within: "root",
})

/** The end of the socket follows every error while writing. */
const ignore = () => {}

function closeSocket(ws: WebSocket, code: number): void {
  ws.close(code)
  // A client that does not read does not answer the close frame either.
  setTimeout(() => ws.terminate(), seconds(3)).unref()
}

function ended(ws: WebSocket, milliseconds: number): Promise<void> {
  if (ws.readyState === ws.CLOSED) return Promise.resolve()
  return new Promise((resolve) => {
    setTimeout(() => ws.terminate(), milliseconds).unref()
    ws.once("close", () => resolve())
  })
}

function errorFrame(error: unknown, frame: Record<string, unknown> | null): { type: string } {
  const { detail, code, retryAfter } = spoken(problemOf(error))
  const client_id = typeof frame?.client_id === "string" ? frame.client_id : undefined
  return { type: "error", detail, code, client_id, retry_after: retryAfter } as { type: string }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
