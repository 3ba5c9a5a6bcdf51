import * as z from "zod"
import { Message } from "#contract/common.ts"
import { NewsletterCode, Subscribe } from "#contract/contact.ts"
import { newsletterTexts } from "#contract/texts.ts"
import type { Context } from "../context.ts"
import type { Http } from "../http/http.ts"
import { perAddress } from "../http/limits.ts"
import { requestContextOf } from "../http/requestContext.ts"
import * as newsletter from "./newsletter.ts"

const Done = z.null().describe("Done")
const docs = (summary: string) => ({ tags: ["Contact"], summary })

/**
 * RFC 8058 one-click unsubscribe at the page's address, so that the link works for people too. The body is a constant.
 */
function oneClickRoute({ http, store, limits }: Context): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 4096 }, (_request, _body, done) => done(null))
    const anyForm = scope as unknown as Http
    anyForm.post(
      "/newsletter/unsubscribe",
      { preHandler: perAddress(limits.guests), schema: { hide: true, querystring: NewsletterCode } },
      async ({ query }, reply) => {
        await newsletter.unsubscribe(store, query.oob_code)
        return reply.type("text/plain").send(newsletterTexts.unsubscribed)
      },
    )
  })
}

export function newsletterRoutes(context: Context): void {
  const { http, store, settings, limits } = context
  oneClickRoute(context)

  http.post(
    "/api/newsletter",
    {
      preHandler: perAddress(limits.contact),
      schema: { ...docs("Subscribe to the newsletter"), body: Subscribe, response: { 202: Message } },
    },
    async (request, reply) => {
      await newsletter.subscribe(store, request.body, requestContextOf(request, settings))
      return reply.status(202).send({ message: newsletterTexts.sent })
    },
  )
  http.post(
    "/api/newsletter/confirm",
    { schema: { ...docs("Confirm a newsletter subscription"), body: NewsletterCode, response: { 204: Done } } },
    async (request, reply) => {
      await newsletter.confirm(store, request.body.oob_code, requestContextOf(request, settings))
      return reply.status(204).send(null)
    },
  )
  http.post(
    "/api/newsletter/unsubscribe",
    { schema: { ...docs("Unsubscribe from the newsletter"), body: NewsletterCode, response: { 204: Done } } },
    async (request, reply) => {
      await newsletter.unsubscribe(store, request.body.oob_code)
      return reply.status(204).send(null)
    },
  )
}
