import { type Code, statusOf } from "#contract/codes.ts"

export interface RefusalDetails {
  /** Field errors, shown at their fields. */
  errors?: { path: string; message: string }[]
  /** Seconds, sent as Retry-After. */
  retryAfter?: number
  /** Members added to the problem document, such as `period_ends_at`. */
  extra?: Record<string, unknown>
  /** For the staff's log and the output of commands; never sent. */
  reason?: string
}

/** An error meant for the caller. Anything else that is thrown is a fault of the server. */
export class Refusal extends Error {
  readonly code: Code
  readonly status: number
  readonly details: Omit<RefusalDetails, "reason">
  readonly reason: string | undefined

  constructor(code: Code, message: string, { reason, ...details }: RefusalDetails = {}) {
    super(message)
    this.code = code
    this.status = statusOf[code]
    this.details = details
    this.reason = reason
  }
}

/** What a command says of an error: for whoever runs the shop. */
export function faultOf(error: unknown): string {
  if (error instanceof Refusal && error.reason) return error.reason
  return error instanceof Error ? error.message : String(error)
}

export function notFound(what = "Not found"): Refusal {
  return new Refusal("NOT_FOUND", what)
}

/** An error of one field, in the form of a validation error. */
export function invalid(path: string, message: string): Refusal {
  return new Refusal("INVALID", message, { errors: [{ path, message }] })
}
