import swagger from "@fastify/swagger"
import { jsonSchemaTransform } from "fastify-type-provider-zod"
import * as z from "zod"
import { Problem } from "#contract/common.ts"
import type { Settings } from "../settings.ts"
import type { Http } from "./http.ts"

/** The error response of every call; the codes are those of contract/codes.ts. */
const refused = {
  description: "Refused: an RFC 9457 problem document whose detail is fit to show",
  content: { "application/problem+json": { schema: z.toJSONSchema(Problem, { target: "draft-2020-12" }) } },
}

function described(form: z.ZodObject) {
  const { properties, required = [] } = z.toJSONSchema(form, { target: "draft-2020-12", io: "input" })
  const file = { type: "string", contentMediaType: "application/octet-stream" }
  return { type: "object", properties: { file, ...properties }, required: ["file", ...required] }
}

/** Serves /api/openapi.json and, if enabled, /api/docs, made from the routes' schemas. Call it before adding routes. */
export async function describeApi(http: Http, { apiDocs }: Settings): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Vitrine",
        version: "1.0.0",
        description: "The API of the shop. Errors are RFC 9457 problem documents.",
      },
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", description: "The access token of a signed-in person." },
          apiKey: {
            type: "http",
            scheme: "bearer",
            description: "An API key, for the calls that name its scope: docs/integrations.md.",
          },
        },
      },
    },
    transform: (given) => {
      const made = jsonSchemaTransform(given)
      const { form, scope } = given.route.config ?? {}
      return {
        ...made,
        schema: {
          ...made.schema,
          ...(scope && { security: [{ bearer: [] }, { apiKey: [scope] }] }),
          ...(form && { body: described(form) }),
          response: { ...(made.schema?.response as object), default: refused },
        },
      }
    },
  })
  http.get("/api/openapi.json", { schema: { hide: true } }, () => http.swagger())
  if (!apiDocs) return
  const { default: swaggerUi } = await import("@fastify/swagger-ui")
  await http.register(swaggerUi, {
    routePrefix: "/api/docs",
    // The page uses inline styles, and loads nothing from other hosts.
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
      "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    uiConfig: { docExpansion: "list", layout: "BaseLayout" },
    theme: { title: "Vitrine API" },
  })
}
