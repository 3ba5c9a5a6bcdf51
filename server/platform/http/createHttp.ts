import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import proxyAddr from "@fastify/proxy-addr"
import type { FastifyBaseLogger } from "fastify"
import Fastify, {
  type FastifyHttpOptions,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
  LogController,
  type RawServerDefault,
  type RouteOptions,
} from "fastify"
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod"
import { t } from "#contract/t.ts"
import { type Actor, assertHasSecondFactor, assertScope, guest } from "../auth/actor.ts"
import { hours, seconds } from "../clock.ts"
import { languageOf, speaking } from "../languages.ts"
import { Refusal } from "../refusal.ts"
import type { Settings } from "../settings.ts"
import { isTracing } from "../tracing/tracing.ts"
import { isUnreadable, readAddress } from "./address.ts"
import { answerClientError } from "./broken.ts"
import type { Http } from "./http.ts"
import { sendProblem } from "./problems.ts"
import { headersFor, secureAnswers } from "./security.ts"
import { endSlowBodies } from "./slowBodies.ts"
import { traceRequests } from "./traces.ts"

export interface HttpOptions {
  /** Resolves the bearer token of a request; throws a Refusal if it is not valid. */
  actorOf(token: string, request: FastifyRequest): Promise<Actor>
  log: FastifyBaseLogger
  /** Answers from memory if possible; no hook and no route runs then. */
  hit?(request: IncomingMessage, response: ServerResponse): boolean
  /** Called with every error before its response. */
  failed?(request: FastifyRequest, error: unknown): Promise<void>
}

/** The milliseconds after which the actor of a request is resolved again. */
const actorMaxAge = 1000

/**
 * Creates the bare server: JSON, problem documents, request ids, the actor of each API request. Features add routes.
 */
export function createHttp(settings: Settings, options: HttpOptions): Http {
  const logsAll = settings.logLevel === "debug" || settings.logLevel === "trace"
  // Hooks log and trace these requests.
  const hit = logsAll || isTracing() ? undefined : options.hit
  const http = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    trustProxy: settings.trustProxy !== null && trustedProxies(settings),
    // Any other upgrade is only an offer, and the request is answered as usual.
    http: {
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
      headersTimeout: seconds(20),
      connectionsCheckingInterval: seconds(5),
      // A missing host is refused below, with a problem document.
      requireHostHeader: false,
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // Bodies are watched in slowBodies.ts.
    requestTimeout: hours(1),
    clientErrorHandler: answerClientError(settings),
    forceCloseConnections: "idle",
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.headers(headersFor(settings, request.url))
      return sendProblem(error, request, reply)
    },
    rewriteUrl: readAddress,
    ...(hit && { serverFactory: serverWith(hit) }),
  }).withTypeProvider<ZodTypeProvider>()

  closeIdleOnClose(http)
  endSlowBodies(http)
  http.setValidatorCompiler(validatorCompiler)
  // Tests validate responses against their schemas; in production `present` and the types ensure that.
  http.setSerializerCompiler(process.env.VITEST ? serializerCompiler : () => JSON.stringify)
  http.setErrorHandler(async (error, request, reply) => {
    await options
      .failed?.(request, error)
      .catch((err) => request.log.error({ err }, "could not record a refused request"))
    return sendProblem(error, request, reply)
  })
  allowEmptyJson(http)
  answerNotFound(http)

  http.decorateRequest("actor")
  http.decorateRequest("identify", async function (this: FastifyRequest) {
    const { authorization } = this.headers
    if (!authorization || !this.url.startsWith("/api/")) return
    const token = /^bearer +([\w.~+/=-]+)$/i.exec(authorization)?.[1]
    if (!token) throw new Refusal("UNAUTHENTICATED", "Authentication required")
    this.actor = await options.actorOf(token, this)
    if (this.actor.kind === "guest") return
    if (!ownAccount.test(this.url)) assertHasSecondFactor(this.actor)
    // A path that does not exist has no route, and gets a 404.
    if (this.routeOptions.url !== undefined) assertScope(this.actor, this.routeOptions.config.scope)
  })
  speakToRequests(http)
  traceRequests(http, settings.trustProxy !== null)
  secureAnswers(http, settings)
  http.addHook("onRequest", async (request, reply) => {
    request.actor = guest
    reply.header("x-request-id", request.id)
    if (!request.url.startsWith("/api/")) return
    const { authorization } = request.headers
    // These responses contain tokens and codes: they are for one person, or to a request that changes something.
    if (authorization || !isRead(request.method)) reply.header("cache-control", "private, no-store")
    if (!authorization) return
    await request.identify()
  })
  // The sender of a slow body may have been signed out since the request began.
  http.addHook("preValidation", (request, reply, done) => {
    if (reply.elapsedTime < actorMaxAge) return done()
    request.identify().then(() => done(), done)
  })
  http.addHook("onResponse", (request, reply, done) => {
    const level = reply.statusCode >= 500 ? "warn" : "debug"
    if (level === "debug" && !logsAll) return done()
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url ?? "-",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "answered",
    )
    done()
  })
  return http
}

