import * as z from "zod"
import { DeadLetter, DeadLetterQuery } from "#contract/letters.ts"
import type { App } from "../app.ts"
import { listDeadLetters } from "./deadLetters.ts"

export function mailRoutes({ http, store }: App): void {
  http.get(
    "/api/admin/letters/dead",
    {
      schema: {
        tags: ["Staff"],
        summary: "Letters that were given up after their last attempt",
        querystring: DeadLetterQuery,
        response: { 200: z.array(DeadLetter) },
      },
    },
    async ({ actor, query }, reply) => {
      const { items, total } = await listDeadLetters(store, actor, query)
      return reply.header("x-total-count", total).send(items)
    },
  )
}
