import { type Code, statusOf } from "#contract/codes.ts"

export interface RefusalDetails {
  /** Field errors, shown at their fields. */
  errors?: { path: string; message: string }[]
  /** Seconds, sent as Retry-After. */
  retryAfter?: number
  /** Members added to the problem document, such as `period_ends_at`. */
  extra?: Record<string, unknown>
}

/** A "no" that is meant for the person who asked. Everything else that is thrown is a fault of ours. */
export class Refusal extends Error {
  readonly code: Code
  readonly status: number
  readonly details: RefusalDetails

  constructor(code: Code, message: string, details: RefusalDetails = {}) {
    super(message)
    this.code = code
    this.status = statusOf[code]
    this.details = details
  }
}

export function notFound(what = "Not found"): Refusal {
  return new Refusal("NOT_FOUND", what)
}

/** A fault at one field, as zod would have told it. */
export function invalid(path: string, message: string): Refusal {
  return new Refusal("INVALID", message, { errors: [{ path, message }] })
}