/** Handles requests in the language of their page; a body arrives outside of what the first hook entered. */
function speakToRequests(http: Http): void {
  for (const name of ["onRequest", "preValidation"] as const)
    http.addHook(name, (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
      speaking(languageOf(request), done),
    )
}

/** Creates the server as Fastify does, with `hit` before its handler. */
function serverWith(hit: NonNullable<HttpOptions["hit"]>): FastifyServerFactory {
  return (handler, options) => {
    const { http, keepAliveTimeout, requestTimeout, connectionTimeout } =
      options as FastifyHttpOptions<RawServerDefault>
    const server = createServer(http ?? {}, (request, response) => {
      if (!hit(request, response)) handler(request, response)
    })
    if (keepAliveTimeout !== undefined) server.keepAliveTimeout = keepAliveTimeout
    if (requestTimeout !== undefined) server.requestTimeout = requestTimeout
    server.setTimeout(connectionTimeout)
    return server
  }
}

/** Open to staff who have yet to add the second factor that the shop requires. */
const ownAccount = /^\/api\/(auth\/|settings\b)/

const isRead = (method: string) => method === "GET" || method === "HEAD"

/** Trusts proxies, counted from this server: an entry forged by a client comes before theirs, and is never reached. */
export function trustedProxies({ trustProxy }: Settings): (address: string, hop: number) => boolean {
  if (trustProxy === null) return () => false
  if (typeof trustProxy === "number") return (_, hop) => hop < trustProxy
  return proxyAddr.compile(trustProxy.split(",").map((one) => one.trim()))
}

/**
 * Closes connections that become idle after the close began. Node closes only those that are idle already: a connection
 * whose response was in progress is kept for the next request, and the server waits for it to end.
 */
function closeIdleOnClose(http: Http): void {
  http.addHook("preClose", (done) => {
    const timer = setInterval(() => http.server.closeIdleConnections(), 50).unref()
    http.server.once("close", () => clearInterval(timer))
    done()
  })
}

/** A DELETE or POST without a body may still send `content-type: application/json`, as fetch wrappers do. */
function allowEmptyJson(http: Http): void {
  const parse = http.getDefaultJsonParser("error", "error")
  // The parser of plain text is removed: no call accepts it, and JSON that is sent as text gets a 415.
  http.removeContentTypeParser(["application/json", "text/plain"])
  http.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined)
    parse(request, body as string, done)
  })
}

/** Answers with 404 for an unknown path, and with 405 and Allow if the path exists for another method. */
function answerNotFound(http: Http): void {
  const known: { path: RegExp; method: string }[] = []
  const routes: RouteOptions[] = []
  http.decorate("routes", routes)
  http.addHook("onRoute", (route) => {
    routes.push(route)
    const { url, method } = route
    if (!url.startsWith("/api/")) return
    const path = new RegExp(
      `^${url
        .replace(/\/$/, "")
        .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
        .replace(/:\w+/g, "[^/]+")}/?$`,
    )
    for (const one of [method].flat()) known.push({ path, method: one })
  })
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?", 1)[0]!
    if (isUnreadable(path)) return sendProblem(new Refusal("MALFORMED", t`The URL is not valid.`), request, reply)
    const allowed = [...new Set(known.filter((route) => route.path.test(path)).map((route) => route.method))]
    if (allowed.length === 0) return sendProblem(new Refusal("NOT_FOUND", "Not found"), request, reply)
    reply.header("allow", allowed.join(", "))
    return sendProblem(new Refusal("METHOD_NOT_ALLOWED", t`This method is not allowed here.`), request, reply)
  })
}
