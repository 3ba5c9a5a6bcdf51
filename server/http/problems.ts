import { STATUS_CODES } from "node:http"
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod"
import type { Problem } from "#contract/common.ts"
import { generalTexts } from "#contract/texts.ts"
import { sqlState } from "../db/store.ts"
import { Refusal } from "../refusal.ts"

interface Said {
  status: number
  code: string
  detail: string
  errors?: Problem["errors"]
  retryAfter?: number
  extra?: Record<string, unknown>
}

/** The one place where what was thrown becomes an answer: RFC 9457, with nothing in it that is not meant to be read. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const said = say(error)
  if (said.status >= 500 && !(error instanceof Refusal)) request.log.error({ err: error }, "request failed")
  if (said.status === 401) reply.header("www-authenticate", "Bearer")
  if (said.retryAfter !== undefined) reply.header("retry-after", String(Math.max(1, Math.ceil(said.retryAfter))))
  const problem: Problem = {
    type: "about:blank",
    title: STATUS_CODES[said.status] ?? "Error",
    status: said.status,
    detail: said.detail,
    code: said.code,
    request_id: request.id,
    ...(said.errors ? { errors: said.errors } : {}),
    ...said.extra,
  }
  return reply
    .status(said.status)
    .header("cache-control", "no-store")
    .type("application/problem+json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(problem)
}

/** What of it a person may read, for whom it is not an answer over HTTP. */
export function say(error: unknown): Said {
  if (error instanceof Refusal)
    return { status: error.status, code: error.code, detail: error.message, ...error.details }
  if (hasZodFastifySchemaValidationErrors(error)) return sayInvalid(error.validation)
  const known = wrongRequests[(error as FastifyError)?.code]
  if (known) return known
  if (isUnready(error)) {
    return {
      status: 503,
      code: "UNREADY",
      detail: "The shop is catching its breath. Please try again in a moment.",
      retryAfter: 5,
    }
  }
  const status = (error as FastifyError)?.statusCode
  if (status !== undefined && status >= 400 && status < 500) {
    return { status, code: status === 413 ? "TOO_LARGE" : "MALFORMED", detail: "The request could not be read." }
  }
  return { status: 500, code: "INTERNAL", detail: generalTexts.wentWrong }
}

function sayInvalid(validation: { instancePath: string; message?: string }[]): Said {
  const errors = validation.map((fault) => ({
    path: fault.instancePath.replace(/^\//, "").replaceAll("/", "."),
    message: fault.message ?? "This value is not valid.",
  }))
  return { status: 422, code: "INVALID", detail: errors[0]?.message ?? "This value is not valid.", errors }
}

const wrongRequests: Record<string, Said> = {
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, code: "MALFORMED", detail: "The request body is not valid JSON." },
  FST_ERR_BAD_URL: { status: 400, code: "MALFORMED", detail: "The address cannot be read." },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, code: "MALFORMED", detail: "The request body is empty." },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { status: 400, code: "MALFORMED", detail: "The request body was cut off." },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, code: "TOO_LARGE", detail: "The request body is too large." },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    code: "UNSUPPORTED_MEDIA",
    detail: "This kind of content is not accepted here.",
  },
  FST_ERR_CTP_INVALID_TYPE: {
    status: 415,
    code: "UNSUPPORTED_MEDIA",
    detail: "This kind of content is not accepted here.",
  },
  FST_FILES_LIMIT: { status: 413, code: "TOO_LARGE", detail: "There are too many files in this form." },
  FST_REQ_FILE_TOO_LARGE: { status: 413, code: "TOO_LARGE", detail: "The file is too large." },
  FST_INVALID_MULTIPART_CONTENT_TYPE: {
    status: 415,
    code: "UNSUPPORTED_MEDIA",
    detail: "A multipart form with a file is expected here.",
  },
}

/** The database is away, is shutting down, or has too much to do for this now: the request was fine and may be tried again. */
function isUnready(error: unknown): boolean {
  const state = sqlState(error)
  if (state && (state.startsWith("08") || state.startsWith("57") || state === "53300")) return true
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as NodeJS.ErrnoException).code
    if (
      code === "ECONNREFUSED" ||
      code === "ECONNRESET" ||
      code === "EPIPE" ||
      code === "ETIMEDOUT" ||
      code === "ENOENT_SOCKET"
    )
      return true
    if (lostConnection.test(at.message)) return true
  }
  return false
}

/** What pg and PGlite say in words only. */
const lostConnection =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|not queryable|PGlite is closed/i
