import { timingSafeEqual } from "node:crypto"
import type { FastifyRequest } from "fastify"
import { collectDefaultMetrics, Histogram, Registry } from "prom-client"
import { hashToken } from "../accounts/sessions.ts"
import { notFound } from "../refusal.ts"
import type { Settings } from "../settings.ts"
import type { Http } from "./http.ts"

const forwarded = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"]

/** How long answers took, by route, and the state of the process, for Prometheus. Routes are patterns: no address, no code. */
export function measure(http: Http, settings: Settings): void {
  const registry = new Registry()
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "How long answers took, by route.",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  // prom-client sorts and joins the labels at each use; remembering its children makes a request cost one look into a map.
  const children = new Map<string, Histogram.Internal<string>>()
  http.addHook("onResponse", (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? "-"
    const status = reply.raw.statusCode
    const key = `${method} ${status} ${route}`
    let child = children.get(key)
    if (!child) {
      child = durations.labels({ method, route, status })
      children.set(key, child)
    }
    child.observe(reply.elapsedTime / 1000)
    done()
  })

  let watching = false
  http.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, settings)) throw notFound()
    // The watch on the event loop and the collector begins with the first reader; without one it costs nothing.
    if (!watching) collectDefaultMetrics({ register: registry })
    watching = true
    return reply
      .header("cache-control", "no-store")
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

function mayRead(request: FastifyRequest, { metricsToken }: Settings): boolean {
  const given = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1]
  if (metricsToken && given && timingSafeEqual(hashToken(given), hashToken(metricsToken))) return true
  const peer = request.raw.socket.remoteAddress ?? ""
  const isLoopback = /^(::ffff:)?127\./.test(peer) || peer === "::1"
  return isLoopback && forwarded.every((name) => request.headers[name] === undefined)
}
