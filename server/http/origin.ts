import type { FastifyRequest } from "fastify"
import type { Settings } from "../settings.ts"
import type { Http } from "./http.ts"

/** A name by which only this machine is called. */
export const isLoopback = (host: string) => loopbackName.test(host)

const loopbackName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * The origin that links in letters and invoices begin with: PUBLIC_URL, or the request's own. A `Host` that is neither
 * loopback nor the address the request arrived at is not believed, or anybody could have letters point to their server.
 */
export function originOf(request: FastifyRequest, settings: Settings): string {
  if (settings.publicUrl) return settings.publicUrl
  const { localAddress, localPort } = request.raw.socket
  const arrivedAt = localAddress ? `${bracket(localAddress)}:${localPort}` : "localhost"
  const own = loopbackName.test(request.host) || request.host === arrivedAt ? request.host : arrivedAt
  return `${request.protocol}://${own}`
}

/** The same for work that no request has asked for: PUBLIC_URL, or where this server listens. */
export function homeOrigin(settings: Settings, http: Http): string {
  return settings.publicUrl ?? (http.server.listening ? http.listeningOrigin : "http://localhost")
}

/**
 * Sends a request for another host on to PUBLIC_URL, method kept. Loopback names are let through: they are the machine's
 * own checks, the sandbox provider, or a proxy that does not pass the host on, which would otherwise be sent in circles.
 */
export function redirectForeignHosts(http: Http, settings: Settings): void {
  if (!settings.publicUrl) return
  const { origin, host } = new URL(settings.publicUrl)
  http.addHook("onRequest", (request, reply, done) => {
    const asked = request.host.toLowerCase()
    if (asked === host || withoutPort(asked) === host || loopbackName.test(asked) || isProbe(request.url)) return done()
    reply.redirect(origin + (request.url.startsWith("/") ? request.url : "/"), 308)
  })
}

const isProbe = (url: string) => url === "/healthz" || url === "/readyz" || url === "/metrics"
const withoutPort = (host: string) => host.replace(/:(80|443)$/, "")

function bracket(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, "")
  return plain.includes(":") ? `[${plain}]` : plain
}
