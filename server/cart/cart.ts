import { and, eq, inArray, sql } from "drizzle-orm"
import type { AddToCart, CartItem, MergeCart, MergedCart } from "#contract/cart.ts"
import { cartTexts } from "#contract/texts.ts"
import { type Actor, assertSignedIn, type Person } from "../accounts/actor.ts"
import { primaryImage } from "../catalog/primaryImages.ts"
import { type ImageRow, live, presentImage, primaryImageOf } from "../catalog/rows.ts"
import { dolls } from "../catalog/tables.ts"
import { quickStatement } from "../db/statement.ts"
import type { Tx } from "../db/store.ts"
import { fromCents } from "../money.ts"
import { notFound, Refusal } from "../refusal.ts"
import { cartItems } from "./tables.ts"

/** More of one model than this does not go into one order. */
const most = 99

export async function addItem(tx: Tx, actor: Actor, { doll_id, quantity }: AddToCart): Promise<CartItem> {
  assertShopper(actor)
  const [line] = await quickStatement<LineRow>(tx, "cart_add", addText, [actor.id, doll_id, quantity, tx.now()])
  return line ? present(line, await primaryImage(tx, doll_id)) : refuseToAdd(tx, actor, doll_id)
}

/** Staff have an empty cart rather than an error, so that one client serves everybody. */
export async function listItems(tx: Tx, actor: Actor, page: { skip: number; limit: number }): Promise<Page> {
  assertSignedIn(actor)
  if (actor.role !== "user") return { items: [], total: 0 }
  const rows = await quickStatement<LineRow & { image: ImageRow | null; total: number }>(tx, "cart_list", listText, [
    actor.id,
    page.limit,
    page.skip,
  ])
  return { items: rows.map((row) => present(row, row.image)), total: rows[0]?.total ?? 0 }
}

export async function setQuantity(tx: Tx, actor: Actor, id: number, quantity: number): Promise<CartItem> {
  assertShopper(actor)
  const [line] = await quickStatement<LineRow>(tx, "cart_set", setText, [actor.id, id, quantity, tx.now()])
  if (!line) throw notFound()
  return present(line, await primaryImage(tx, line.doll_id))
}

export async function removeItem(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertShopper(actor)
  const removed = await tx.db
    .delete(cartItems)
    .where(and(eq(cartItems.id, id), eq(cartItems.userId, actor.id)))
    .returning({ id: cartItems.id })
  if (removed.length === 0) throw notFound()
}

export async function clear(tx: Tx, actor: Actor): Promise<void> {
  assertShopper(actor)
  await tx.db.delete(cartItems).where(eq(cartItems.userId, actor.id))
}

/** The guest's cart into the account's, quantities added. What the shop does not have is named and left out. */
export async function merge(tx: Tx, actor: Actor, { items }: MergeCart): Promise<MergedCart> {
  assertShopper(actor)
  const wanted = new Map<number, number>()
  for (const { doll_id, quantity } of items) wanted.set(doll_id, (wanted.get(doll_id) ?? 0) + quantity)
  const skipped = wanted.size === 0 ? [] : await mergeInto(tx, actor.id, wanted)
  const { items: merged } = await listItems(tx, actor, { skip: 0, limit: 100 })
  return { items: merged, skipped }
}

/** Takes what was ordered and paid out of the cart; what was added since stays. */
export async function subtract(tx: Tx, userId: number, bought: { dollId: number; quantity: number }[]): Promise<void> {
  for (const { dollId, quantity } of bought) {
    const line = and(eq(cartItems.userId, userId), eq(cartItems.dollId, dollId))
    const gone = await tx.db
      .delete(cartItems)
      .where(and(line, sql`${cartItems.quantity} <= ${quantity}`))
      .returning({ id: cartItems.id })
    if (gone.length > 0) continue
    await tx.db
      .update(cartItems)
      .set({ quantity: sql`${cartItems.quantity} - ${quantity}`, updatedAt: tx.now() })
      .where(line)
  }
}

/** Customers have carts; staff is told in the specification's words. */
export function assertShopper(actor: Actor): asserts actor is Person & { role: "user" } {
  assertSignedIn(actor)
  if (actor.role !== "user") throw new Refusal("STAFF_CART", cartTexts.staff)
}

interface Page {
  items: CartItem[]
  total: number
}

interface LineRow {
  id: number
  doll_id: number
  quantity: number
  name: string
  price_cents: number
  description: string
  stock: number | null
  live: boolean
  held: number
}

