import { NewsletterCode } from "#contract/contact.ts"
import { newsletterTexts } from "#contract/texts.ts"
import type { Context } from "../../platform/context.ts"
import { perAddress } from "../../platform/http/limits.ts"
import { oneClickRoute } from "../../platform/http/oneClick.ts"
import { requestContextOf } from "../../platform/http/requestContext.ts"
import { routesOf } from "../../platform/http/route.ts"
import { said } from "../../platform/languages.ts"
import * as newsletter from "./newsletter.ts"
import { receiveReport } from "./reports.ts"

const route = routesOf("Contact")

export function newsletterRoutes(context: Context): void {
  const { http, store, settings, limits } = context
  oneClickRoute(context, {
    path: "/newsletter/unsubscribe",
    query: NewsletterCode,
    done: newsletterTexts.unsubscribed,
    run: ({ oob_code }) => store.transaction((tx) => newsletter.unsubscribe(tx, oob_code)),
  })

  route(http, "POST /newsletter", {
    summary: "Subscribe to the newsletter",
    preHandler: perAddress(limits.contact),
    status: 202,
    handler: async (request) => {
      await newsletter.subscribe(store, request.body, requestContextOf(request, settings))
      return { message: said(newsletterTexts.sent) }
    },
  })
  route(http, "POST /newsletter/confirm", {
    summary: "Confirm a newsletter subscription",
    handler: (request) => newsletter.confirm(store, request.body.oob_code, requestContextOf(request, settings)),
  })
  route(http, "POST /newsletter/unsubscribe", {
    summary: "Unsubscribe from the newsletter",
    handler: ({ body }) => store.transaction((tx) => newsletter.unsubscribe(tx, body.oob_code)),
  })
  reportRoute(context)
}

/** Registered in its own scope, where the body is kept as the signed bytes. */
function reportRoute({ http, store, settings }: Context): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 16 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    scope.post("/api/newsletter/reports", { schema: { tags: ["Contact"] } }, async ({ headers, body }, reply) => {
      const raw = typeof body === "string" ? body : ""
      await store.transaction((tx) => receiveReport(tx, { headers, raw, secrets: settings.mailWebhookSecrets }))
      return reply.send({ status: "stored" })
    })
  })
}
