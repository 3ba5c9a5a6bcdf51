import type { FastifyBaseLogger, FastifyRequest } from "fastify"
import type { Counted, Counters } from "../bus/counters.ts"
import { type Clock, hours, minutes } from "../clock.ts"
import { Refusal } from "../refusal.ts"
import type { Settings } from "../settings.ts"
import type { Http } from "./http.ts"

export interface Limit {
  /** Counts one more, on all nodes together; throws RATE_LIMITED when that is too many. Await it: where there are no others, nothing is waited for. */
  take(key: string | number): Promise<void> | void
  /** The same without waiting for the other nodes: how far they are is known by the next time. For what is asked all the time. */
  takeAtOnce(key: string | number): void
}

export interface Limits {
  /** By account and address: a guesser is stopped, and nobody else is. */
  signIn: Limit
  /** Asking a signed-in person for the password again. */
  ownPassword: Limit
  addressChange: Limit
  registration: Limit
  reset: Limit
  writes: Limit
  reads: Limit
  guests: Limit
  /** For a feature's own rule; the name is its own, and the same on every node. */
  make(name: string, most: number, milliseconds: number): Limit
}

/** A window for each key that begins with its first request. RATE_LIMIT_SCALE multiplies every number. */
export function createLimits({ rateLimitScale }: Settings, clock: Clock, counters: Counters): Limits {
  const make = (name: string, most: number, milliseconds: number) =>
    createLimit(name, Math.max(1, Math.floor(most * rateLimitScale)), milliseconds, clock, counters)
  return {
    signIn: make("signIn", 10, minutes(1)),
    ownPassword: make("ownPassword", 10, minutes(1)),
    addressChange: make("addressChange", 5, hours(1)),
    registration: make("registration", 30, minutes(1)),
    reset: make("reset", 30, minutes(1)),
    writes: make("writes", 120, minutes(1)),
    reads: make("reads", 1200, minutes(1)),
    guests: make("guests", 1200, minutes(1)),
    make,
  }
}

/** More keys than this are not remembered: the oldest window goes, so that many addresses cannot fill the memory. */
const mostKeys = 50_000

/** Counted here, and in Redis where it is set and there. */
export function createLimit(name: string, most: number, milliseconds: number, clock: Clock, counters: Counters): Limit {
  const windows = new Map<string | number, { count: number; ends: number }>()
  return {
    take: (key) => {
      takeHere(key)
      return countEverywhere(key)?.then((elsewhere) => {
        if (elsewhere) throw tooMany(elsewhere / 1000)
      })
    },
    takeAtOnce: (key) => {
      takeHere(key)
      void countEverywhere(key)
    },
  }

  function takeHere(key: string | number): void {
    const now = clock.now().getTime()
    const open = windows.get(key)
    if (!open || open.ends <= now) begin(key, now)
    else if (open.count < most) open.count++
    else throw tooMany((open.ends - now) / 1000)
  }

  /** How long to wait, if that was too many; here the next ones are then refused without asking. */
  function countEverywhere(key: string | number): Promise<number | null> | undefined {
    return counters.add(`${name} ${key}`, milliseconds)?.then((counted) => waitOf(key, counted))
  }

  function waitOf(key: string | number, counted: Counted | null): number | null {
    if (!counted || counted.count <= most) return null
    const open = windows.get(key)
    if (open) {
      open.count = most
      open.ends = Math.min(open.ends, clock.now().getTime() + counted.endsIn)
    }
    return counted.endsIn
  }

  function begin(key: string | number, now: number): void {
    windows.delete(key)
    // Windows end about in the order in which they began.
    for (const [oldest, { ends }] of windows) {
      if (ends > now && windows.size < mostKeys) break
      windows.delete(oldest)
    }
    windows.set(key, { count: 1, ends: now + milliseconds })
  }
}

function tooMany(seconds: number): Refusal {
  const wait = Math.max(1, Math.ceil(seconds))
  const said = wait < 90 ? `${wait} second${wait === 1 ? "" : "s"}` : `${Math.ceil(wait / 60)} minutes`
  return new Refusal("RATE_LIMITED", `Too many requests. Please try again in ${said}.`, { retryAfter: wait })
}

/** Whom a guest's requests are counted on: the address, or for IPv6 its /64, which one household or server has all of. */
export function addressOf({ ip }: Pick<FastifyRequest, "ip">): string {
  if (!ip.includes(":")) return ip
  if (ip.startsWith("::ffff:")) return ip.slice(7)
  const [head = "", tail] = ip.split("::", 2)
  const groups = head === "" ? [] : head.split(":")
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === "" ? 0 : tail.split(":").length)
  const full = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...(tail ? tail.split(":") : [])]
  return full.slice(0, 4).join(":")
}

/** For a route that guests may call only so often: `preHandler: perAddress(limits.registration)`. */
export function perAddress(limit: Limit) {
  return async (request: FastifyRequest) => limit.take(addressOf(request))
}

/**
 * Counts every request to the API: signed-in ones on the account, others on their address. Answers from memory leave before this
 * hook and pages count themselves when they are made, so that what costs nothing is free.
 */
export function limitRequests(http: Http, limits: Limits, settings: Settings, log: FastifyBaseLogger): void {
  let warned = settings.trustProxy !== null
  http.addHook("onRequest", (request, _, done) => {
    if (!warned && request.headers["x-forwarded-for"] !== undefined) {
      warned = true
      log.warn(
        "X-Forwarded-For is ignored, so that nobody can choose their own address: behind a proxy, set TRUST_PROXY",
      )
    }
    if (!request.url.startsWith("/api/")) return done()
    const { actor, method } = request
    try {
      if (actor.kind === "guest") limits.guests.takeAtOnce(addressOf(request))
      else if (method === "GET" || method === "HEAD") limits.reads.takeAtOnce(actor.id)
      else limits.writes.takeAtOnce(actor.id)
      done()
    } catch (error) {
      done(error as Error)
    }
  })
}
