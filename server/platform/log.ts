import type { FastifyBaseLogger } from "fastify"
import { type DestinationStream, pino } from "pino"

/** Creates a log of JSON lines on standard output. Values quoted by errors are left out: personal data or secrets. */
export function createLog(level: string, to?: DestinationStream): FastifyBaseLogger {
  // @fastify/multipart logs the headers of an upload, with the token, as its options.
  const options = { level, serializers: { err: withoutValues, busboyOptions: () => undefined } }
  return (to ? pino(options, to) : pino(options)) as FastifyBaseLogger
}

/** Logs console output of libraries as ordinary lines, without the data that a visitor sent. */
export function logConsole(log: FastifyBaseLogger): void {
  for (const level of ["error", "warn"] as const) {
    console[level] = (...values: unknown[]) =>
      log[level]({ err: values.find((one) => one instanceof Error) }, "console output")
  }
}

/**
 * Removes values from an error: a failed query of Drizzle repeats its parameters in the message, and PostgreSQL's
 * `detail` quotes the row.
 */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  const quotes = error instanceof SyntaxError || (typeof code === "string" && /^22[\dA-Z]{3}$/.test(code))
  const redacted = (text: string) => (quotes ? unquoted(cut(text)) : cut(text))
  return {
    type: error.name,
    message: redacted(error.message),
    stack: redacted(error.stack ?? "").concat(frames(error.stack)),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(error.cause === undefined ? {} : { cause: withoutValues(error.cause) }),
  }
}

const cut = (text: string) => text.split(/\nparams: |\n {4}at /, 1)[0]!
/**
 * Removes quoted parts, which a client has sent: `invalid input syntax for type integer: "…"`, `Unexpected token 'x',
 * "…" is not valid JSON`.
 */
const unquoted = (text: string) => text.replace(/"[\s\S]*"|'[^']*'/g, "…")
const frames = (stack = "") => stack.match(/\n {4}at .*/g)?.join("") ?? ""
