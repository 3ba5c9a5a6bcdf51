import { randomUUID } from "node:crypto"
import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { Problem } from "#contract/common.ts"
import { t } from "#contract/t.ts"
import type { Settings } from "../settings.ts"
import { headerLines } from "./security.ts"

/** Answers requests that Node's parser rejects with a problem document and all headers, and without a log line. */
export function answerClientError(settings: Settings): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const shared = headerLines(settings)
  return ({ code = "" }, socket) => {
    if (code === "ECONNRESET" || socket.destroyed) return
    if (!socket.writable) return void socket.destroy()
    const [status, problemCode, detail] = said[code] ?? ([400, "MALFORMED", t`The request could not be read.`] as const)
    const title = STATUS_CODES[status]!
    const problem: Problem = {
      type: "about:blank",
      title,
      status,
      detail,
      code: problemCode,
      request_id: randomUUID(),
    }
    const body = JSON.stringify(problem)
    socket.end(
      `HTTP/1.1 ${status} ${title}\r\n${shared}cache-control: no-store\r\n` +
        `content-type: application/problem+json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
        `connection: close\r\n\r\n${body}`,
      () => socket.destroy(),
    )
  }
}

const said: Record<string, readonly [status: number, code: string, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, "TOO_LARGE", t`The request headers are too large.`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "MALFORMED", t`The request took too long to arrive.`],
}
