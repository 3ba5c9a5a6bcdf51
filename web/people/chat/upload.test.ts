import { afterEach, beforeEach, expect, test, vi } from "vitest"

vi.mock("../../platform/session/session.ts", () => ({ readToken: () => "token" }))

import { ApiError } from "../../platform/api/client.ts"
import { uploadFile } from "./upload.ts"

class Request {
  static last: Request
  timeout = 0
  status = 0
  responseText = ""
  headers: Record<string, string> = {}
  form: FormData | null = null
  upload = { onprogress: (_: { loaded: number; total: number; lengthComputable: boolean }) => {} }
  onload = () => {}
  onerror = () => {}
  ontimeout = () => {}
  onabort = () => {}
  open = vi.fn()
  getResponseHeader = (): string | null => null
  private late: ReturnType<typeof setTimeout> | undefined
  constructor() {
    Request.last = this
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(form: FormData) {
    this.form = form
    if (this.timeout > 0) this.late = setTimeout(() => this.ontimeout(), this.timeout)
  }
  abort() {
    clearTimeout(this.late)
    this.onabort()
  }
  answer(status: number, body: object) {
    clearTimeout(this.late)
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.onload()
  }
}

const shares: number[] = []
let stop: AbortController
const begin = () =>
  uploadFile({
    roomId: 7,
    file: new File(["%PDF"], "a.pdf"),
    clientId: "made-once",
    progress: (share) => void shares.push(share),
    signal: stop.signal,
  })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal("XMLHttpRequest", Request)
  shares.length = 0
  stop = new AbortController()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("a file is sent after its fields, reports its progress, and returns the message", async () => {
  const sent = begin()
  const request = Request.last
  expect(request.open).toHaveBeenCalledWith("POST", "/api/chat/messages/7/upload")
  expect(request.headers.authorization).toBe("Bearer token")
  expect([...request.form!.keys()]).toEqual(["client_id", "chat_room_id", "file"])
  request.upload.onprogress({ loaded: 1, total: 4, lengthComputable: true })
  request.answer(201, { id: 5 })
  expect(await sent).toEqual({ id: 5 })
  expect(shares).toEqual([0.25])
})

test("a file that is not sent within thirty seconds has failed, with an error", async () => {
  const sent = begin().catch((error) => error)
  let ended = false
  void sent.then(() => {
    ended = true
  })
  await vi.advanceTimersByTimeAsync(29_999)
  expect(ended).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  const error = await sent
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 0, detail: "The upload took too long. Please try again." })
})

test("the server's errors are shown with their message; an aborted upload is not an error", async () => {
  const refused = begin().catch((error) => error)
  Request.last.answer(413, { detail: "Maximum file size is 10MB", code: "TOO_LARGE" })
  expect(await refused).toMatchObject({ status: 413, detail: "Maximum file size is 10MB", code: "TOO_LARGE" })
  const given = begin().catch((error) => error)
  stop.abort()
  expect(await given).toMatchObject({ name: "AbortError" })
})
