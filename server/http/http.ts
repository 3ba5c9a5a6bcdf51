import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import proxyAddr from "@fastify/proxy-addr"
import type { FastifyBaseLogger } from "fastify"
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from "fastify"
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod"
import type * as z from "zod"
import { type Actor, guest } from "../accounts/actor.ts"
import { hours, minutes } from "../clock.ts"
import { Refusal } from "../refusal.ts"
import type { Settings } from "../settings.ts"
import { sendProblem } from "./problems.ts"
import { secureAnswers } from "./security.ts"

export type Http = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor
    /** Looks again who asks: throws for a token that is not good any more. */
    identify(): Promise<void>
  }
  interface FastifyContextConfig {
    /** How long a body may take, in milliseconds; two minutes unless said. */
    bodyPatience?: number
    /** The fields of a multipart form besides its `file`, for the description of the API: the form is read by the route itself. */
    form?: z.ZodObject
  }
}

export interface HttpOptions {
  /** Resolves the bearer token of a request; throws a Refusal for one that is not good any more. */
  actorOf(token: string): Promise<Actor>
  log: FastifyBaseLogger
  /** Answers from memory what can be; the rest of the house is then not asked. */
  hit?(request: FastifyRequest, reply: FastifyReply): boolean
}

/** What was known of a person so many milliseconds ago is looked at again. */
const longSince = 1000

/** What a page's address becomes when it cannot be decoded: one that leads to the 404 page rather than to an error in JSON. */
const unreadable = "/unreadable-address"

function isReadable(url: string): boolean {
  try {
    decodeURI(url)
    return true
  } catch {
    return false
  }
}

/** The bare server: JSON in and out, problems, request ids, the actor of each API request. Routes are added by the features. */
export function createHttp(settings: Settings, options: HttpOptions): Http {
  const http = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    trustProxy: settings.trustProxy !== null && trustedProxies(settings),
    // Another kind of upgrade is only an offer: the request is answered as it is.
    http: { shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket" },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // The longest that any route waits for a body; all others are hurried below.
    requestTimeout: hours(1),
    forceCloseConnections: "idle",
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
    rewriteUrl: ({ url = "/" }) =>
      url.includes("%") && !url.startsWith("/api/") && !isReadable(url) ? unreadable : url,
  }).withTypeProvider<ZodTypeProvider>()

  letGoOnClose(http)
  http.setValidatorCompiler(validatorCompiler)
  // Tests check what leaves against its schema; in service `present` and the types have already said it.
  http.setSerializerCompiler(process.env.VITEST ? serializerCompiler : () => JSON.stringify)
  http.setErrorHandler(sendProblem)
  allowEmptyJson(http)
  answerUnknown(http)

  http.decorateRequest("actor")
  http.decorateRequest("identify", async function (this: FastifyRequest) {
    const { authorization } = this.headers
    if (!authorization || !this.url.startsWith("/api/")) return
    const token = /^bearer +([\w.~+/=-]+)$/i.exec(authorization)?.[1]
    if (!token) throw new Refusal("UNAUTHENTICATED", "Authentication required")
    this.actor = await options.actorOf(token)
  })
  if (options.hit) {
    const { hit } = options
    http.addHook("onRequest", (request, reply, next) => {
      if (!hit(request, reply)) next()
    })
  }
  secureAnswers(http, settings)
  http.addHook("onRequest", async (request, reply) => {
    request.actor = guest
    reply.header("x-request-id", request.id)
    if (!request.headers.authorization || !request.url.startsWith("/api/")) return
    reply.header("cache-control", "private, no-store")
    await request.identify()
  })
  // Whoever lets a body wait may have been signed out since it began.
  http.addHook("preValidation", (request, reply, done) => {
    if (reply.elapsedTime < longSince) return done()
    request.identify().then(() => done(), done)
  })
  http.addHook("onRequest", (request, _, done) => {
    hurry(request)
    done()
  })
  const tellsAll = settings.logLevel === "debug" || settings.logLevel === "trace"
  http.addHook("onResponse", (request, reply, done) => {
    const level = reply.statusCode >= 500 ? "warn" : "debug"
    if (level === "debug" && !tellsAll) return done()
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

/** Whoever sends a body byte by byte does not hold a connection for ever. */
function hurry({ raw, routeOptions }: FastifyRequest): void {
  if (raw.method === "GET" || raw.method === "HEAD") return
  const timer = setTimeout(() => raw.destroy(), routeOptions.config.bodyPatience ?? minutes(2)).unref()
  raw.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer))
}

/** Counted from us: an entry that a client wrote itself stands before those of the proxies, and is not reached. */
export function trustedProxies({ trustProxy }: Settings): (address: string, hop: number) => boolean {
  if (trustProxy === null) return () => false
  if (typeof trustProxy === "number") return (_, hop) => hop < trustProxy
  return proxyAddr.compile(trustProxy.split(",").map((one) => one.trim()))
}

/**
 * Node lets go of the connections that are idle when it closes, and not of those that become so: one whose answer was under way is
 * kept for the next request, and the server waits for it to end.
 */
function letGoOnClose(http: Http): void {
  http.addHook("preClose", (done) => {
    const timer = setInterval(() => http.server.closeIdleConnections(), 50).unref()
    http.server.once("close", () => clearInterval(timer))
    done()
  })
}

/** A DELETE or POST without a body may still say `content-type: application/json`: fetch wrappers do. */
function allowEmptyJson(http: Http): void {
  const parse = http.getDefaultJsonParser("error", "error")
  http.removeContentTypeParser("application/json")
  http.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined)
    parse(request, body as string, done)
  })
}

/** 404 for what is not there; 405 with Allow when the path exists for another method. */
function answerUnknown(http: Http): void {
  const known: { path: RegExp; method: string }[] = []
  http.addHook("onRoute", ({ url, method }) => {
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
    const allowed = [...new Set(known.filter((route) => route.path.test(path)).map((route) => route.method))]
    if (allowed.length === 0) return sendProblem(new Refusal("NOT_FOUND", "Not found"), request, reply)
    reply.header("allow", allowed.join(", "))
    return sendProblem(new Refusal("METHOD_NOT_ALLOWED", `${request.method} is not possible here`), request, reply)
  })
}
