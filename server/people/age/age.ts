import type { IncomingMessage } from "node:http"
import type { AgeRule } from "#contract/age.ts"
import { ageTexts } from "#contract/memberText.ts"
import type { Actor, Person } from "../../platform/auth/actor.ts"
import type { Store } from "../../platform/db/store.ts"
import { Refusal } from "../../platform/refusal.ts"
import type { Settings } from "../../platform/settings.ts"
import type { ShopState } from "../../platform/shop-settings/shopSettings.ts"
import { type Assurance, type Assurances, openAssurances } from "./assurances.ts"
import { type Rules, rulesOf, stricter } from "./rules.ts"
import { cookieLine, createVisits, type Visit } from "./visit.ts"

/** Decides who may see the shop, for pages, files, the API and sockets. Nothing else does. */
export interface Age {
  /** False while nobody has to verify their age; requests are then not checked at all. */
  readonly verifies: boolean
  /** Whether responses depend on the visitor, so that no cache between us and the browser may store them. */
  readonly isRegional: boolean
  visitOf(request: IncomingMessage): Visit
  /** The rule for guests from the country of the request. */
  ruleOf(request: IncomingMessage): AgeRule
  /** Whether pages ask this visitor to declare their age. False for visitors who have verified it. */
  asksToDeclare(request: IncomingMessage): boolean
  /** Whether a guest may be served from memory. False also if the guest's assurance has to be looked up. */
  mayBeAnswered(request: IncomingMessage): boolean
  admit(visit: Visit, actor: Actor): Promise<Admission>
  /** Checks the age for a socket. Returns until when it may stay open, in milliseconds; throws AGE_REQUIRED. */
  assertAdmitted(visit: Visit, person: Person): Promise<number>
  /** Stores the result of a provider, and returns the cookie to set. */
  assure(provider: string): Promise<string>
}

export interface Admission {
  isAdmitted: boolean
  /** The end of the assurance that admitted the visitor; null if none was needed. */
  expiresAt: Date | null
  /** The cookie to set in the response, if the browser's cookie is out of date. */
  cookie?: string
}

/**
 * The cookie of a browser whose signed-in account must verify its age: page requests carry no token. It can only close
 * the shop.
 */
const unassured = "required"

export function openAge(settings: Settings, store: Store, shop: Pick<ShopState, "ageRules" | "onChange">): Age {
  const visits = createVisits(settings)
  const assurances: Assurances = openAssurances(store)
  let rules: Rules = rulesOf(shop.ageRules)
  shop.onChange(() => {
    rules = rulesOf(shop.ageRules)
  })
  return {
    get verifies() {
      return rules.verifies
    },
    get isRegional() {
      return rules.isRegional
    },
    visitOf: visits.of,
    ruleOf: (request) => rules.of(visits.of(request).country),
    asksToDeclare: (request) =>
      (rules.isRegional ? rules.of(visits.of(request).country) : rules.of(null)) === "declared",
    mayBeAnswered: (request) => {
      if (!rules.verifies) return true
      const { country, cookie } = visits.of(request)
      if (cookie === null) return rules.of(country) !== "verified"
      return assurances.cached(cookie) !== null
    },
    admit,
    assertAdmitted: async (visit, person) => {
      if (!rules.verifies) return Number.POSITIVE_INFINITY
      const { isAdmitted, expiresAt } = await admit(visit, person)
      if (!isAdmitted) throw required()
      return expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
    },
    assure: async (provider) => settingOf(await assurances.add(provider)),
  }

  async function admit({ country, cookie }: Visit, actor: Actor): Promise<Admission> {
    const held = cookie === null || cookie === unassured ? null : await assurances.ofCookie(cookie)
    // Read last: it may have become stricter meanwhile.
    const rule = rules.of(country)
    if (actor.kind === "guest") {
      if (held) return { isAdmitted: true, expiresAt: held.expiresAt }
      return { isAdmitted: rule !== "verified" && cookie !== unassured, expiresAt: null }
    }
    if (actor.role !== "user") {
      const isOpen = held !== null || (rule !== "verified" && cookie !== unassured)
      const cookieToSet = isOpen ? {} : { cookie: await settingOf(await assurances.ofStaff(actor.id)) }
      return { isAdmitted: true, expiresAt: null, ...cookieToSet }
    }
    // The region of an account is what its owner has chosen, so it can only make the rule stricter.
    if (stricter(rule, rules.ofRegion(actor.region)) !== "verified") {
      const isLeft = cookie === unassured
      return { isAdmitted: true, expiresAt: null, ...(isLeft && { cookie: line("", 0) }) }
    }
    if (held?.userId === actor.id) return { isAdmitted: true, expiresAt: held.expiresAt }
    const own = await assurances.ofAccount(actor.id)
    if (own) return { isAdmitted: true, expiresAt: own.expiresAt, ...(!held && { cookie: await settingOf(own) }) }
    // The browser's own assurance goes to the first account that signs in there, and to no other.
    if (held?.userId === null && (await assurances.claim(held.id, actor.id)))
      return { isAdmitted: true, expiresAt: held.expiresAt }
    return { isAdmitted: false, expiresAt: null, ...(cookie !== unassured && { cookie: line(unassured, null) }) }
  }

  async function settingOf(assurance: Assurance): Promise<string> {
    const seconds = Math.floor((assurance.expiresAt.getTime() - store.now().getTime()) / 1000)
    return line(await assurances.cookieFor(assurance), seconds)
  }

  function line(value: string, seconds: number | null): string {
    return cookieLine(visits.cookieName, value, seconds, settings)
  }
}

export const required = () => new Refusal("AGE_REQUIRED", ageTexts.required)
