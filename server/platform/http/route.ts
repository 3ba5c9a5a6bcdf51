import type { FastifyContextConfig, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify"
import * as z from "zod"
import { type Api, api, type Member, type Output } from "#contract/api.ts"
import { IdInput, IdParams } from "#contract/common.ts"
import type { Http } from "./http.ts"

/** The parameters of a path: each is an id, unless the contract has a schema for them. */
type Ids<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Record<Name, number> & Ids<Rest> : unknown
type Params<Call extends keyof Api> = "params" extends keyof Api[Call] ? Output<Member<Api[Call], "params">> : Ids<Call>

type Request<Call extends keyof Api> = FastifyRequest & {
  readonly body: Output<Member<Api[Call], "body">>
  readonly query: Output<Member<Api[Call], "query">>
  readonly params: Params<Call>
}

/** What a handler returns: the body, or the reply with which it was sent. Ignored for an empty response. */
type Returned<Body> = [Body] extends [undefined] ? unknown : Body | FastifyReply | Promise<Body | FastifyReply>

interface Route<Call extends keyof Api> extends Pick<RouteShorthandOptions, "onRequest" | "preHandler"> {
  config?: FastifyContextConfig
  /** One sentence for the API's description. */
  summary?: string
  /** The status of success: 200, or 204 for an empty response. If there are several, the handler sets its own. */
  status?: number | readonly number[]
  /** Responses other than the one in the contract, by their status. */
  others?: Record<number, z.ZodType>
  handler: (
    request: Request<Call>,
    reply: FastifyReply<{ Reply: Output<Member<Api[Call], "response">> }>,
  ) => Returned<Output<Member<Api[Call], "response">>>
}

interface Schemas {
  body?: z.ZodType
  query?: z.ZodType
  params?: z.ZodType
  response?: z.ZodType
}

const Nothing = z.null().describe("Done")

/**
 * Returns a function that adds a call of `contract/api.ts` to the server, with its schemas. `tag` is the heading under
 * which the API's description lists it.
 */
export function routesOf(tag: string) {
  return <const Call extends keyof Api>(http: Http, call: Call, route: Route<Call>): void => {
    const { summary, others, handler, ...options } = route
    const { body, query, params = idsIn(call), response }: Schemas = api[call]
    const { status = response ? 200 : 204 } = route
    const statuses = [status].flat()
    const [method, path] = call.split(" ") as [string, string]
    http.route({
      ...options,
      method,
      url: `/api${path.replace(/\/$/, "").replace(/{(\w+)}/g, ":$1")}`,
      schema: {
        tags: [tag],
        ...(summary !== undefined && { summary }),
        ...(body && { body }),
        ...(query && { querystring: query }),
        ...(params && { params }),
        response: { ...Object.fromEntries(statuses.map((code) => [code, response ?? Nothing])), ...others },
      },
      handler: response ? answer : answerEmpty,
    })

    function answer(request: FastifyRequest, reply: FastifyReply): unknown {
      if (typeof status === "number" && status !== 200) reply.status(status)
      return handler(request as Request<Call>, reply as never)
    }

    async function answerEmpty(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      await answer(request, reply)
      return reply.send(null)
    }
  }
}

function idsIn(call: string): z.ZodObject | undefined {
  const names = Array.from(call.matchAll(/{(\w+)}/g), ([, name]) => name!)
  if (names.length === 0) return
  return names.join() === "id" ? IdParams : z.object(Object.fromEntries(names.map((name) => [name, IdInput])))
}

/** Returns a page of a list for the handler, and sets the full count in X-Total-Count. */
export function withTotal<Item>(reply: FastifyReply, { items, total }: { items: Item[]; total: number }): Item[] {
  reply.header("x-total-count", total)
  return items
}
