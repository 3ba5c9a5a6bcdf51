import type { Duplex } from "node:stream"
import { WebSocket } from "ws"
import { seconds } from "../clock.ts"

/** The limit of bytes queued for a slow reader. */
const maxWaiting = 1024 * 1024
/** The time for which output sent in pieces waits for the reader. */
const readWithin = seconds(20)

export interface Output {
  /** A frame made by `wireFrame`. */
  sendFrame(frame: Buffer): void
  /** Resolves when the output has been sent, or the socket is closed. */
  drained(): Promise<void>
}

/** Creates the output of one socket; `slow` is called when its reader does not keep up. */
export function createOutput(ws: WebSocket, line: Duplex, isOpen: () => boolean, slow: () => void): Output {
  return {
    // It is written directly to the stream: without compression ws has nothing queued that this could overtake, and it
    // would write each frame in two pieces.
    sendFrame: (frame) => {
      if (!isOpen() || ws.readyState !== WebSocket.OPEN) return
      if (line.writableLength > maxWaiting) slow()
      else line.write(frame)
    },
    drained: () => {
      if (!isOpen() || !line.writableNeedDrain) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = setTimeout(slow, readWithin)
        const done = () => {
          clearTimeout(timer)
          line.off("drain", done).off("close", done)
          resolve()
        }
        line.once("drain", done).once("close", done)
      })
    },
  }
}
