import { expect, test } from "vitest"
import { type Everything, everything } from "#test/allRows.ts"
import { anEstate, oneOfEach } from "#test/estate.ts"
import { filledIn, type Operation, operationsOf, type Schema, sampleOf } from "#test/operations.ts"
import { openShop } from "#test/shop.ts"

/** Fields that an attacker would like to set; every column and every field of the document is added. */
const wished: Record<string, unknown> = {
  role: "admin",
  admin_type: "super_admin",
  is_admin: true,
  membership_level: "vvip",
  level: "vvip",
  status: "completed",
  paid: true,
  price: 0.01,
  price_cents: 1,
  total: 0.01,
  id: 1,
  user_id: 1,
  sender_id: 1,
  is_active: false,
  email_verified: true,
  rating: 5,
  stock: 99,
  require_second_factor: true,
}

test("two shops that get the same calls, one of them with fields that no schema names, hold the same rows", async () => {
  const [plain, spoilt] = [await callAll(() => ({})), await callAll((names) => extrasFor(names))]
  expect(spoilt.answers).toEqual(plain.answers)
  expect(spoilt.rows).toEqual(plain.rows)
  // Otherwise the calls were refused, and prove nothing.
  const accepted = plain.answers.filter((answer) => / 20\d$/.test(answer))
  expect(accepted.length).toBeGreaterThan(27)
  expect(plain.answers.length).toBeGreaterThan(50)
}, 120_000)

function extrasFor(names: string[]): Record<string, unknown> {
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())
  const given = { ...Object.fromEntries(names.map((name) => [name, 7])), ...wished }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => [
      [name, value],
      [camel(name), value],
    ]),
  )
}

/** The time in both shops: texts like "Pay by 12:41" are stored. */
const start = new Date()

/** Makes every call that has a JSON body, as the first role that may; returns the answers and what is stored then. */
async function callAll(extrasOf: (names: string[]) => Record<string, unknown>) {
  const shop = await openShop({ RATE_LIMIT_SCALE: "100000" }, { clock: { now: () => start } })
  const estate = await anEstate(shop)
  const people = await oneOfEach(shop)
  const operations = operationsOf(shop)
  const columns = new Set(
    [...(await everything(shop.app.store.db)).values()].flatMap(([row]) => Object.keys(row ?? {})),
  )
  const fields = new Set(operations.flatMap(({ body }) => (body ? namesIn(body) : [])))
  const extras = extrasOf([...columns, ...fields])
  const answers: string[] = []
  for (const operation of operations.filter(({ body, isForm, method }) => body && !isForm && method !== "DELETE")) {
    const body = spoiltBody(operation, extras, idsFor(operation, estate.ids))
    const callers = [estate.owner, estate.moderator, people.v, people.s]
    for (const as of callers) {
      const { status } = await shop.call(filledIn(operation, idsFor(operation, estate.ids)), { as, body })
      if (as !== people.s && [401, 403, 404].includes(status)) continue
      answers.push(`${operation.call} ${status}`)
      break
    }
  }
  const rows = masked(await everything(shop.app.store.db))
  await shop.close()
  return { answers, rows }
}

function spoiltBody(operation: Operation, extras: Record<string, unknown>, ids: Record<string, unknown>): unknown {
  const add = (value: unknown, schema: Schema): unknown => {
    if (schema.anyOf) return add(value, schema.anyOf[0])
    if (Array.isArray(value)) return value.map((one) => add(one, schema.items ?? {}))
    if (typeof value !== "object" || value === null || !schema.properties) return value
    const known = Object.entries(value).map(([name, inner]) => [name, add(inner, schema.properties[name] ?? {})])
    const unknown = Object.entries(extras).filter(([name]) => !(name in schema.properties))
    return { ...Object.fromEntries(unknown), ...Object.fromEntries(known) }
  }
  return add(sampleOf(operation.body!, ids), operation.body!)
}

/** Returns the ids that make a call acceptable. */
function idsFor({ path }: Operation, ids: Record<string, number | string>): Record<string, unknown> {
  const [, thing] =
    Object.entries({
      "/orders": ids.order,
      "/cart": ids.line,
      "/reviews": ids.review,
      "/chat/rooms": ids.room,
      "/chat/messages": ids.message,
      "/notifications": ids.notification,
      "/passkeys": ids.passkey,
      "/reports": ids.favoriteDoll,
      "/moderators/{id}": ids.moderator,
    }).find(([part]) => path.includes(part)) ?? []
  return {
    id: thing ?? 1,
    doll_id: ids.favoriteDoll,
    chat_room_id: ids.room,
    last_message_id: ids.message,
    up_to_id: ids.notification,
    client_id: "abcdefgh12",
    kind: "doll",
    total: undefined,
    discount_code: undefined,
    email: `${path.replaceAll(/\W/g, "-")}@demo.example`,
    maintenance: false,
    require_second_factor: false,
  }
}

function namesIn(schema: Schema): string[] {
  const inner = [
    ...Object.values<Schema>(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ]
  return [...Object.keys(schema.properties ?? {}), ...inner.flatMap((one) => namesIn(one))]
}

/** Removes values that differ between any two shops: times, secrets and random numbers. */
function masked(all: Everything): Record<string, string[]> {
  const plain = (row: object) =>
    JSON.stringify(row)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)?/g, "time")
      .replace(/\d{4}-\d\d-\d\d/g, "day")
      .replace(/ORD-\d+/g, "order")
      .replace(/(?:127\.0\.0\.1|localhost):\d+/g, "origin")
      .replace(/vk_[\w-]{6}/g, "prefix")
      .replace(/\b[\dA-Z]{4}(-[\dA-Z]{4}){2}\b/g, "code")
      .replace(/\b\d{10}\b/g, "provider's number")
      .replace(/[\w$+/=.,-]{16,}/g, "random")
      .replace(/\\\\x[0-9a-f]+/g, "bytes")
      .replace(/"\d{9,}"/g, "number")
  return Object.fromEntries([...all].map(([table, rows]) => [table, rows.map(plain).sort()]))
}
