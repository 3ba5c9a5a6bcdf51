import type { IncomingMessage } from "node:http"
import { minutes, seconds } from "../clock.ts"
import type { Http } from "./http.ts"

const tick = seconds(15)
/** The ticks in which a body must be complete; an upload must make progress in every two ticks. */
const maxTicks = 3
const minBytes = 8 * 1024

/** The number of ticks that a body may take, for uploads only. */
const maxTicksOf = new WeakMap<IncomingMessage, number>()

/** Gives a body that makes progress this much time. */
export function allowTime(raw: IncomingMessage, milliseconds = minutes(10)): void {
  maxTicksOf.set(raw, milliseconds / tick)
}

/**
 * Closes a connection whose body arrives byte by byte, within a minute, whatever the method, and also after the
 * response has been sent. Slow headers are handled by Node: see `headersTimeout` in http.ts.
 */
export function endSlowBodies(http: Http): void {
  http.server.on("request", (raw: IncomingMessage) => {
    const { "content-length": length, "transfer-encoding": encoding } = raw.headers
    if (encoding !== undefined || (length !== undefined && length !== "0")) watch(raw)
  })
}

function watch(raw: IncomingMessage): void {
  const { socket } = raw
  let ticks = 0
  let idle = 0
  let seen = socket.bytesRead
  const timer = setInterval(() => {
    ticks++
    // Bytes that have arrived and were not read yet are not the sender's delay.
    const progressed = socket.bytesRead - seen >= minBytes || raw.readableLength > 0
    idle = progressed ? 0 : idle + 1
    seen = socket.bytesRead
    const most = maxTicksOf.get(raw)
    if (most === undefined ? ticks >= maxTicks : idle >= 2 || ticks >= most) raw.destroy()
  }, tick)
  timer.unref()
  const stop = () => clearInterval(timer)
  raw.once("end", stop).once("close", stop)
}
