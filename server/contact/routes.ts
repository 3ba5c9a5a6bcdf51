import * as z from "zod"
import { Message } from "#contract/common.ts"
import { ContactForm, NewsletterCode, Subscribe } from "#contract/contact.ts"
import { contactTexts, newsletterTexts } from "#contract/texts.ts"
import { houseOf } from "../accounts/house.ts"
import type { App } from "../app.ts"
import { hours } from "../clock.ts"
import type { Http } from "../http/http.ts"
import { perAddress } from "../http/limits.ts"
import * as contact from "./contact.ts"
import * as newsletter from "./newsletter.ts"

const Done = z.null().describe("Done")
const said = (summary: string) => ({ tags: ["Contact"], summary })

/** The same address as the page's, so that the link works for people too. What the body says is always the same: RFC 8058. */
function oneClickRoute({ http, store, limits }: App): void {
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

export function contactRoutes(app: App): void {
  const { http, store, settings, limits } = app
  oneClickRoute(app)
  const fewAnHour = perAddress(limits.make("contact", 10, hours(1)))

  http.post(
    "/api/contact",
    { preHandler: fewAnHour, schema: { ...said("Write to the shop"), body: ContactForm, response: { 202: Message } } },
    async (request, reply) => {
      await contact.send(store, request.actor, request.body, settings.supportEmail)
      return reply.status(202).send({ message: contactTexts.sent })
    },
  )
  http.post(
    "/api/newsletter",
    {
      preHandler: fewAnHour,
      schema: { ...said("Ask for the newsletter"), body: Subscribe, response: { 202: Message } },
    },
    async (request, reply) => {
      await newsletter.subscribe(store, request.body, houseOf(request, settings))
      return reply.status(202).send({ message: newsletterTexts.sent })
    },
  )
  http.post(
    "/api/newsletter/confirm",
    { schema: { ...said("Confirm the newsletter"), body: NewsletterCode, response: { 204: Done } } },
    async (request, reply) => {
      await newsletter.confirm(store, request.body.oob_code, houseOf(request, settings))
      return reply.status(204).send(null)
    },
  )
  http.post(
    "/api/newsletter/unsubscribe",
    { schema: { ...said("Leave the newsletter"), body: NewsletterCode, response: { 204: Done } } },
    async (request, reply) => {
      await newsletter.unsubscribe(store, request.body.oob_code)
      return reply.status(204).send(null)
    },
  )
}
