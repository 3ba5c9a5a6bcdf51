import { closeCodes } from "#contract/closeCodes.ts"
import { assertHasSecondFactor, type Person } from "../auth/actor.ts"
import type { ResolvedToken } from "../auth/tokens.ts"
import { Refusal } from "../refusal.ts"
import type { ConnectionEvent } from "./connectionState.ts"
import type { Socket, SocketContext, SocketRoute, SocketSession } from "./sockets.ts"

/** The person behind a socket, and the feature's session with it. */
export interface Identity {
  readonly person: Person | null
  readonly session: SocketSession<unknown> | null
  /** Identifies the person by the first frame. */
  identify(frame: unknown): Promise<void>
  check(hasChanged: boolean): Promise<void>
}

interface ConnectionContext {
  route: SocketRoute
  params: string[]
  socket: Socket
  /** Returns whether the account may open another socket. */
  admit(userId: number): boolean
  /** Returns until when the person may stay; throws a Refusal. */
  assertAdmitted(person: Person): Promise<number>
  dispatch(event: ConnectionEvent): void
}

export function createIdentity(
  { tokens, log }: SocketContext,
  { route, params, socket, admit, assertAdmitted, dispatch }: ConnectionContext,
): Identity {
  let person: Person | null = null
  let session: SocketSession<unknown> | null = null
  let token = ""
  return {
    get person() {
      return person
    },
    get session() {
      return session
    },
    identify,
    check,
  }

  async function identify(frame: unknown): Promise<void> {
    dispatch({ type: "identifying" })
    const hello = route.hello.safeParse(frame)
    if (!hello.success) return socket.close(closeCodes.unauthenticated)
    const { access_token, user_id, user_uuid } = hello.data
    try {
      const known = await resolve(access_token)
      if (!socket.isOpen) return
      const { id, uuid } = known.person
      if (isForeign(user_id, id) || isForeign(user_uuid, uuid)) return socket.close(closeCodes.forbidden)
      token = access_token
      person = known.person
      dispatch({ type: "identified", holdsUntil: known.holdsUntil })
      if (!admit(id)) return socket.close(closeCodes.flood)
      session = await route.enter(socket, hello.data, params)
      dispatch({ type: "entered" })
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error }, "could not open a socket")
      socket.close(codeFor(error))
    }
  }

  async function resolve(token: string): Promise<ResolvedToken> {
    const { person, holdsUntil } = await tokens.resolve(token)
    assertHasSecondFactor(person)
    return { person, holdsUntil: Math.min(holdsUntil, await assertAdmitted(person)) }
  }

  async function check(hasChanged: boolean): Promise<void> {
    try {
      const known = await resolve(token)
      if (!socket.isOpen) return
      const isOther = hasChanged || JSON.stringify(known.person) !== JSON.stringify(person)
      person = known.person
      dispatch({ type: "checked", holdsUntil: known.holdsUntil })
      if (isOther) await session!.onPersonChange?.()
    } catch (error) {
      if (!socket.isOpen) return
      if (!(error instanceof Refusal)) {
        log.warn({ err: error }, "could not check the session of a socket")
        dispatch({ type: "checkFailed", hasChanged })
        return
      }
      if (error.code === "UNAUTHENTICATED") session!.onSignedOut?.()
      socket.close(codeFor(error))
    } finally {
      dispatch({ type: "checkEnded" })
    }
  }
}

/** Returns whether an id that a client sent, as a number or as text, is not its own. */
export const isForeign = (given: unknown, own: number | string) =>
  given !== undefined && given !== null && String(given) !== String(own)

function codeFor(error: unknown): number {
  if (!(error instanceof Refusal)) return closeCodes.failed
  if (error.code === "AGE_REQUIRED") return closeCodes.ageRequired
  if (error.code === "MAINTENANCE") return closeCodes.slow
  return error.code === "UNAUTHENTICATED" ? closeCodes.unauthenticated : closeCodes.forbidden
}
