import * as z from "zod"
import { Message } from "#contract/common.ts"
import { NewsletterCode, Subscribe } from "#contract/contact.ts"
import { newsletterTexts } from "#contract/texts.ts"
import type { Context } from "../context.ts"
import { perAddress } from "../http/limits.ts"
import { oneClickRoute } from "../http/oneClick.ts"
import { requestContextOf } from "../http/requestContext.ts"
import * as newsletter from "./newsletter.ts"

const Done = z.null().describe("Done")
const docs = (summary: string) => ({ tags: ["Contact"], summary })

export function newsletterRoutes(context: Context): void {
  const { http, store, settings, limits } = context
  oneClickRoute(context, {
    path: "/newsletter/unsubscribe",
    query: NewsletterCode,
    done: newsletterTexts.unsubscribed,
    run: ({ oob_code }) => newsletter.unsubscribe(store, oob_code),
  })

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
