import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import type { WebSocket } from "ws"
import { closeCodes } from "#contract/closeCodes.ts"
import { isLanguage } from "#contract/languages.ts"
import { peopleTopic } from "../auth/sessions.ts"
import type { StaffPolicy } from "../auth/tokens.ts"
import type { Bus } from "../bus/bus.ts"
import { minutes, seconds } from "../clock.ts"
import type { Http } from "../http/http.ts"
import type { Limits } from "../http/limits.ts"
import { languageOf } from "../languages.ts"
import { type Connection, connect } from "./connection.ts"
import type { Admission, SocketContext, SocketRoute, Sockets } from "./sockets.ts"
import { createUpgrade } from "./upgrade.ts"

const perAccount = 40
const heartbeat = seconds(25)
const sweep = seconds(1)
const checksAtOnce = 500

/**
 * Handles everything that sockets have in common, so that a feature only defines who may enter and which frames it
 * handles and sends: exact Origin, the first frame within 5 s, 16 KiB a frame, flood limits (4429), heartbeats both
 * ways, slow readers closed (1013), 1012 when the server stops. A socket whose session ends, in any way and on any
 * node, is closed with 4401. The feature is informed within a second or two of a level that expires or changes; while
 * the bus is down, the database is polled instead.
 */
export function openSockets(
  context: SocketContext & Admission & { http: Http; bus: Bus; limits: Limits; staff: StaffPolicy },
): Sockets {
  const { settings, http, bus, limits, clock } = context
  const routes: SocketRoute[] = []
  const unidentified = new Set<Connection>()
  const accounts = new Map<number, Set<Connection>>()
  const maxSockets = Math.max(1, Math.floor(perAccount * settings.rateLimitScale))
  const listeners: ((userId: number, here: boolean) => void)[] = []
  const checkAll = inRounds(() => true)
  const checkEnded = inRounds((one) => one.holdsUntil <= clock.now().getTime())
  let stopping = false

  const onUpgrade = createUpgrade(
    settings,
    limits.make("sockets", 600, minutes(1)),
    (path) => findRoute(path) !== null,
    opened,
  )
  http.server.on("upgrade", onUpgrade)
  const timers = [setInterval(pingAll, heartbeat).unref(), setInterval(checkDue, sweep).unref()]
  bus.subscribe<number>(peopleTopic, (userId) => {
    for (const one of [...(accounts.get(userId) ?? [])]) void one.check(true)
  })
  // The first sockets of a round in progress may have been checked before an event that was lost.
  bus.onReconnect(() => void checkAll().then(checkAll))
  // Those that a round in progress has already checked were checked by the previous rules.
  context.staff.onChange(() => void checkAll().then(checkAll))
  http.addHook("preClose", stop)
  return {
    register: (route) => void routes.push(route as unknown as SocketRoute),
    get count() {
      return [...identified()].length
    },
    people: () => accounts.keys(),
    onPerson: (listener) => void listeners.push(listener),
  }

  function findRoute(path: string): { route: SocketRoute; params: string[] } | null {
    for (const route of routes) {
      const match = route.path.exec(path)
      if (match) return { route, params: match.slice(1) }
    }
    return null
  }

  function opened(ws: WebSocket, line: Duplex, path: string, request: IncomingMessage): void {
    const { route, params } = findRoute(path)!
    const assertAdmitted = context.admissionOf(request)
    const asked = new URLSearchParams(request.url!.split("?", 2)[1]).get("language")
    const language = isLanguage(asked) ? asked : languageOf(request)
    const registry = { identified: admit, closed: forget, assertAdmitted, language }
    const connection = connect(context, ws, line, route, params, registry)
    unidentified.add(connection)
    if (stopping) connection.close(closeCodes.restart)
  }

  /** Returns whether the account may open another socket. */
  function admit(connection: Connection, userId: number): boolean {
    const own = accounts.get(userId) ?? new Set()
    if (own.size >= maxSockets) return false
    unidentified.delete(connection)
    accounts.set(userId, own.add(connection))
    if (own.size === 1) for (const listener of listeners) listener(userId, true)
    return true
  }

  function forget(connection: Connection, userId: number | null): void {
    unidentified.delete(connection)
    const own = userId === null ? undefined : accounts.get(userId)
    if (!own?.delete(connection) || own.size > 0) return
    accounts.delete(userId!)
    for (const listener of listeners) listener(userId!, false)
  }

  function* identified(): Iterable<Connection> {
    for (const own of [...accounts.values()]) yield* [...own]
  }

  function pingAll(): void {
    for (const one of [...unidentified, ...identified()]) one.ping()
  }

  /** Checks for expiry, and for changes that no event announced. */
  function checkDue(): void {
    void (bus.up ? checkEnded() : checkAll())
  }

  /** Runs a few checks at once, which share a statement, and one round at a time, to spread the load. */
  function inRounds(which: (one: Connection) => boolean): () => Promise<void> {
    let round: Promise<void> | null = null
    return () => {
      round ??= (async () => {
        const all = [...identified()].filter(which)
        while (all.length > 0) await Promise.all(all.splice(-checksAtOnce).map((one) => one.check(false)))
      })().finally(() => {
        round = null
      })
      return round
    }
  }

  async function stop(): Promise<void> {
    stopping = true
    for (const timer of timers) clearInterval(timer)
    const all = [...unidentified, ...identified()]
    for (const one of all) one.close(closeCodes.restart)
    await Promise.all(all.map((one) => one.ended(seconds(1))))
  }
}
