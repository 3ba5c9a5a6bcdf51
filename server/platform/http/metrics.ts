import { timingSafeEqual } from "node:crypto"
import { collectDefaultMetrics, type Registry } from "@prometheus-io/client"
import type { FastifyRequest } from "fastify"
import { hashToken } from "../auth/sessions.ts"
import { notFound } from "../refusal.ts"
import type { Settings } from "../settings.ts"
import type { Http } from "./http.ts"
import { isForwarded } from "./origin.ts"

/** The upper bounds of the buckets, in seconds. */
const bounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
interface Tally {
  counts: number[]
  count: number
  sum: number
}

/** Returns the pattern of a request's route, which contains no address and no code. */
export const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? "-"

/** Response times by method, route and status. */
export interface Times {
  /** Adds a response; the time is in seconds. */
  note(method: string, route: string, status: number, seconds: number): void
  /** In Prometheus' text format. */
  write(): string
}

/**
 * Counts in its own histogram: that of @prometheus-io/client validates and joins the labels at every observation, which
 * is most of the cost of a response from memory.
 */
export function createTimes(): Times {
  const tallies = new Map<string, Tally>()
  return {
    note(method, route, status, seconds) {
      const labels = `method="${method}",route="${route}",status="${status}"`
      let tally = tallies.get(labels)
      if (!tally) {
        tally = { counts: bounds.map(() => 0), count: 0, sum: 0 }
        tallies.set(labels, tally)
      }
      const bound = bounds.findIndex((most) => seconds <= most)
      if (bound >= 0) tally.counts[bound]!++
      tally.count++
      tally.sum += seconds
    },
    write: () => written(tallies),
  }
}

/** Measures all responses, and serves the times and the state of the process for Prometheus. */
export function measure(http: Http, settings: Settings, registry: Registry, times: Times): void {
  http.addHook("onResponse", (request, reply, done) => {
    times.note(request.method, routeOf(request), reply.raw.statusCode, reply.elapsedTime / 1000)
    done()
  })

  let watching = false
  http.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, settings)) throw notFound()
    // Monitoring of the event loop and the garbage collector starts with the first scrape; before that it costs
    // nothing.
    if (!watching) collectDefaultMetrics({ register: registry })
    watching = true
    return reply
      .header("cache-control", "no-store")
      .type(registry.contentType)
      .send(times.write() + (await registry.metrics()))
  })
}

/** Writes a histogram in Prometheus' text format, where each bucket includes the smaller ones. */
function written(tallies: Map<string, Tally>): string {
  const name = "http_request_duration_seconds"
  const lines = [`# HELP ${name} How long answers took, by route.`, `# TYPE ${name} histogram`]
  for (const [labels, { counts, count, sum }] of tallies) {
    let below = 0
    for (const [i, bound] of bounds.entries()) {
      below += counts[i]!
      lines.push(`${name}_bucket{${labels},le="${bound}"} ${below}`)
    }
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${count}`)
    lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`)
  }
  return `${lines.join("\n")}\n`
}

/**
 * Checks the access to the metrics. A proxy on this machine may connect from loopback without forwarded headers, so on
 * a public server only the token counts.
 */
function mayRead(request: FastifyRequest, { metricsTokens, isPublic }: Settings): boolean {
  const given = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1]
  if (given && metricsTokens.some((token) => timingSafeEqual(hashToken(given), hashToken(token)))) return true
  const peer = request.raw.socket.remoteAddress ?? ""
  const isLoopback = /^(::ffff:)?127\./.test(peer) || peer === "::1"
  return !isPublic && isLoopback && !isForwarded(request.headers)
}
