import * as z from "zod"
import { FailedEmail, FailedEmailQuery } from "#contract/failedEmails.ts"
import { onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { listFailedEmails } from "./failedEmails.ts"

export function mailRoutes({ http, store }: Context): void {
  http.get(
    "/api/admin/letters/dead",
    {
      onRequest: onlyAdmins("super_admin"),
      schema: {
        tags: ["Staff"],
        summary: "Emails that were given up after their last attempt",
        querystring: FailedEmailQuery,
        response: { 200: z.array(FailedEmail) },
      },
    },
    async ({ actor, query }, reply) => {
      const { items, total } = await listFailedEmails(store, actor, query)
      return reply.header("x-total-count", total).send(items)
    },
  )
}
