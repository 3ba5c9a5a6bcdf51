import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import proxyAddr from "@fastify/proxy-addr"
import { type WebSocket, WebSocketServer } from "ws"
import { readAddress } from "../http/address.ts"
import { trustedProxies } from "../http/createHttp.ts"
import { addressOf, type Limit } from "../http/limits.ts"
import { isUninvited } from "../http/origin.ts"
import { problemOf } from "../http/problems.ts"
import { headerLines } from "../http/security.ts"
import type { Settings } from "../settings.ts"

const maxFrameLength = 16 * 1024

/**
 * Upgrades a request to a socket, or refuses it while it is still HTTP: a foreign origin, an unknown address, too many
 * from one IP address. Paths outside `/api/` are ignored in development, where Vite has a socket of its own.
 */
export function createUpgrade(
  settings: Settings,
  limit: Limit,
  knows: (path: string) => boolean,
  opened: (socket: WebSocket, line: Duplex, path: string, request: IncomingMessage) => void,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxFrameLength,
    perMessageDeflate: false,
  })
  const trust = trustedProxies(settings)
  const headers = headerLines(settings)
  return (request, socket, head) => {
    const path = readAddress(request)
      .split("?", 1)[0]!
      .replace(/(?<=.)\/+$/, "")
    if (settings.dev && !path.startsWith("/api/")) return
    socket.on("error", () => socket.destroy())
    if (isUninvited(request.headers, settings)) return refuse(socket, headers, "421 Misdirected Request")
    if (!knows(path)) return refuse(socket, headers, "404 Not Found")
    if (!isOwnOrigin(request, settings)) return refuse(socket, headers, "403 Forbidden")
    try {
      limit.takeNow(addressOf({ ip: proxyAddr(request, trust) }))
    } catch (error) {
      return refuse(socket, headers, "429 Too Many Requests", problemOf(error).retryAfter)
    }
    server.handleUpgrade(request, socket, head, (open) => opened(open, socket, path, request))
  }
}

/**
 * Returns whether the request comes from our own pages: only they may connect on a visitor's behalf. A client that is
 * not a browser sends no Origin, and has only its own token.
 */
export function isOwnOrigin({ headers }: Pick<IncomingMessage, "headers">, settings: Settings): boolean {
  const { origin, host } = headers
  if (origin === undefined || origin === settings.publicUrl) return true
  const page = URL.parse(origin)
  if (page?.origin !== origin) return false
  const forwarded =
    settings.trustProxy === null
      ? undefined
      : String(headers["x-forwarded-host"] ?? "")
          .split(",")
          .at(-1)
  return page.host === (forwarded || host)?.trim().toLowerCase()
}

function refuse(socket: Duplex, headers: string, status: string, retryAfter?: number): void {
  const wait = retryAfter === undefined ? "" : `Retry-After: ${retryAfter}\r\n`
  socket.end(`HTTP/1.1 ${status}\r\n${headers}${wait}Connection: close\r\nContent-Length: 0\r\n\r\n`)
}
