import type { FastifyBaseLogger } from "fastify"
import { type DestinationStream, pino } from "pino"

/** JSON lines on standard output. An error is told without the values it was about: they are people's, or secrets. */
export function createLog(level: string, to?: DestinationStream): FastifyBaseLogger {
  const options = { level, serializers: { err: withoutValues } }
  return (to ? pino(options, to) : pino(options)) as FastifyBaseLogger
}

/** A failed query of Drizzle repeats its parameters in its message; PostgreSQL's `detail` quotes the row. */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    type: error.name,
    message: cut(error.message),
    stack: cut(error.stack ?? "").concat(frames(error.stack)),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(error.cause === undefined ? {} : { cause: withoutValues(error.cause) }),
  }
}

const cut = (text: string) => text.split(/\nparams: |\n {4}at /, 1)[0]!
const frames = (stack = "") => stack.match(/\n {4}at .*/g)?.join("") ?? ""
