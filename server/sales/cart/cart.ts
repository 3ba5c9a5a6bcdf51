import { and, eq, inArray, sql } from "drizzle-orm"
import type { AddToCart, CartItem, MergeCart, MergedCart } from "#contract/cart.ts"
import { t } from "#contract/t.ts"
import { cartRefusals, cartTexts } from "#contract/texts.ts"
import { type Actor, assertSignedIn, type Person } from "../../platform/auth/actor.ts"
import { pipelinedQuery } from "../../platform/db/statement.ts"
import type { Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { fromCents, toCents } from "../../platform/money.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { primaryImage } from "../../shopfront/catalog/primaryImages.ts"
import { type ImageRow, live, presentImage, primaryImageOf } from "../../shopfront/catalog/rows.ts"
import { dolls, isVisible } from "../../shopfront/catalog/tables.ts"
import { cartItems } from "./tables.ts"

/** The maximum quantity of one model in an order. */
const maxQuantity = 99

export async function addItem(tx: Tx, actor: Actor, { doll_id, quantity }: AddToCart): Promise<CartItem> {
  assertShopper(actor)
  const [line] = await pipelinedQuery<LineRow>(tx, "cart_add", addText, [actor.id, doll_id, quantity, tx.now()])
  return line ? present(line, await primaryImage(tx, doll_id)) : refuseToAdd(tx, actor, doll_id)
}

/** Lists the cart. Staff get an empty one instead of an error, so that clients need no special case. */
export async function listItems(tx: Tx, actor: Actor, page: { skip: number; limit: number }): Promise<Page> {
  assertSignedIn(actor)
  if (actor.role !== "user") return { items: [], total: 0 }
  const rows = await pipelinedQuery<LineRow & { image: ImageRow | null; total: number }>(tx, "cart_list", listText, [
    actor.id,
    page.limit,
    page.skip,
  ])
  return { items: rows.map((row) => present(row, row.image)), total: rows[0]?.total ?? 0 }
}

export async function setQuantity(tx: Tx, actor: Actor, id: number, quantity: number): Promise<CartItem> {
  assertShopper(actor)
  const [line] = await pipelinedQuery<LineRow>(tx, "cart_set", setText, [actor.id, id, quantity, tx.now()])
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

/** Adds the guest cart's quantities to the account's cart. Unavailable models are reported and skipped. */
export async function merge(tx: Tx, actor: Actor, { items }: MergeCart): Promise<MergedCart> {
  assertShopper(actor)
  const requested = new Map<number, RequestedItem>()
  for (const { doll_id, quantity, price } of items) {
    const before = requested.get(doll_id)
    requested.set(doll_id, { quantity: (before?.quantity ?? 0) + quantity, price: price ?? before?.price })
  }
  const skipped = requested.size === 0 ? [] : await mergeInto(tx, actor.id, requested)
  const { items: merged } = await listItems(tx, actor, { skip: 0, limit: 100 })
  return { items: merged, skipped }
}

/** Removes the ordered and paid quantities from the cart; whatever was added since stays. */
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

/** Stores the prices at which the customer has ordered, so that the cart no longer announces them as changed. */
export async function renewSeenPrices(
  tx: Tx,
  userId: number,
  lines: { dollId: number; priceCents: number; seenPriceCents: number | null }[],
): Promise<void> {
  for (const { dollId, priceCents, seenPriceCents } of lines) {
    if (seenPriceCents === priceCents) continue
    await tx.db
      .update(cartItems)
      .set({ seenPriceCents: priceCents })
      .where(and(eq(cartItems.userId, userId), eq(cartItems.dollId, dollId)))
  }
}

/** Only customers have carts; the specification defines the message for staff. */
export function assertShopper(actor: Actor): asserts actor is Person & { role: "user" } {
  assertSignedIn(actor)
  if (actor.role !== "user") throw new Refusal("STAFF_CART", cartTexts.staff)
}

interface Page {
  items: CartItem[]
  total: number
}

interface RequestedItem {
  quantity: number
  price: number | undefined
}

interface LineRow {
  id: number
  doll_id: number
  quantity: number
  seen_price_cents: number | null
  name: string
  price_cents: number
  description: string
  stock: number | null
  live: boolean
  held: number
}

/** SQL of the number of pieces that the customer's own unpaid order reserves: they are available to that customer. */
export const ownHeld = (user: string, doll: string) => `coalesce((select sum(oi.held) from orders o
    join order_items oi on oi.order_id = o.id where o.user_id = ${user} and o.status = 'unpaid'
    and o.superseded_at is null and o.holds_stock and oi.doll_id = ${doll}), 0)`

const facts = `d.name, d.price_cents, d.description, d.stock, (${live}) as live,
  case when d.stock is null then 0 else ${ownHeld("$1", "d.id")} end::int as held`

const addText = `with line as (
  insert into cart_items as c (user_id, doll_id, quantity, seen_price_cents, created_at, updated_at)
  select $1, d.id, $3, d.price_cents, $4, $4 from dolls d where d.id = $2 and ${live}
  on conflict (user_id, doll_id) do update set quantity = c.quantity + excluded.quantity,
    seen_price_cents = excluded.seen_price_cents, updated_at = excluded.updated_at
  where c.quantity + excluded.quantity <= ${maxQuantity}
  returning c.id, c.doll_id, c.quantity, c.seen_price_cents
) select line.id, line.doll_id, line.quantity, line.seen_price_cents, ${facts} from line
  join dolls d on d.id = line.doll_id`

const setText = `with line as (
  update cart_items set quantity = $3, updated_at = $4 where user_id = $1 and id = $2 returning id, doll_id,
    quantity, seen_price_cents
) select line.id, line.doll_id, line.quantity, line.seen_price_cents, ${facts} from line
  join dolls d on d.id = line.doll_id`

const listText = `select line.id, line.doll_id, line.quantity, line.seen_price_cents, ${facts},
  ${primaryImageOf("d.id")} as image, (count(*) over ())::int as total
  from cart_items line join dolls d on d.id = line.doll_id where line.user_id = $1
  order by line.created_at desc, line.id desc limit $2 offset $3`

async function refuseToAdd(tx: Tx, actor: Person, dollId: number): Promise<never> {
  const [held] = await tx.db
    .select({ quantity: cartItems.quantity, name: dolls.name, gone: isGone })
    .from(dolls)
    .leftJoin(cartItems, and(eq(cartItems.dollId, dolls.id), eq(cartItems.userId, actor.id)))
    .where(eq(dolls.id, dollId))
  if (!held || held.gone) throw notFound(t`Model not found`)
  throw new Refusal("CONFLICT", cartRefusals.tooMany(held.quantity ?? 0))
}

const isGone = sql<boolean>`not ${isVisible}`

async function mergeInto(
  tx: Tx,
  userId: number,
  requested: Map<number, RequestedItem>,
): Promise<MergedCart["skipped"]> {
  const models = await tx.db
    .select({
      id: dolls.id,
      name: dolls.name,
      priceCents: dolls.priceCents,
      gone: isGone,
      // Nobody outside the shop knows the model's name.
      secret: sql<boolean>`${dolls.needsApproval} or ${dolls.draftAvailable} is not null`,
      has: cartItems.quantity,
    })
    .from(dolls)
    .leftJoin(cartItems, and(eq(cartItems.dollId, dolls.id), eq(cartItems.userId, userId)))
    .where(inArray(dolls.id, [...requested.keys()]))
    .orderBy(dolls.id)
  const now = tx.now()
  for (const { id, priceCents } of models.filter((doll) => !doll.gone)) {
    const { quantity, price } = requested.get(id)!
    const seenPriceCents = price === undefined ? priceCents : toCents(price)
    await tx.db
      .insert(cartItems)
      .values({
        userId,
        dollId: id,
        quantity: Math.min(maxQuantity, quantity),
        seenPriceCents,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoUpdate({
        target: [cartItems.userId, cartItems.dollId],
        set: {
          quantity: sql`least(${maxQuantity}, ${cartItems.quantity} + excluded.quantity)`,
          seenPriceCents,
          updatedAt: now,
        },
      })
  }
  const byId = new Map(models.map((doll) => [doll.id, doll]))
  return [...requested].flatMap(([dollId, { quantity }]) => {
    const doll = byId.get(dollId)
    if (!doll || doll.secret) return [{ doll_id: dollId, detail: said(cartRefusals.unknown) }]
    if (doll.gone) return [{ doll_id: dollId, detail: cartRefusals.goneNamed(doll.name) }]
    if (quantity + (doll.has ?? 0) > maxQuantity) return [{ doll_id: dollId, detail: cartRefusals.capped(doll.name) }]
    return []
  })
}

function present(line: LineRow, image: ImageRow | null): CartItem {
  // PostgreSQL's driver returns a bigint as text.
  const seen = line.seen_price_cents === null ? null : Number(line.seen_price_cents)
  const available = !line.live ? 0 : line.stock === null ? null : line.stock + line.held
  return {
    id: line.id,
    doll_id: line.doll_id,
    quantity: line.quantity,
    name: line.name,
    price: fromCents(line.price_cents),
    price_was: seen === null || seen === line.price_cents ? null : fromCents(seen),
    description: line.description,
    image: image && presentImage(image),
    available,
    notice: noticeOf(line, available),
  }
}

function noticeOf({ live, quantity }: LineRow, available: number | null): string | null {
  if (!live) return said(cartRefusals.gone)
  if (available === null || available >= quantity) return null
  return available === 0 ? said(cartRefusals.soldOut) : cartRefusals.onlyLeft(available)
}
