import type { TestShop } from "./shop.ts"

/** A JSON Schema of the OpenAPI document. */
export type Schema = Record<string, any>

/** A call that the OpenAPI document describes. */
export interface Operation {
  /** Such as `DELETE /api/orders/{id}`. */
  call: string
  method: string
  path: string
  /** Schemas of the parameters in the path. */
  params: Record<string, Schema>
  query: Record<string, Schema>
  body: Schema | null
  isForm: boolean
  /** Statuses of successful answers. */
  statuses: number[]
}

export function operationsOf(shop: TestShop): Operation[] {
  const { paths } = shop.app.http.swagger() as unknown as { paths: Record<string, Record<string, Schema>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, { parameters = [], requestBody, responses }]) => {
      const method = name.toUpperCase()
      const [[type, content] = []] = Object.entries<Schema>(requestBody?.content ?? {})
      const inside = (place: string) =>
        Object.fromEntries(
          (parameters as Schema[]).filter((one) => one.in === place).map((one) => [one.name, one.schema]),
        )
      return {
        call: `${method} ${path}`,
        method,
        path,
        params: inside("path"),
        query: inside("query"),
        body: content?.schema ?? null,
        isForm: type === "multipart/form-data",
        statuses: Object.keys(responses).map(Number).filter(Boolean),
      }
    }),
  )
}

/** Values for fields whose schema does not say what is valid. */
const known: Record<string, unknown> = {
  email: "someone@demo.example",
  password: "Glazed-Clay-1",
  new_password: "Glazed-Clay-2",
  current_password: "Glazed-Clay-1",
  region: "eu",
  time_zone: "UTC",
  code: "123456",
  phone: "+44 20 7946 0000",
  country: "GB",
  zipCode: "W1 1AA",
  shipping_country: "GB",
  success_url: "/success",
  cancel_url: "/cancel",
  announcement_link: "/models",
  order_number: "ORD-000000",
  payment_id: "4000000001",
  price_currency: "usd",
  currency: "usd",
  release_date: "2025-01-01",
  website: "",
}

let moments = 0

/** Returns a value that matches a schema, with every field of an object. `ids` has the ids, by the field's name. */
export function sampleOf(schema: Schema, ids: Record<string, unknown> = {}, name = ""): unknown {
  if (name in ids) return ids[name]
  if (schema.type === "object" && schema.properties) {
    return Object.fromEntries(
      Object.entries<Schema>(schema.properties).map(([field, inner]) => [field, sampleOf(inner, ids, field)]),
    )
  }
  if (schema.anyOf) return sampleOf(schema.anyOf.find(({ type }: Schema) => type !== "null") ?? {}, ids, name)
  if (schema.type === "array") return schema.minItems || schema.items?.properties ? [sampleOf(schema.items, ids)] : []
  if (name in known) return known[name]
  if ("default" in schema) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.type === "boolean") return true
  // Each time is a second later than the one before, because an end must come after its start.
  if (schema.format === "date-time") return new Date(Date.now() + 86_400_000 + 1000 * moments++).toISOString()
  if (schema.type === "integer" || schema.type === "number") return Math.max(1, schema.minimum ?? 1)
  return "abcdefghij".repeat(3).slice(0, Math.min(30, schema.maxLength ?? 30))
}

/** Fills in the parameters: `DELETE /api/orders/7`. */
export function filledIn({ call }: Operation, params: Record<string, unknown>): string {
  return call.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name] ?? 1)))
}
