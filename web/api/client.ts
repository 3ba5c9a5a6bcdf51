import type { Problem } from "#contract/common.ts"
import { generalTexts } from "#contract/texts.ts"
import { leave, readToken } from "../session/session.ts"
import { toast } from "../ui/toast.tsx"

/** A call that did not work: `message` is fit to show; `fields` are the server's sentences by field. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string | null
  readonly fields: Record<string, string>
  /** Seconds, from Retry-After. */
  readonly retryAfter: number | null

  constructor(status: number, problem: Partial<Problem> | null, retryAfter: number | null) {
    super(
      status === 401 || (status === 403 && !problem?.detail)
        ? generalTexts.authenticationFailed
        : generalTexts.apiError(status, problem?.detail),
    )
    this.status = status
    this.code = problem?.code ?? "UNKNOWN"
    this.detail = problem?.detail ?? null
    this.fields = Object.fromEntries((problem?.errors ?? []).map((fault) => [fault.path, fault.message]))
    this.retryAfter = retryAfter
  }
}

export interface CallOptions {
  body?: unknown
  /** Sent as it is, for uploads. */
  form?: FormData
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Milliseconds; 10,000 unless said. */
  timeout?: number
  /** Goes on when the page does not. */
  keepalive?: boolean
}

/** One call to `/api`, with the bearer token when there is one. Throws ApiError; status 0 means that nothing came back. */
export async function call<T>(what: string, options: CallOptions = {}): Promise<T> {
  return (await ask<T>(what, options)).data
}

/** A list with its full count, and how many of it are unread where that is counted. */
export async function list<T>(
  what: string,
  options: CallOptions = {},
): Promise<{ items: T[]; total: number; unread: number }> {
  const { data, response } = await ask<T[]>(what, options)
  const counted = (name: string, otherwise: number) => Number(response.headers.get(name) ?? otherwise)
  return { items: data, total: counted("x-total-count", data.length), unread: counted("x-unread-count", 0) }
}

/** A call with the headers of its answer. */
export async function ask<T>(what: string, options: CallOptions): Promise<{ data: T; response: Response }> {
  const [method, path] = what.split(" ") as [string, string]
  const token = readToken()
  const timeout = AbortSignal.timeout(options.timeout ?? 10_000)
  const response = await fetch(`/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
      ...options.headers,
    },
    body: options.form ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
    keepalive: options.keepalive,
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    throw new ApiError(0, { detail: "The shop could not be reached. Please check your connection." }, null)
  })
  if (!response.ok) {
    const problem = await problemOf(response)
    // Only a token that is not good any more: a wrong password is a 401, too.
    if (problem?.code === "UNAUTHENTICATED" && token && token === readToken()) {
      leave()
      toast(generalTexts.authenticationFailed, { kind: "error" })
    }
    throw new ApiError(response.status, problem, Number(response.headers.get("retry-after")) || null)
  }
  const data = response.status === 204 ? undefined : await response.json()
  return { data: data as T, response }
}

async function problemOf(response: Response): Promise<Partial<Problem> | null> {
  if (!response.headers.get("content-type")?.includes("json")) return null
  return response.json().catch(() => null)
}

/** What to tell under a failed call's own title: the server's sentence, or its number when it sent none. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) return error.detail ?? error.message
  return generalTexts.tryAgainLater
}
