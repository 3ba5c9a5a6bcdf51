import type { IncomingMessage, ServerResponse } from "node:http"
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault, RouteOptions } from "fastify"
import type { ZodTypeProvider } from "fastify-type-provider-zod"
import type * as z from "zod"
import type { Scope } from "#contract/integrations.ts"
import type { Actor } from "../auth/actor.ts"

export type Http = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

declare module "fastify" {
  interface FastifyInstance {
    routes: readonly RouteOptions[]
  }
  interface FastifyRequest {
    actor: Actor
    /** Resolves the token again; throws if it is no longer valid. */
    identify(): Promise<void>
  }
  interface FastifyContextConfig {
    /** The time in milliseconds that an upload may take while it makes progress; ten minutes by default. */
    bodyTimeout?: number
    /** The fields of a multipart form besides its `file`, for the API description: the route parses the form itself. */
    form?: z.ZodObject
    /** The scope with which an API key may call the route. Without one, no key may. */
    scope?: Scope
  }
}
