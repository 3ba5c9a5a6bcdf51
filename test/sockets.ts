import { once } from "node:events"
import { vi } from "vitest"
import { WebSocket } from "ws"
import type { App } from "#server/start/app.ts"
import type { TestPerson } from "./shop.ts"

export interface TestSocket {
  ws: WebSocket
  /** All frames received, oldest first. */
  frames: any[]
  say(frame: unknown): void
  /** Returns the next frame of this type that was not returned before. */
  next(type: string, timeout?: number): Promise<any>
  /** Resolves with the close code. */
  closed(timeout?: number): Promise<number>
  close(): void
}

/** Starts listening if the app does not listen yet. Returns its address. */
export async function listen(app: App): Promise<string> {
  if (!app.http.server.listening) await app.http.listen({ port: 0, host: "127.0.0.1" })
  return app.http.listeningOrigin
}

/** Opens a socket at an address of the app. With a person, it also sends the first frame. */
export async function openSocket(
  app: App,
  as: TestPerson | null,
  {
    path = "/api/ws",
    headers = {},
    hello = {},
  }: { path?: string; headers?: Record<string, string>; hello?: object } = {},
): Promise<TestSocket> {
  const ws = new WebSocket((await listen(app)).replace("http", "ws") + path, { headers })
  const frames: any[] = []
  const waited = new Set<unknown>()
  let code: number | null = null
  ws.on("message", (data) => frames.push(JSON.parse(String(data))))
  ws.on("close", (given) => {
    code = given
  })
  ws.on("error", () => {})
  await Promise.race([once(ws, "open"), once(ws, "close")]).catch(() => {})
  const socket: TestSocket = {
    ws,
    frames,
    say: (frame) => ws.send(typeof frame === "string" ? frame : JSON.stringify(frame)),
    next: (type, timeout = 5000) =>
      vi.waitFor(
        () => {
          const found = frames.find((frame) => frame.type === type && !waited.has(frame))
          if (!found) throw new Error(`no ${type} in ${JSON.stringify(frames)}, closed: ${code}`)
          waited.add(found)
          return found
        },
        { timeout, interval: 5 },
      ),
    closed: (timeout = 8000) =>
      vi.waitFor(
        () => {
          if (code === null) throw new Error(`still open; said ${JSON.stringify(frames)}`)
          return code
        },
        { timeout, interval: 5 },
      ),
    close: () => ws.close(1000),
  }
  if (as)
    socket.say({
      type: "identify",
      access_token: as.token,
      user_id: as.id,
      user_uuid: as.uuid,
      user_role: "user",
      ...hello,
    })
  return socket
}
