import swagger from "@fastify/swagger"
import swaggerUi from "@fastify/swagger-ui"
import { jsonSchemaTransform } from "fastify-type-provider-zod"
import type { Http } from "./http.ts"

/** /api/openapi.json and the page /api/docs, made from the schemas of the routes themselves. Call before the routes are added. */
export async function describeApi(http: Http): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Vitrine",
        version: "1.0.0",
        description: "The API of the shop. Errors are RFC 9457 problem documents.",
      },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
    transform: jsonSchemaTransform,
  })
  await http.register(swaggerUi, { routePrefix: "/api/docs", staticCSP: true, uiConfig: { docExpansion: "list" } })
  http.get("/api/openapi.json", { schema: { hide: true } }, () => http.swagger())
}
