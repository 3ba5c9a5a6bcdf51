import type { FastifyRequest } from "fastify"
import type { Language } from "#contract/languages.ts"
import { languageOf } from "../languages.ts"
import type { Settings } from "../settings.ts"
import { addressOf } from "./limits.ts"
import { originOf } from "./origin.ts"

/** The values of the server and the request that a domain function needs besides its input. */
export interface RequestContext {
  origin: string
  demo: boolean
  /** The key that limits count on: an IPv4 address, or an IPv6 /64. */
  address: string
  /** The number of emails of one kind that an address can get in an hour. */
  emailsPerHour: number
  /** The language of the page, for emails to people who have chosen none. */
  language: Language
}

export function requestContextOf(request: FastifyRequest, settings: Settings): RequestContext {
  return {
    origin: originOf(request, settings),
    demo: settings.demo,
    address: addressOf(request),
    emailsPerHour: Math.max(1, Math.floor(3 * settings.rateLimitScale)),
    language: languageOf(request),
  }
}
