import type { FastifyRequest } from "fastify"
import type { OpenSpan } from "../tracing/span.ts"
import { isTracing, startSpan } from "../tracing/tracing.ts"
import type { Http } from "./http.ts"

/** Makes a span for each request, named by its method and route. Only a trusted proxy may set its parent. */
export function traceRequests(http: Http, isBehindProxy: boolean): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  http.addHook("onRequest", (request, _reply, done) => {
    const { method, routeOptions, headers } = request
    const route = routeOptions.url ?? "-"
    const span = startSpan(() => ({
      name: `${method} ${route}`,
      kind: "server",
      attributes: { "http.request.method": method, "http.route": route },
      within: "root",
      ...(isBehindProxy && typeof headers.traceparent === "string" ? { parent: headers.traceparent } : {}),
    }))
    if (!span) return done()
    spans.set(request, span)
    span.enter(done)
  })
  // Body events run outside of the context that the first hook entered.
  http.addHook("preValidation", (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.enter(done)
    else done()
  })
  http.addHook("onResponse", (request, reply, done) => {
    const status = reply.raw.statusCode
    spans.get(request)?.end({ "http.response.status_code": status }, status >= 500)
    done()
  })
}
