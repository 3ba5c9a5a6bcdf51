import type { FastifyReply, FastifyRequest } from "fastify"
import * as z from "zod"
import { text } from "#contract/common.ts"
import { guest, onlyAdmins } from "../../platform/auth/actor.ts"
import { minutes } from "../../platform/clock.ts"
import type { Context } from "../../platform/context.ts"
import { perAddress } from "../../platform/http/limits.ts"
import { originOf } from "../../platform/http/origin.ts"
import { sendPlainPage } from "../../platform/http/plainPage.ts"
import { routesOf } from "../../platform/http/route.ts"
import { languageOf } from "../../platform/languages.ts"
import type { Age } from "./age.ts"
import type { AgePages } from "./agePages.ts"
import { isBrowserSecret, keepCheck, makeBrowserSecret, pathOnSite, takeCheck } from "./checks.ts"
import { AgeCheckError, type AgeProvider, callbackPath } from "./provider.ts"
import { cookieLine, cookieNameOf, readCookie } from "./visit.ts"

const route = routesOf("Settings")

interface AgeContext extends Pick<Context, "http" | "store" | "settings" | "limits" | "log"> {
  age: Age
  provider: AgeProvider | null
  pages: AgePages
}

/** A link that is too long, as that of a closed page can be, is replaced by the home page. */
const Next = z.object({ next: text().max(2000).catch("/") })
const Answer = z.object({ state: text().max(500).default("") })

export function ageRoutes(context: AgeContext): void {
  const { http, age, provider, settings } = context
  route(http, "GET /admin/age", {
    summary: "How age rules work on this server",
    onRequest: onlyAdmins("super_admin"),
    handler: ({ raw }) => ({
      provider: provider?.name ?? null,
      country_header: settings.countryHeader,
      country: age.visitOf(raw).country,
      rule: age.ruleOf(raw),
    }),
  })
  checkRoutes(context)
}

/** Leads to the provider and back. These are pages of the browser, not calls: they carry cookies and no token. */
function checkRoutes({ http, store, settings, limits, log, age, provider, pages }: AgeContext): void {
  const hide = { hide: true }
  const begun = limits.make("ageChecks", 30, minutes(10))
  const cookieName = cookieNameOf("age_check", settings)
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex" })
  }

  http.get("/age", { onRequest, schema: { ...hide, querystring: Next } }, async (request, reply) => {
    const next = pathOnSite(request.query.next, originOf(request, settings))
    if (await isAdmitted(request)) return reply.redirect(next, 303)
    return sendPlainPage(reply, 200, pages.ask(next, languageOf(request)))
  })

  http.get(
    "/age/start",
    { onRequest, preHandler: perAddress(begun), schema: { ...hide, querystring: Next } },
    async (request, reply) => {
      const origin = originOf(request, settings)
      const next = pathOnSite(request.query.next, origin)
      if (!provider) return sendPlainPage(reply, 503, pages.ask(next, languageOf(request)))
      try {
        const check = provider.makeCheck()
        const address = await provider.begin(check, origin)
        const kept = readCookie(request.raw, cookieName)
        const browser = isBrowserSecret(kept) ? kept! : makeBrowserSecret()
        await keepCheck(store, check, browser, next)
        return reply
          .header("set-cookie", cookieLine(cookieName, browser, minutes(30) / 1000, settings))
          .redirect(address, 303)
      } catch (error) {
        return sendFault(request, reply, { error, next })
      }
    },
  )

  http.get(
    callbackPath,
    { onRequest, preHandler: perAddress(begun), schema: { ...hide, querystring: Answer } },
    async (request, reply) => {
      const check = provider && (await takeCheck(store, request.query.state, readCookie(request.raw, cookieName)))
      if (!check) {
        // The page was loaded twice: its answer has just been accepted.
        if (await isAdmitted(request)) return reply.redirect("/", 303)
        return sendPlainPage(reply, 400, pages.outcome("expired", "/", languageOf(request)))
      }
      try {
        const answer = new URL(request.url, originOf(request, settings))
        if (!(await provider.finish(check, answer)))
          return sendPlainPage(reply, 403, pages.outcome("under", check.returnTo, languageOf(request)))
        return reply.header("set-cookie", await age.assure(provider.name)).redirect(check.returnTo, 303)
      } catch (error) {
        return sendFault(request, reply, { error, next: check.returnTo })
      }
    },
  )

  async function isAdmitted(request: FastifyRequest): Promise<boolean> {
    return (await age.admit(age.visitOf(request.raw), guest)).isAdmitted
  }

  function sendFault(
    request: FastifyRequest,
    reply: FastifyReply,
    { error, next }: { error: unknown; next: string },
  ): FastifyReply {
    if (!(error instanceof AgeCheckError)) throw error
    // The answer itself is not logged: it may reveal more about the visitor than we want to know.
    const { message, code } = (error.cause ?? {}) as { message?: string; code?: string }
    if (error.fault !== "cancelled") log.warn({ fault: error.fault, code, reason: message }, "an age check failed")
    const page = pages.outcome(error.fault, next, languageOf(request))
    return sendPlainPage(reply, error.fault === "unavailable" ? 503 : 400, page)
  }
}
