import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import proxyAddr from "@fastify/proxy-addr"
import { type WebSocket, WebSocketServer } from "ws"
import { trustedProxies } from "../http/http.ts"
import { addressOf, type Limit } from "../http/limits.ts"
import { say } from "../http/problems.ts"
import type { Settings } from "../settings.ts"

export interface Door {
  socket: WebSocket
  path: string
}

/** A frame from a client is at most this long. */
const longestFrame = 16 * 1024

/**
 * Turns a request into a socket, or refuses it while it is still HTTP: another site's page, an address nobody answers at, too many
 * from one address. Addresses outside `/api/` are left alone in development, where Vite has a socket of its own.
 */
export function createDoor(
  settings: Settings,
  limit: Limit,
  knows: (path: string) => boolean,
  opened: (socket: WebSocket, line: Duplex, path: string) => void,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: longestFrame,
    perMessageDeflate: false,
  })
  const trust = trustedProxies(settings)
  return (request, socket, head) => {
    const path = (request.url ?? "/").split("?", 1)[0]!.replace(/(?<=.)\/+$/, "")
    if (settings.dev && !path.startsWith("/api/")) return
    socket.on("error", () => socket.destroy())
    if (!knows(path)) return refuse(socket, "404 Not Found")
    if (!isOwnOrigin(request, settings)) return refuse(socket, "403 Forbidden")
    try {
      limit.takeAtOnce(addressOf({ ip: proxyAddr(request, trust) }))
    } catch (error) {
      return refuse(socket, "429 Too Many Requests", say(error).retryAfter)
    }
    server.handleUpgrade(request, socket, head, (open) => opened(open, socket, path))
  }
}

/** Only pages of ours may speak for a visitor. What is no browser sends no Origin, and has nobody's token but its own. */
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

function refuse(socket: Duplex, status: string, retryAfter?: number): void {
  const wait = retryAfter === undefined ? "" : `Retry-After: ${retryAfter}\r\n`
  socket.end(`HTTP/1.1 ${status}\r\n${wait}Connection: close\r\nContent-Length: 0\r\n\r\n`)
}
