import type { FastifyBaseLogger, FastifyRequest } from "fastify"
import { form, plural } from "#contract/t.ts"
import { generalTexts } from "#contract/texts.ts"
import type { Counted, Counters } from "../bus/counters.ts"
import { type Clock, hours, minutes } from "../clock.ts"
import { Refusal } from "../refusal.ts"
import type { Settings } from "../settings.ts"
import type { Http } from "./http.ts"

export interface Limit {
  /**
   * Counts one request, on all nodes together; throws RATE_LIMITED over the limit. Await it: on a single node it
   * returns synchronously.
   */
  take(key: string | number): Promise<void> | void
  /** Counts without waiting for the shared count, which takes effect at the next call. For very frequent calls. */
  takeNow(key: string | number): void
  /** Throws RATE_LIMITED if the next request would exceed the limit; counts nothing. */
  assertNotExceeded(key: string | number): Promise<void>
  /** Returns whether the next request would exceed the limit; counts nothing. */
  isReached(key: string | number): Promise<boolean>
  /** Counts one request and never throws, for requests whose outcome is known only afterwards. */
  note(key: string | number): Promise<void>
}

export interface Limits {
  /** By account and address, so that it stops only the person who guesses. */
  signIn: Limit
  /** By address, over all accounts: all attempts, and the failed ones. */
  signInAddress: Limit
  failedSignIns: Limit
  /** Confirmations of a signed-in person's password. */
  ownPassword: Limit
  addressChange: Limit
  /** Repeated emails about the same change. */
  changeEmails: Limit
  registration: Limit
  reset: Limit
  writes: Limit
  reads: Limit
  guests: Limit
  /** By API key: reads and writes together. */
  apiKeys: Limit
  /** Messages to the shop and newsletter subscriptions, together. */
  contact: Limit
  /** Makes a limit of a feature. Its name is unique, and the same on every node. */
  make(name: string, max: number, milliseconds: number): Limit
}

/** Creates limits with fixed windows, each from a key's first request. RATE_LIMIT_SCALE multiplies every number. */
export function createLimits({ rateLimitScale }: Settings, clock: Clock, counters: Counters): Limits {
  const make = (name: string, max: number, milliseconds: number) =>
    createLimit(name, Math.max(1, Math.floor(max * rateLimitScale)), milliseconds, clock, counters)
  return {
    signIn: make("signIn", 10, minutes(1)),
    signInAddress: make("signInAddress", 60, minutes(1)),
    failedSignIns: make("failedSignIns", 30, minutes(15)),
    ownPassword: make("ownPassword", 10, minutes(1)),
    addressChange: make("addressChange", 5, hours(1)),
    changeEmails: make("changeEmails", 2, hours(1)),
    registration: make("registration", 30, minutes(1)),
    reset: make("reset", 30, minutes(1)),
    writes: make("writes", 120, minutes(1)),
    reads: make("reads", 1200, minutes(1)),
    guests: make("guests", 1200, minutes(1)),
    apiKeys: make("apiKeys", 600, minutes(1)),
    contact: make("contact", 10, hours(1)),
    make,
  }
}

/** The number of keys beyond which the oldest window is dropped, so that many addresses cannot fill the memory. */
const maxKeys = 50_000

