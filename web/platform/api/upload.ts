import type { Call, Calls } from "#contract/api.ts"
import { t } from "#contract/t.ts"
import { language } from "../language.ts"
import { readToken } from "../session/session.ts"
import { ApiError, signOutIfOver } from "./client.ts"

interface Sending {
  headers?: Record<string, string>
  /** From 0 to 1, by bytes. */
  progress(share: number): void
  signal?: AbortSignal
  /** Milliseconds; there is no timeout by default. */
  timeout?: number
}

/** Uploads by XMLHttpRequest, because `fetch` reports no upload progress. Throws ApiError like `call`. */
export function upload<C extends Call>(
  what: C,
  form: FormData,
  { headers = {}, progress, signal, timeout = 0 }: Sending,
): Promise<Calls[C]["response"]> {
  return new Promise((resolve, reject) => {
    const [method, path] = what.split(" ") as [string, string]
    const request = new XMLHttpRequest()
    const token = readToken()
    const fail = (status: number, detail: string | null = null) =>
      reject(new ApiError(status, detail === null ? problemIn(request) : { detail }, waitIn(request)))
    request.open(method, `/api${path}`)
    request.setRequestHeader("authorization", `Bearer ${token ?? ""}`)
    request.setRequestHeader("accept-language", language)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.timeout = timeout
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && progress(loaded / total)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText || "null"))
      else {
        signOutIfOver(problemIn(request), token, true)
        fail(request.status)
      }
    }
    request.onerror = () => fail(0, t`We couldn't reach the shop. Please check your connection.`)
    request.ontimeout = () => fail(0, t`The upload took too long. Please try again.`)
    request.onabort = () => reject(new DOMException(t`Discarded`, "AbortError"))
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
