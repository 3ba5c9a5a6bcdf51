import type * as z from "zod"
import type { Http } from "./http.ts"
import { type Limits, perAddress } from "./limits.ts"

interface OneClick<Query extends z.ZodObject> {
  path: `/${string}`
  query: Query
  /** The text of the response. */
  done: string
  run(query: z.output<Query>): Promise<void>
}

/**
 * One-click unsubscription (RFC 8058) at the page's address, so that the link works for people. The body is constant.
 */
export function oneClickRoute<Query extends z.ZodObject>(
  { http, limits }: { http: Http; limits: Limits },
  { path, query, done, run }: OneClick<Query>,
): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 4096 }, (_request, _body, finish) => finish(null))
    const anyForm = scope as unknown as Http
    anyForm.post(
      path,
      { preHandler: perAddress(limits.guests), schema: { hide: true, querystring: query } },
      async (request, reply) => {
        await run(request.query as z.output<Query>)
        return reply.type("text/plain").send(done)
      },
    )
  })
}
