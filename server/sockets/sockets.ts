import type { Duplex } from "node:stream"
import type { FastifyBaseLogger } from "fastify"
import type { WebSocket } from "ws"
import type * as z from "zod"
import { closeCodes } from "#contract/closeCodes.ts"
import type { Identify } from "#contract/sockets.ts"
import type { Person } from "../accounts/actor.ts"
import { peopleTopic } from "../accounts/sessions.ts"
import type { Tokens } from "../accounts/tokens.ts"
import type { Bus } from "../bus/bus.ts"
import { type Clock, minutes, seconds } from "../clock.ts"
import type { Http } from "../http/http.ts"
import type { Limits } from "../http/limits.ts"
import type { Settings } from "../settings.ts"
import { type Connection, connect } from "./connection.ts"
import { createDoor } from "./door.ts"

/** What a feature does with the sockets at its address. */
export interface Place<Hello extends Identify = Identify, Frame = unknown> {
  /** The address's path; what its groups match is handed to `enter`. */
  path: RegExp
  /** The first frame: `Identify`, or that with more. */
  hello: z.ZodType<Hello>
  /** Every frame after it but `ping`, which is answered for you. What does not fit is answered with an `error`. */
  frame: z.ZodType<Frame>
  /** The token is good. A Refusal turns the caller away with 4403. What comes meanwhile is heard after it. */
  enter(socket: Socket, hello: Hello, params: string[]): Visit<Frame> | Promise<Visit<Frame>>
}

export interface Visit<Frame = unknown> {
  /** One frame after the other: one that takes its time holds up those behind it. A Refusal is answered with an `error`. */
  hear(frame: Frame): void | Promise<void>
  /** Something about the person or its sessions has changed, and `socket.person` is new. A Refusal closes with 4403. */
  changed?(): void | Promise<void>
  /** The session has ended: the last moment to say so. */
  signedOut?(): void
  /** The socket is closed; called once, whoever closed it. */
  left?(): void
}

export interface Socket {
  /** Who it is, as last checked. */
  readonly person: Person
  readonly isOpen: boolean
  send(frame: { type: string }): void
  /** A frame by `wireFrame`: one that goes to many is written once. */
  sendFrame(frame: Buffer): void
  close(code: number): void
}

export interface Sockets {
  /** Opens an address. Call it while the app is built. */
  at<Hello extends Identify, Frame>(place: Place<Hello, Frame>): void
  /** How many are open and identified. */
  readonly count: number
  /** Whoever has a socket on this node. */
  people(): Iterable<number>
  /** Told of the first socket of a person, and of the end of the last. */
  onPerson(heard: (userId: number, here: boolean) => void): void
}

/** What a connection needs of the house. */
export interface House {
  settings: Settings
  tokens: Tokens
  clock: Clock
  log: FastifyBaseLogger
}

const perAccount = 40
const heartbeat = seconds(25)
const sweep = seconds(1)

/**
 * Everything that sockets have in common, so that a feature only says who may enter, what is heard and what is said:
 * exact Origin, the first frame within 5 s, 16 KiB a frame, floods (4429), heartbeats both ways, slow readers dropped (1013),
 * 1012 when the server stops. Who is signed out, by whatever way and on whatever node, is closed with 4401; a level that ends by the
 * clock or changes is told to the feature within a second or two, and while the bus is away the database is asked instead.
 */
export function openSockets(given: House & { http: Http; bus: Bus; limits: Limits }): Sockets {
  const { settings, http, bus, limits, clock } = given
  const places: Place[] = []
  const unidentified = new Set<Connection>()
  const accounts = new Map<number, Set<Connection>>()
  const most = Math.max(1, Math.floor(perAccount * settings.rateLimitScale))
  const listeners: ((userId: number, here: boolean) => void)[] = []
  const checkAll = inRounds(() => true)
  const checkEnded = inRounds((one) => one.holdsUntil <= clock.now().getTime())
  let stopping = false

  const door = createDoor(settings, limits.make("sockets", 600, minutes(1)), (path) => placeOf(path) !== null, opened)
  http.server.on("upgrade", door)
  const timers = [setInterval(beat, heartbeat).unref(), setInterval(lookAround, sweep).unref()]
  bus.subscribe<number>(peopleTopic, (userId) => {
    for (const one of [...(accounts.get(userId) ?? [])]) void one.check(true)
  })
  // Of a round that is under way the first may have been asked about before something was said that was not heard.
  bus.onReturn(() => void checkAll().then(checkAll))
  http.addHook("preClose", stop)
  return {
    at: (place) => void places.push(place as unknown as Place),
    get count() {
      return [...identified()].length
    },
    people: () => accounts.keys(),
    onPerson: (heard) => void listeners.push(heard),
  }

  function placeOf(path: string): { place: Place; params: string[] } | null {
    for (const place of places) {
      const match = place.path.exec(path)
      if (match) return { place, params: match.slice(1) }
    }
    return null
  }

  function opened(ws: WebSocket, line: Duplex, path: string): void {
    const { place, params } = placeOf(path)!
    const connection = connect(given, ws, line, place, params, { identified: admit, closed: forget })
    unidentified.add(connection)
    if (stopping) connection.close(closeCodes.restart)
  }

  /** Whether the account may have one more. */
  function admit(connection: Connection, userId: number): boolean {
    const own = accounts.get(userId) ?? new Set()
    if (own.size >= most) return false
    unidentified.delete(connection)
    accounts.set(userId, own.add(connection))
    if (own.size === 1) for (const heard of listeners) heard(userId, true)
    return true
  }

  function forget(connection: Connection, userId: number | null): void {
    unidentified.delete(connection)
    const own = userId === null ? undefined : accounts.get(userId)
    if (!own?.delete(connection) || own.size > 0) return
    accounts.delete(userId!)
    for (const heard of listeners) heard(userId!, false)
  }

  function* identified(): Iterable<Connection> {
    for (const own of [...accounts.values()]) yield* [...own]
  }

  function beat(): void {
    for (const one of [...unidentified, ...identified()]) one.beat()
  }

  /** What ends by the clock, and what nobody could tell us. */
  function lookAround(): void {
    void (bus.up ? checkEnded() : checkAll())
  }

  /** One after the other, one round at a time: with many sockets the database is asked steadily and never all at once. */
  function inRounds(which: (one: Connection) => boolean): () => Promise<void> {
    let round: Promise<void> | null = null
    return () => {
      round ??= (async () => {
        for (const one of identified()) if (which(one)) await one.check(false)
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