/** Counts in this process, and in Redis if it is configured and reachable. */
export function createLimit(name: string, max: number, milliseconds: number, clock: Clock, counters: Counters): Limit {
  const windows = new Map<string | number, { count: number; ends: number }>()
  const take = (key: string | number) => {
    countLocally(key)
    return countEverywhere(key)?.then((elsewhere) => {
      if (elsewhere) throw tooMany(elsewhere / 1000)
    })
  }
  return {
    take,
    takeNow: (key) => {
      countLocally(key)
      void countEverywhere(key)
    },
    assertNotExceeded: async (key) => {
      const wait = await timeUntilFree(key)
      if (wait !== null) throw tooMany(wait / 1000)
    },
    isReached: async (key) => (await timeUntilFree(key)) !== null,
    note: async (key) => {
      try {
        await take(key)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    },
  }

  /** Returns the milliseconds until the next request is allowed; null if it is now. */
  async function timeUntilFree(key: string | number): Promise<number | null> {
    const now = clock.now().getTime()
    const found = windows.get(key)
    const open = found && found.ends > now ? found : { count: 0, ends: now + milliseconds }
    const isReached = open.count >= max || ((await counters.read(keyOf(key))) ?? 0) >= max
    return isReached ? open.ends - now : null
  }

  function keyOf(key: string | number): string {
    return `${name} ${key}`
  }

  function countLocally(key: string | number): void {
    const now = clock.now().getTime()
    const open = windows.get(key)
    if (!open || open.ends <= now) begin(key, now)
    else if (open.count < max) open.count++
    else throw tooMany((open.ends - now) / 1000)
  }

  /** Returns how long to wait, if over the limit; this process then refuses the next requests without Redis. */
  function countEverywhere(key: string | number): Promise<number | null> | undefined {
    return counters.add(keyOf(key), milliseconds)?.then((counted) => waitOf(key, counted))
  }

  function waitOf(key: string | number, counted: Counted | null): number | null {
    if (!counted || counted.count <= max) return null
    const open = windows.get(key)
    if (open) {
      open.count = max
      open.ends = Math.min(open.ends, clock.now().getTime() + counted.endsIn)
    }
    return counted.endsIn
  }

  function begin(key: string | number, now: number): void {
    windows.delete(key)
    // Windows end roughly in the order in which they began.
    for (const [oldest, { ends }] of windows) {
      if (ends > now && windows.size < maxKeys) break
      windows.delete(oldest)
    }
    windows.set(key, { count: 1, ends: now + milliseconds })
  }
}

function tooMany(seconds: number): Refusal {
  const wait = Math.max(1, Math.ceil(seconds))
  const longer = Math.ceil(wait / 60)
  const duration =
    wait < 90
      ? plural(wait, { one: "1 second", other: form`${wait} seconds` })
      : plural(longer, { one: "1 minute", other: form`${longer} minutes` })
  return new Refusal("RATE_LIMITED", generalTexts.tooManyRequests(duration), { retryAfter: wait })
}

/**
 * Returns the key that a guest's requests are counted on: the IPv4 address, or the /64 of an IPv6 address, which
 * belongs to one household or server. It is empty once the connection is gone, when nobody waits for the response.
 */
export function addressOf({ ip: told = "" }: { ip: string | undefined }): string {
  // Some proxies forward the port as well, which differs for each connection.
  const ip = told.replace(/^\[([^\]]*)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1")
  if (!ip.includes(":")) return ip
  if (ip.startsWith("::ffff:")) return ip.slice(7)
  const [head = "", tail] = ip.split("::", 2)
  const groups = head === "" ? [] : head.split(":")
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === "" ? 0 : tail.split(":").length)
  const full = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...(tail ? tail.split(":") : [])]
  return full.slice(0, 4).join(":")
}

/** Limits a route for guests: `preHandler: perAddress(limits.registration)`. */
export function perAddress(limit: Limit) {
  return async (request: FastifyRequest) => limit.take(addressOf(request))
}

/**
 * Counts every API request: by account if signed in, else by address. Cached responses are sent before this hook and
 * pages are counted when they are rendered, so cheap responses do not count.
 */
export function limitRequests(http: Http, limits: Limits, settings: Settings, log: FastifyBaseLogger): void {
  let warned = settings.trustProxy !== null
  http.addHook("onRequest", (request, _, done) => {
    if (!warned && request.headers["x-forwarded-for"] !== undefined) {
      warned = true
      log.warn("X-Forwarded-For is ignored because clients can forge it: behind a proxy, set TRUST_PROXY")
    }
    if (!request.url.startsWith("/api/")) return done()
    const { actor, method } = request
    try {
      if (actor.kind === "guest") limits.guests.takeNow(addressOf(request))
      else if (actor.apiKey) limits.apiKeys.takeNow(actor.apiKey.id)
      else if (method === "GET" || method === "HEAD") limits.reads.takeNow(actor.id)
      else limits.writes.takeNow(actor.id)
      done()
    } catch (error) {
      done(error as Error)
    }
  })
}
