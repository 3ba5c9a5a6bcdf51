import type { ChatMessage } from "#contract/chat.ts"
import { ApiError } from "../api/client.ts"
import { readToken } from "../session/session.ts"

interface Sending {
  roomId: number
  file: File
  clientId: string
  progress(share: number): void
  signal: AbortSignal
}

const timeout = 30_000

/** `fetch` does not tell how much is sent; this does. Throws ApiError like any call. */
export function uploadFile({ roomId, file, clientId, progress, signal }: Sending): Promise<ChatMessage> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = (status: number, detail: string | null = null) =>
      reject(new ApiError(status, detail === null ? problemIn(request) : { detail }, waitIn(request)))
    request.open("POST", `/api/chat/messages/${roomId}/upload`)
    request.setRequestHeader("authorization", `Bearer ${readToken() ?? ""}`)
    request.timeout = timeout
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && progress(loaded / total)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText))
      else fail(request.status)
    }
    request.onerror = () => fail(0, "The shop could not be reached. Please check your connection.")
    request.ontimeout = () => fail(0, "The upload took too long. Please try again.")
    request.onabort = () => reject(new DOMException("Discarded", "AbortError"))
    signal.addEventListener("abort", () => request.abort())
    const form = new FormData()
    // Fields before the file: the server reads them in this order.
    form.append("client_id", clientId)
    form.append("chat_room_id", String(roomId))
    form.append("file", file, file.name)
    request.send(form)
  })
}

function problemIn(request: XMLHttpRequest) {
  try {
    return JSON.parse(request.responseText)
  } catch {
    return null
  }
}

const waitIn = (request: XMLHttpRequest) => Number(request.getResponseHeader("retry-after")) || null
