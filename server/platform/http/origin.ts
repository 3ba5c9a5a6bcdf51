import type { IncomingHttpHeaders } from "node:http"
import type { FastifyBaseLogger, FastifyRequest } from "fastify"
import { t } from "#contract/t.ts"
import { Refusal } from "../refusal.ts"
import type { Settings } from "../settings.ts"
import { isUnreadable } from "./address.ts"
import type { Http } from "./http.ts"

/** Headers of proxies and tunnels. */
const forwarded = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"]

/** Returns whether a proxy or tunnel passed the request on, according to its headers. */
export const isForwarded = (headers: IncomingHttpHeaders) => forwarded.some((name) => headers[name] !== undefined)

/**
 * Returns whether a request comes from outside to a server without PUBLIC_URL or TRUST_PROXY. Such a server is for its
 * own machine only: it may be a demo, whose passwords are published. A foreign host name can also be that of a web page
 * that resolves to this machine (DNS rebinding).
 */
export function isUninvited(headers: IncomingHttpHeaders, { publicUrl, trustProxy }: Settings): boolean {
  if (publicUrl !== null || trustProxy !== null) return false
  return isForwarded(headers) || (headers.host !== undefined && !isLoopback(headers.host))
}

/** Returns whether a host name, with or without a port, names this machine only. */
export const isLoopback = (host: string) => loopbackName.test(host)

const loopbackName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * Returns the origin of links in emails and invoices: PUBLIC_URL, or the loopback name in the request's host. No other
 * host in a request is trusted, and on a public server only the names of the address that it came to: otherwise anybody
 * could have emails link to their own server.
 */
export function originOf(request: FastifyRequest, settings: Settings): string {
  if (settings.publicUrl) return settings.publicUrl
  if (!settings.isPublic && isLoopback(request.host)) return `${request.protocol}://${request.host}`
  const { localAddress, localPort } = request.raw.socket
  // It is kept even as another name of the same address: a cookie set under one is not sent to the other.
  if (isLoopback(request.host) && request.host.endsWith(`:${localPort}`)) return `http://${request.host}`
  return `http://${localAddress ? `${bracket(localAddress)}:${localPort}` : "localhost"}`
}

/** Returns the origin for work outside a request: PUBLIC_URL, or the address where this server listens. */
export function homeOrigin(settings: Settings, http: Http): string {
  return settings.publicUrl ?? (http.server.listening ? byName(http.listeningOrigin) : "http://localhost")
}

/** Replaces a loopback address by its name: browsers keep passkeys only for names, and other data by the address. */
export const byName = (origin: string) => origin.replace(/\/\/(127\.0\.0\.1|\[::1\])(?=:|$)/, "//localhost")

/** Returns the URL at which this server reaches itself; null before it listens, as PORT=0 has no port until then. */
export function ownAddress(http: Http): string | null {
  const address = http.server.address()
  if (!address || typeof address === "string") return null
  const anywhere = address.address === "0.0.0.0" || address.address === "::"
  const host = anywhere ? "127.0.0.1" : address.family === "IPv6" ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

/** Refuses requests that are `isUninvited`, except for health checks. */
export function refuseUninvited(http: Http, settings: Settings, log: FastifyBaseLogger): void {
  let isLogged = false
  http.addHook("onRequest", (request, _, done) => {
    const isHealth = request.url === "/healthz" || request.url === "/readyz"
    if (isHealth || !isUninvited(request.headers, settings)) return done()
    if (!isLogged) log.error(uninvited)
    isLogged = true
    done(new Refusal("MISDIRECTED", uninvited))
  })
}

const uninvited = t`This shop only answers on its own machine. To reach it by another address, set PUBLIC_URL and TRUST_PROXY.`

/**
 * Redirects a request for another host to PUBLIC_URL, keeping the method, and refuses calls of the API. Loopback
 * names are let through: they are local health checks, the sandbox provider, or a proxy that does not forward the host,
 * which would otherwise be redirected in a loop.
 */
export function redirectForeignHosts(http: Http, settings: Settings): void {
  if (!settings.publicUrl) return
  const { origin, host } = new URL(settings.publicUrl)
  http.addHook("onRequest", (request, reply, done) => {
    const asked = request.host.toLowerCase()
    if (
      asked === host ||
      withoutPort(asked) === host ||
      loopbackName.test(asked) ||
      isProbe(request.url) ||
      isUnreadable(request.url)
    )
      return done()
    // People open pages; a program should learn that it calls the wrong host, or without TLS.
    if (request.url.startsWith("/api/")) return done(new Refusal("MISDIRECTED", t`The API is at ${origin}.`))
    reply.redirect(origin + (request.url.startsWith("/") ? request.url : "/"), 308)
  })
}

const isProbe = (url: string) => url === "/healthz" || url === "/readyz" || url === "/metrics"
const withoutPort = (host: string) => host.replace(/:(80|443)$/, "")

function bracket(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, "")
  return plain.includes(":") ? `[${plain}]` : plain
}
