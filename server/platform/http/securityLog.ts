import { createHmac, randomBytes } from "node:crypto"
import type { FastifyRequest } from "fastify"
import type { Code } from "#contract/codes.ts"
import { minutes } from "../clock.ts"
import { addressOf } from "./limits.ts"

/** The refusals of requests that try passwords, codes or calls of other people, or are too many. */
const noted = new Set<Code>([
  "UNAUTHENTICATED",
  "BAD_CREDENTIALS",
  "FORBIDDEN",
  "INACTIVE",
  "SUSPENDED",
  "SECOND_FACTOR_REQUIRED",
  "WRONG_PASSWORD",
  "MEMBERS_ONLY",
  "BAD_CODE",
  "MISDIRECTED",
  "MALFORMED",
  "RATE_LIMITED",
])
const maxPerMinute = 600
const key = randomBytes(32)
/** The number of lines of each server in its current minute. */
const counted = new WeakMap<object, { minute: number; count: number }>()

/**
 * Logs a refusal that matters to the security of the shop, without personal data: `visitor` is a hash of the address
 * with a key of this process. At most 600 lines a minute, so that a flood does not fill the disk.
 */
export function logRefusal(request: FastifyRequest, code: string): void {
  if (!noted.has(code as Code) || (code === "UNAUTHENTICATED" && !request.headers.authorization)) return
  const minute = Math.floor(performance.now() / minutes(1))
  const { server } = request.server
  const lines = counted.get(server) ?? { minute, count: 0 }
  counted.set(server, lines)
  if (minute !== lines.minute) {
    if (lines.count > maxPerMinute)
      request.log.warn({ left_out: lines.count - maxPerMinute }, "more requests were refused than were logged")
    Object.assign(lines, { minute, count: 0 })
  }
  if (++lines.count > maxPerMinute) return
  const { actor, method, routeOptions } = request
  const user = actor?.kind === "person" ? actor.id : undefined
  request.log.info({ code, method, route: routeOptions?.url ?? "-", user, visitor: visitorOf(request) }, "refused")
}

/** Logs a sign-in; the session's row has the full method. Returns its argument. */
export function logSignIn<T extends object>(
  request: FastifyRequest,
  by: "password" | "code" | "passkey",
  answer: T,
): T {
  if ("user" in answer) {
    const { id: user } = answer.user as { id: number }
    request.log.info({ user, by, visitor: visitorOf(request) }, "signed in")
  }
  return answer
}

function visitorOf(request: FastifyRequest): string {
  return createHmac("sha256", key).update(addressOf(request)).digest("base64url").slice(0, 12)
}
