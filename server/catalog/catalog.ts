import type { Category, Doll, DollQuery, Sort } from "#contract/catalog.ts"
import { modelTexts } from "#contract/texts.ts"
import type { Actor } from "../accounts/actor.ts"
import { statement } from "../db/statement.ts"
import type { Tx } from "../db/store.ts"
import { toCents } from "../money.ts"
import { notFound } from "../refusal.ts"
import { type Found, live, readDolls } from "./rows.ts"
import { total } from "./totals.ts"

export interface Page<T> {
  items: T[]
  total: number
}

const orders: Record<Sort, string> = {
  newest: "d.created_at desc, d.id desc",
  price_asc: "d.price_cents, d.id",
  price_desc: "d.price_cents desc, d.id desc",
  rating: "d.rating desc, d.id desc",
}

export async function listDolls(tx: Tx, _actor: Actor, query: DollQuery): Promise<Page<Doll>> {
  const filter = filterOf(query)
  const name = `${filter.name}-${query.sort}`
  const count = total(tx, `${filter.name} ${JSON.stringify(filter.params)}`, async () => {
    const text = `select count(*)::int as count from dolls d where ${filter.where}`
    return (await statement<{ count: number }>(tx, `count-${filter.name}`, text, filter.params))[0]!.count
  })
  const at = filter.params.length
  // The page is found in the index alone; only its own rows are then read in full.
  const tail = `join (select d.id from dolls d where ${filter.where} order by ${orders[query.sort]}
    limit $${at + 1} offset $${at + 2}) page using (id) order by ${orders[query.sort]}`
  const found = await readDolls(tx, `dolls-${name}`, tail, [...filter.params, query.limit, query.skip])
  return { items: found.map(({ doll }) => doll), total: await count }
}

/** One model as the shop shows it; for an admin of the catalogue also one that still waits for approval. */
export async function getDoll(tx: Tx, actor: Actor, id: number): Promise<Found> {
  const [found] = await readDolls(tx, "doll", "where d.id = $1 and d.deleted_at is null", [id])
  if (!found || (found.needsApproval && !mayWrite(actor))) throw notFound(modelTexts.notFound)
  return found
}

/** Three of the same category, the newest first, without itself. */
export async function relatedDolls(tx: Tx, actor: Actor, id: number): Promise<Doll[]> {
  const { doll } = await getDoll(tx, actor, id)
  const tail = `where ${live} and d.category = $1 and d.id <> $2 order by ${orders.newest} limit 3`
  const found = await readDolls(tx, "related", tail, [doll.doll_category, id])
  return found.map((one) => one.doll)
}

function mayWrite(actor: Actor): boolean {
  return (
    actor.kind === "person" &&
    actor.role === "admin" &&
    (actor.adminType === "super_admin" || actor.adminType === "content_admin")
  )
}

interface Filter {
  /** Names the shape of the condition, so that one prepared statement has one text. */
  name: string
  where: string
  params: unknown[]
}

function filterOf({
  q,
  category,
  min_price,
  max_price,
}: Pick<DollQuery, "q" | "category" | "min_price" | "max_price">) {
  const filter: Filter = { name: "", where: live, params: [] }
  const add = (name: string, value: unknown, condition: (place: string) => string) => {
    filter.params.push(value)
    filter.name += name
    filter.where += ` and ${condition(`$${filter.params.length}`)}`
  }
  if (category) add("c", category satisfies Category, (place) => `d.category = ${place}`)
  if (min_price !== undefined) add("l", toCents(min_price), (place) => `d.price_cents >= ${place}`)
  if (max_price !== undefined) add("h", toCents(max_price), (place) => `d.price_cents <= ${place}`)
  if (q) add("q", `%${q.replace(/[\\%_]/g, "\\$&")}%`, (place) => `${searched} like lower(${place})`)
  return filter
}

const searched = "lower(d.name || E'\\n' || d.description)"
