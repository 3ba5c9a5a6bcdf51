import { readToken } from "../session/session.ts"
import { ApiError } from "./client.ts"

interface Sending {
  /** From 0 to 1, by bytes. */
  progress(share: number): void
  signal?: AbortSignal
  /** Milliseconds; none unless said: a large file takes as long as it takes. */
  timeout?: number
}

/** `fetch` does not tell how much is sent; this does. Throws ApiError like any call. */
export function upload<T>(what: string, form: FormData, { progress, signal, timeout = 0 }: Sending): Promise<T> {
  return new Promise((resolve, reject) => {
    const [method, path] = what.split(" ") as [string, string]
    const request = new XMLHttpRequest()
    const fail = (status: number, detail: string | null = null) =>
      reject(new ApiError(status, detail === null ? problemIn(request) : { detail }, waitIn(request)))
    request.open(method, `/api${path}`)
    request.setRequestHeader("authorization", `Bearer ${readToken() ?? ""}`)
    request.timeout = timeout
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && progress(loaded / total)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText || "null"))
      else fail(request.status)
    }
    request.onerror = () => fail(0, "The shop could not be reached. Please check your connection.")
    request.ontimeout = () => fail(0, "The upload took too long. Please try again.")
    request.onabort = () => reject(new DOMException("Discarded", "AbortError"))
    if (signal?.aborted) return request.onabort(new ProgressEvent("abort"))
    signal?.addEventListener("abort", () => request.abort())
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
