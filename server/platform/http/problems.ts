import { STATUS_CODES } from "node:http"
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod"
import type { Problem } from "#contract/common.ts"
import { t } from "#contract/t.ts"
import { generalTexts } from "#contract/texts.ts"
import { minutes } from "../clock.ts"
import { isAway, isFull, sqlState } from "../db/store.ts"
import { languageOf, said, speaking } from "../languages.ts"
import { Refusal } from "../refusal.ts"
import { logRefusal } from "./securityLog.ts"

export interface ProblemSummary {
  status: number
  code: string
  detail: string
  errors?: Problem["errors"]
  retryAfter?: number
  extra?: Record<string, unknown>
}

/** Turns errors into responses (RFC 9457) without internal details. Nothing else does. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const summary = speaking(languageOf(request), () => spoken(problemOf(error)))
  if (isFull(error)) logFull(request)
  else if (summary.status >= 500 && !(error instanceof Refusal)) request.log.error({ err: error }, "request failed")
  else logRefusal(request, summary.code)
  if (summary.status === 401) reply.header("www-authenticate", "Bearer")
  if (summary.retryAfter !== undefined) reply.header("retry-after", String(Math.max(1, Math.ceil(summary.retryAfter))))
  const problem: Problem = {
    type: "about:blank",
    title: STATUS_CODES[summary.status] ?? "Error",
    status: summary.status,
    detail: summary.detail,
    code: summary.code,
    request_id: request.id,
    ...(summary.errors ? { errors: summary.errors } : {}),
    ...summary.extra,
  }
  return reply
    .status(summary.status)
    .header("cache-control", "no-store")
    .type("application/problem+json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(problem)
}

/** Says the constants in the language of the reader; texts with values are in it already. */
export const spoken = (summary: ProblemSummary): ProblemSummary => ({
  ...summary,
  detail: said(summary.detail),
  ...(summary.errors && { errors: summary.errors.map(({ path, message }) => ({ path, message: said(message) })) }),
})

let fullSince = Number.NEGATIVE_INFINITY

/** Logs one line a minute instead of one for every request. */
function logFull({ log }: FastifyRequest): void {
  if (performance.now() - fullSince < minutes(1)) return
  fullSince = performance.now()
  log.error("no space is left: writes fail until there is some")
}

/** Returns the part of an error that a person may read, also for errors that are not sent over HTTP. */
export function problemOf(error: unknown): ProblemSummary {
  if (error instanceof Refusal)
    return { status: error.status, code: error.code, detail: error.message, ...error.details }
  if (hasZodFastifySchemaValidationErrors(error)) return describeValidation(error.validation)
  const known = wrongRequests[(error as FastifyError)?.code]
  if (known) return known
  if (unstorable.has(sqlState(error) ?? ""))
    return { status: 422, code: "INVALID", detail: t`This text contains an unsupported character.` }
  if (isAway(error)) {
    return {
      status: 503,
      code: "UNREADY",
      detail: t`The shop is temporarily unavailable. Please try again in a moment.`,
      retryAfter: 5,
    }
  }
  const status = (error as FastifyError)?.statusCode
  if (status !== undefined && status >= 400 && status < 500) {
    return { status, code: status === 413 ? "TOO_LARGE" : "MALFORMED", detail: t`The request could not be read.` }
  }
  return { status: 500, code: "INTERNAL", detail: generalTexts.wentWrong }
}

function describeValidation(validation: { instancePath: string; message?: string }[]): ProblemSummary {
  const errors = validation.map((fault) => ({
    path: fault.instancePath.replace(/^\//, "").replaceAll("/", "."),
    message: fault.message ?? t`This value is not valid.`,
  }))
  return { status: 422, code: "INVALID", detail: errors[0]?.message ?? t`This value is not valid.`, errors }
}

const wrongRequests: Record<string, ProblemSummary> = {
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, code: "MALFORMED", detail: t`The request body is not valid JSON.` },
  FST_ERR_BAD_URL: { status: 400, code: "MALFORMED", detail: t`The URL is not valid.` },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, code: "MALFORMED", detail: t`The request body is empty.` },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { status: 400, code: "MALFORMED", detail: t`The request body is incomplete.` },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, code: "TOO_LARGE", detail: t`The request body is too large.` },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    code: "UNSUPPORTED_MEDIA",
    detail: t`This kind of content is not accepted here.`,
  },
  FST_ERR_CTP_INVALID_TYPE: {
    status: 415,
    code: "UNSUPPORTED_MEDIA",
    detail: t`This kind of content is not accepted here.`,
  },
  FST_FILES_LIMIT: { status: 413, code: "TOO_LARGE", detail: t`There are too many files in this form.` },
  FST_REQ_FILE_TOO_LARGE: { status: 413, code: "TOO_LARGE", detail: t`The file is too large.` },
  FST_INVALID_MULTIPART_CONTENT_TYPE: {
    status: 415,
    code: "UNSUPPORTED_MEDIA",
    detail: t`Please send a multipart form with a file.`,
  },
}

/**
 * PostgreSQL's errors for characters it cannot store: the schemas refuse them (`text` in contract/common.ts), and this
 * is the fallback.
 */
const unstorable = new Set(["22021", "22P05"])
