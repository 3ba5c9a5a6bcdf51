import type { IncomingMessage } from "node:http"
import type { FastifyBaseLogger } from "fastify"
import type * as z from "zod"
import type { Identify } from "#contract/sockets.ts"
import type { Person } from "../auth/actor.ts"
import type { Tokens } from "../auth/tokens.ts"
import type { Clock } from "../clock.ts"
import type { Settings } from "../settings.ts"

/** How a feature handles the sockets at its address. */
export interface SocketRoute<Hello extends Identify = Identify, Frame = unknown> {
  /** The path; its capture groups are passed to `enter`. */
  path: RegExp
  /** The first frame: `Identify`, possibly extended. */
  hello: z.ZodType<Hello>
  /**
   * Every later frame except `ping`, which is answered here. A frame that does not match is answered with an `error`.
   */
  frame: z.ZodType<Frame>
  /**
   * Called once the token is valid. A Refusal closes the socket with 4403. Frames that arrive meanwhile are handled
   * afterwards.
   */
  enter(socket: Socket, hello: Hello, params: string[]): SocketSession<Frame> | Promise<SocketSession<Frame>>
}

export interface SocketSession<Frame = unknown> {
  /** Handles one frame at a time: a slow one delays those behind it. A Refusal is answered with an `error`. */
  onFrame(frame: Frame): void | Promise<void>
  /** Called with a new `socket.person` when the person or their sessions change. A Refusal closes with 4403. */
  onPersonChange?(): void | Promise<void>
  /** Called when the session has ended: the last chance to send a frame. */
  onSignedOut?(): void
  /** Called once when the socket is closed, whichever side closed it. */
  onClose?(): void
}

export interface Socket {
  /** The person, as last checked. */
  readonly person: Person
  readonly isOpen: boolean
  send(frame: { type: string }): void
  /** Sends a frame made by `wireFrame`: a frame for many sockets is encoded once. */
  sendFrame(frame: Buffer): void
  /** Resolves when the output has been sent or the socket is closed; a client that reads nothing for 20 s is closed. */
  drained(): Promise<void>
  close(code: number): void
}

export interface Sockets {
  /** Registers a route. Call it while the app is built. */
  register<Hello extends Identify, Frame>(route: SocketRoute<Hello, Frame>): void
  readonly count: number
  /** Returns the ids of the people with a socket on this node. */
  people(): Iterable<number>
  /** Called when a person's first socket opens, and when their last one closes. */
  onPerson(listener: (userId: number, isOnline: boolean) => void): void
}

/** Decides who may connect, in addition to the token. */
export interface Admission {
  /** Reads what it needs of the request. The check returns until when it is valid, in ms, or throws a Refusal. */
  admissionOf(request: IncomingMessage): (person: Person) => Promise<number>
}

/** The parts of the server that a connection needs. */
export interface SocketContext {
  settings: Settings
  tokens: Tokens
  clock: Clock
  log: FastifyBaseLogger
}
