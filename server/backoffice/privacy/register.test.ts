import { sql } from "drizzle-orm"
import { getTableConfig } from "drizzle-orm/pg-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { everything } from "#test/allRows.ts"
import { allTables } from "#test/allTables.ts"
import { addToCart, checkOut, shipping } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { visitorsOf } from "#test/visitors.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { type Column, type Entry, isDull, register } from "./register.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const split = (names = "") => names.split(" ").filter(Boolean)
const toldIn = ({ personal = {}, exported }: Entry) => [...Object.keys(personal), ...split(exported)]
const aboutNobody = { onDeletion: "none" } as const
const aboutPersons = { onDeletion: "deleted" } as const

async function schema(): Promise<Map<string, Column[]>> {
  const { rows } = (await shop.app.store.db.execute(
    sql`select conrelid::regclass || '.' || attname as place, confrelid::regclass::text as target from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = any (conkey) where contype = 'f'`,
  )) as unknown as { rows: { place: string; target: string }[] }
  const targets = new Map(rows.map(({ place, target }) => [place, target]))
  return new Map(
    [...(await allTables())].map(([table, given]) => [
      table,
      getTableConfig(given).columns.map((column) => ({
        name: column.name,
        type: column.getSQLType(),
        refersTo: targets.get(`${table}.${column.name}`) ?? null,
      })),
    ]),
  )
}

test("every column of the schema is described, unless a rule says that it is dull, and nothing else", async () => {
  const tables = await schema()
  const described = Object.entries(register).map(
    ([name, entry]) => [name, [...toldIn(entry), ...split(entry.other)].sort()] as const,
  )
  const expected = [...tables].map(([name, columns]) => {
    const entry = register[name] ?? aboutPersons
    const told = toldIn(entry as Entry)
    return [
      name,
      columns
        .filter((one) => told.includes(one.name) || !isDull(one, entry))
        .map(({ name }) => name)
        .sort(),
    ]
  })
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(expected))
})

test("no rule covers what the register says of persons", async () => {
  const tables = await schema()
  const covered = Object.entries(register).flatMap(([table, entry]) => {
    const columns = tables.get(table)!.filter((column) => isDull(column, entry))
    return columns.filter(({ name }) => name in (entry.personal ?? {})).map(({ name }) => `${table}.${name}`)
  })
  expect(covered).toEqual([])
  const columns = [...tables.values()].flat()
  expect(columns.filter((one) => one.refersTo === "users" && isDull(one, aboutNobody))).toEqual([])
})

test.each([
  ["nickname", "text", aboutPersons],
  ["passport_id", "integer", aboutPersons],
  ["born_on", "date", aboutPersons],
  ["height_cm", "double precision", aboutPersons],
  ["age", "integer", aboutPersons],
  ["is_pregnant", "boolean", aboutPersons],
  ["last_seen_at", "timestamp with time zone", aboutPersons],
  ["artist", "text", aboutNobody],
  ["owner_ids", "integer[]", aboutNobody],
  ["details", "jsonb", aboutNobody],
])("a new column %s of type %s fails until somebody describes it", (name, type, entry) => {
  expect(isDull({ name, type, refersTo: null }, entry)).toBe(false)
})

test("docs/privacy-register.md prints the register", async () => {
  await expect(document()).toMatchFileSnapshot("../../../docs/privacy-register.md")
})

test("a deleted account leaves only what the register says", async () => {
  const v = visitorsOf(shop)
  const customer = await v.aCustomer()
  const { id, token } = customer
  const as = token
  const doll = await shop.aDoll({ stock: 3 })
  await addToCart(shop, customer as unknown as TestPerson, doll.id, 1)
  await checkOut(shop, customer as unknown as TestPerson, { "idempotency-key": `register-${id}` })
  await addToCart(shop, customer as unknown as TestPerson, doll.id, 1)
  await shop.call("POST /api/favorites", { as, body: { doll_id: doll.id } })
  await shop.call("POST /api/reviews", { as, body: { doll_id: doll.id, rating: 5, comment: "Quiet and well made." } })
  const message = { name: "Vera Visitor", email: customer.email, subject: "Glazes", message: "Which kiln was it?" }
  await shop.call("POST /api/contact", { as, body: message })
  await shop.call("POST /api/auth/authenticator", { as })
  await shop.call("POST /api/reports", { as, body: { kind: "doll", id: doll.id, reason: "The height is odd" } })
  const before = await everything(shop.app.store.db)
  const isTheirs = (row: object) =>
    Object.entries(row).some(([name, value]) => name.endsWith("user_id") && value === id)
  const touched = [...before].filter(([, rows]) => rows.some(isTheirs)).map(([name]) => name)
  expect(touched.length).toBeGreaterThan(8)

  expect((await shop.call("DELETE /api/users/account", { as })).status).toBe(204)
  // Emails go after 30 days, those to the shop too.
  await shop.app.store.db.delete(mailOutbox)
  const after = await everything(shop.app.store.db)
  const left = [...after].filter(([, rows]) => rows.some(isTheirs)).map(([name]) => name)
  expect(left.filter((name) => !["kept", "anonymized"].includes(register[name]!.onDeletion))).toEqual([])
  const dump = JSON.stringify([...after])
  const { firstName, lastName, email, phone, address } = shipping
  for (const value of [customer.email, "Vera Visitor", "Which kiln was it?", "The height is odd"]) {
    expect(dump).not.toContain(value)
  }
  const order = after.get("orders")!.find(isTheirs)!
  for (const value of [firstName, lastName, email, phone, address]) expect(JSON.stringify(order)).not.toContain(value)
})

/** The register as a table for people. */
function document(): string {
  const rows = Object.entries(register)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, { why, kept, onDeletion, personal = {}, withheld = {}, exported = "", limits = [] }]) => {
      const about = Object.entries(personal).map(([column, what]) => `\`${column}\`: ${what}`)
      const jobs = [...new Set(limits.map(({ job }) => job))].map((job) => ` (job “${job}”)`).join("")
      const but = typeof withheld === "string" ? withheld : listed(withheld)
      const isIn = typeof withheld !== "string" && about.length + exported.length > 0
      const inExport = isIn ? `yes${but && `, without ${but}`}` : but ? `no: ${but}` : "no"
      return `| \`${name}\` | ${why} | ${about.join("; ") || "none"} | ${kept}${jobs} | ${inExport} | ${onDeletion} |`
    })
  return `# Register of data

What the shop holds, why and for how long, by table (\`server/backoffice/privacy/register.ts\`; a test writes this page, and fails
for a column that nobody described). Keys, times and states of a row are not listed. Other tests fill every table, and
compare the register with the export, with what a deletion leaves and with what the jobs leave after the time. Outside
the database: files of chats, which go with their messages, and photographs, which go with their returns; metrics, which hold nothing about persons; and logs, which
have the number of an account, and a hash of an address with a key that ends with the process.

| table | why | about persons | kept | in the export | when the account is deleted |
|---|---|---|---|---|---|
${rows.join("\n")}
`
}

const listed = (reasons: Record<string, string>) =>
  Object.entries(reasons)
    .map(([column, why]) => `\`${column}\` (${why})`)
    .join(", ")
