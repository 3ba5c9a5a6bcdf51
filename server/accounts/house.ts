import type { FastifyRequest } from "fastify"
import { originOf } from "../http/origin.ts"
import type { Settings } from "../settings.ts"

/** What the house knows and a request does not say. */
export interface House {
  /** What links in letters begin with. */
  origin: string
  /** Whether demo accounts may be used. */
  demo: boolean
  /** How many letters of a kind may go to one address in an hour. */
  lettersAnHour: number
}

export function houseOf(request: FastifyRequest, settings: Settings): House {
  return {
    origin: originOf(request, settings),
    demo: settings.demo,
    lettersAnHour: Math.max(1, Math.floor(3 * settings.rateLimitScale)),
  }
}
