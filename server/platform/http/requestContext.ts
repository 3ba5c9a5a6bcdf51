import type { FastifyRequest } from "fastify"
import type { Language } from "#contract/languages.ts"
import { languageOf } from "../languages.ts"
import type { Settings } from "../settings.ts"
import { addressOf } from "./limits.ts"
import { originOf } from "./origin.ts"

/** What a domain function needs to know of the server and the request besides its input. */
export interface RequestContext {
  /** What links in emails begin with. */
  origin: string
  /** Whether demo accounts may be used. */
  demo: boolean
  /** The key that limits count on: an IPv4 address, or an IPv6 /64. */
  address: string
  /** How many emails of one kind an address may get in an hour. */
  emailsPerHour: number
  /** Of the page, for emails to those who have chosen none. */
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