// Pieces that the customer's own unpaid order holds are still to be had for this customer.
const facts = `d.name, d.price_cents, d.description, d.stock, (${live}) as live,
  case when d.stock is null then 0 else coalesce((select sum(oi.held) from orders o
    join order_items oi on oi.order_id = o.id where o.user_id = $1 and o.status = 'unpaid' and o.superseded_at is null
    and o.holds_stock and oi.doll_id = d.id), 0) end::int as held`

const addText = `with line as (
  insert into cart_items as c (user_id, doll_id, quantity, created_at, updated_at)
  select $1, d.id, $3, $4, $4 from dolls d where d.id = $2 and ${live}
  on conflict (user_id, doll_id) do update set quantity = c.quantity + excluded.quantity, updated_at = excluded.updated_at
  where c.quantity + excluded.quantity <= ${most}
  returning c.id, c.doll_id, c.quantity
) select line.id, line.doll_id, line.quantity, ${facts} from line join dolls d on d.id = line.doll_id`

const setText = `with line as (
  update cart_items set quantity = $3, updated_at = $4 where user_id = $1 and id = $2 returning id, doll_id, quantity
) select line.id, line.doll_id, line.quantity, ${facts} from line join dolls d on d.id = line.doll_id`

const listText = `select line.id, line.doll_id, line.quantity, ${facts},
  ${primaryImageOf("d.id")} as image, (count(*) over ())::int as total
  from cart_items line join dolls d on d.id = line.doll_id where line.user_id = $1
  order by line.created_at desc, line.id desc limit $2 offset $3`

async function refuseToAdd(tx: Tx, actor: Person, dollId: number): Promise<never> {
  const [held] = await tx.db
    .select({ quantity: cartItems.quantity, name: dolls.name, gone: isGone })
    .from(dolls)
    .leftJoin(cartItems, and(eq(cartItems.dollId, dolls.id), eq(cartItems.userId, actor.id)))
    .where(eq(dolls.id, dollId))
  if (!held || held.gone) throw notFound("Model not found")
  throw new Refusal("CONFLICT", cartTexts.tooMany(held.quantity ?? 0))
}

const isGone = sql<boolean>`(${dolls.deletedAt} is not null or not ${dolls.isAvailable} or ${dolls.needsApproval})`

async function mergeInto(tx: Tx, userId: number, wanted: Map<number, number>): Promise<MergedCart["skipped"]> {
  const found = await tx.db
    .select({ id: dolls.id, name: dolls.name, gone: isGone, has: cartItems.quantity })
    .from(dolls)
    .leftJoin(cartItems, and(eq(cartItems.dollId, dolls.id), eq(cartItems.userId, userId)))
    .where(inArray(dolls.id, [...wanted.keys()]))
    .orderBy(dolls.id)
  const now = tx.now()
  for (const { id } of found.filter((doll) => !doll.gone)) {
    await tx.db
      .insert(cartItems)
      .values({ userId, dollId: id, quantity: Math.min(most, wanted.get(id)!), createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: [cartItems.userId, cartItems.dollId],
        set: { quantity: sql`least(${most}, ${cartItems.quantity} + excluded.quantity)`, updatedAt: now },
      })
  }
  const byId = new Map(found.map((doll) => [doll.id, doll]))
  return [...wanted].flatMap(([dollId, quantity]) => {
    const doll = byId.get(dollId)
    if (!doll) return [{ doll_id: dollId, detail: cartTexts.unknown }]
    if (doll.gone) return [{ doll_id: dollId, detail: cartTexts.goneNamed(doll.name) }]
    if (quantity + (doll.has ?? 0) > most) return [{ doll_id: dollId, detail: cartTexts.capped(doll.name) }]
    return []
  })
}

function present(line: LineRow, image: ImageRow | null): CartItem {
  const available = !line.live ? 0 : line.stock === null ? null : line.stock + line.held
  return {
    id: line.id,
    doll_id: line.doll_id,
    quantity: line.quantity,
    name: line.name,
    price: fromCents(line.price_cents),
    description: line.description,
    image: image && presentImage(image),
    available,
    notice: noticeOf(line, available),
  }
}

function noticeOf({ live, quantity }: LineRow, available: number | null): string | null {
  if (!live) return cartTexts.gone
  if (available === null || available >= quantity) return null
  return available === 0 ? cartTexts.soldOut : cartTexts.onlyLeft(available)
}
