import type { Call, Calls } from "#contract/api.ts"
import type { Problem } from "#contract/common.ts"
import { t } from "#contract/t.ts"
import { generalTexts } from "#contract/texts.ts"
import { inLanguage, language, withoutLanguage } from "../language.ts"
import { end, isPageKept, readToken, signInAgain } from "../session/session.ts"
import { toast } from "../ui/toast.tsx"

/** A failed call. `message` can be shown; `fields` holds the server's messages by field. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string | null
  readonly fields: Record<string, string>
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | null

  constructor(status: number, problem: Partial<Problem> | null, retryAfter: number | null) {
    // The specification fixes the texts of an expired session and of a refusal without a reason.
    const isRefused = status === 401 || status === 403
    const isUnknown = isRefused && (problem?.code === "UNAUTHENTICATED" || !problem?.detail)
    super(
      isRefused && (isUnknown || status === 401)
        ? generalTexts.authenticationFailed
        : generalTexts.apiError(status, problem?.detail),
    )
    this.status = status
    this.code = problem?.code ?? "UNKNOWN"
    this.detail = isUnknown ? generalTexts.authenticationFailed : (problem?.detail ?? null)
    this.fields = Object.fromEntries((problem?.errors ?? []).map((fault) => [fault.path, fault.message]))
    this.retryAfter = retryAfter
  }
}

interface Sending {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Milliseconds; the default is 10,000. */
  timeout?: number
  /** Continues after the page is closed. */
  keepalive?: boolean
}
interface Untyped extends Sending {
  body?: unknown
  query?: Record<string, string | number | undefined> | URLSearchParams
}
type Body<T> = undefined extends T ? { body?: T } : { body: T }
/** `URLSearchParams` pass a page's query string on as it is; the server validates it. */
type Query<T> = undefined extends T
  ? { query?: undefined }
  : Partial<T> extends T
    ? { query?: T | URLSearchParams }
    : { query: T }
export type CallOptions<C extends Call> = Sending & Body<Calls[C]["body"]> & Query<Calls[C]["query"]>
/** Options are optional unless the call requires one. */
type Options<C extends Call> = Partial<CallOptions<C>> extends CallOptions<C> ? [CallOptions<C>?] : [CallOptions<C>]

type Result<C extends Call> = Calls[C]["response"]
/** Calls whose response is a list, with the type of its items. */
export type ListCall = { [C in Call]: Result<C> extends unknown[] ? C : never }[Call]
export type Row<C extends Call> = Result<C> extends (infer T)[] ? T : never
interface List<T> {
  items: T[]
  total: number
  unread: number
}

/** Calls `/api` with the bearer token, if any. Throws ApiError; status 0 means no response. */
export async function call<C extends Call>(what: C, ...options: Options<C>): Promise<Result<C>>
export async function call(what: Call, options?: Untyped): Promise<unknown> {
  return (await send(what, options)).data
}

/** A list with its total count, and its unread count where there is one. */
export async function list<C extends ListCall>(
  what: C,
  options: Sending & { query: URLSearchParams },
): Promise<List<Row<C>>>
export async function list<C extends ListCall>(what: C, ...options: Options<C>): Promise<List<Row<C>>>
export async function list(what: Call, options?: Untyped): Promise<List<unknown>> {
  const { data, response } = await send(what, options)
  const counted = (name: string, otherwise: number) => Number(response.headers.get(name) ?? otherwise)
  return { items: data, total: counted("x-total-count", data.length), unread: counted("x-unread-count", 0) }
}

/** Makes a call whose headers are needed too. */
export async function ask<C extends Call>(
  what: C,
  ...options: Options<C>
): Promise<{ data: Result<C>; response: Response }>
export async function ask(what: Call, options?: Untyped): Promise<{ data: unknown; response: Response }> {
  return send(what, options)
}

/** Asks the person to prove who they are; resolves with whether they did. Set by the shell, which has the dialog. */
export const confirmation: { ask?: () => Promise<boolean> } = {}

/** Runs a call again once the person has proved who they are, if the server asks for that. */
export async function confirming<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === "CONFIRMATION_REQUIRED"
    if (!isAsked || !(await confirmation.ask?.())) throw error
    return work()
  }
}

/** A call of an ended session runs again once the person has signed in over the page. */
async function send(what: Call, options?: Untyped) {
  const work = () => confirming(() => sendOnce(what, options))
  try {
    return await work()
  } catch (error) {
    const isOver = error instanceof ApiError && error.code === "UNAUTHENTICATED"
    if (!isOver || !(await signInAgain.asked)) throw error
    return work()
  }
}

async function sendOnce(what: Call, options: Untyped = {}) {
  const [method, path] = what.split(" ")
  const token = readToken()
  const timeout = AbortSignal.timeout(options.timeout ?? 10_000)
  const response = await fetch(`/api${path}${options.query ? `?${searchOf(options.query)}` : ""}`, {
    method,
    headers: {
      "accept-language": language,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
      ...options.headers,
    },
    body: JSON.stringify(options.body),
    keepalive: options.keepalive,
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    throw new ApiError(0, { detail: t`We couldn't reach the shop. Please check your connection.` }, null)
  })
  if (!response.ok) {
    const problem = await problemOf(response)
    signOutIfOver(problem, token, method !== "GET")
    if (problem?.code === "SECOND_FACTOR_REQUIRED") goToSettings()
    throw new ApiError(response.status, problem, Number(response.headers.get("retry-after")) || null)
  }
  const data = response.status === 204 ? undefined : await response.json()
  return { data, response }
}

/** Staff must set up a second factor first: until then the server refuses every other call. */
function goToSettings(): void {
  if (withoutLanguage(location.pathname) !== "/staff-dashboard")
    location.assign(inLanguage("/staff-dashboard?tab=settings#two-step"))
}

function searchOf(query: NonNullable<Untyped["query"]>): URLSearchParams {
  if (query instanceof URLSearchParams) return query
  // JSON leaves out undefined values.
  return new URLSearchParams(JSON.parse(JSON.stringify(query)))
}

/**
 * Signs out when the server rejected the token. A wrong password is also a 401 and does not. With `asksAgain`, the
 * question also returns to a kept page where the person has closed it.
 */
export function signOutIfOver(problem: Partial<Problem> | null, token: string | null, asksAgain = false): void {
  if (problem?.code !== "UNAUTHENTICATED" || token !== readToken()) return
  if ((token || (asksAgain && isPageKept())) && end()) toast(generalTexts.authenticationFailed, { kind: "error" })
}

async function problemOf(response: Response): Promise<Partial<Problem> | null> {
  if (!response.headers.get("content-type")?.includes("json")) return null
  return response.json().catch(() => null)
}

/** Ignores the 404 of a deletion: somebody else, or a call whose answer was lost, has deleted it already. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}

/** The reason of a failed call: the server's message, or the status when it sent none. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) return error.detail ?? error.message
  return generalTexts.tryAgainLater
}
