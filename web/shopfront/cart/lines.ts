import type { CartItem } from "#contract/cart.ts"
import type { Doll } from "#contract/catalog.ts"
import { maxQuantity } from "#contract/limits.ts"
import { stockTexts } from "#contract/texts.ts"

/** A line of a guest's or an account's cart. A guest's line uses the model's id as its own. */
export type CartLine = CartItem
export type Purchasable = Pick<Doll, "id" | "name" | "price" | "description" | "images" | "stock" | "in_stock">

const maxLines = 100

/** Parses a stored cart and drops invalid lines. */
export function readLines(text: string | null): CartLine[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(stored) ? stored.filter(isLine).slice(0, maxLines) : []
  } catch {
    return []
  }
}

export function lineOf(doll: Purchasable, quantity: number): CartLine {
  return withNotice({
    id: doll.id,
    doll_id: doll.id,
    quantity,
    name: doll.name,
    price: doll.price,
    price_was: null,
    description: doll.description.slice(0, 200),
    image: doll.images.find((image) => image.is_primary) ?? doll.images[0] ?? null,
    available: availableOf(doll),
    notice: null,
  })
}

/** Adds up the quantities of a model, up to 99. The newest line comes first. */
export function withAdded(lines: CartLine[], added: CartLine): CartLine[] {
  const held = lines.find((line) => line.doll_id === added.doll_id)
  if (!held) return [added, ...lines].slice(0, maxLines)
  const quantity = Math.min(maxQuantity, held.quantity + added.quantity)
  return lines.map((line) => (line === held ? withNotice({ ...added, id: held.id, quantity }) : line))
}

export function withExactly(lines: CartLine[], line: CartLine): CartLine[] {
  const isHeld = lines.some((held) => held.doll_id === line.doll_id)
  return isHeld ? withQuantity(lines, line.doll_id, line.quantity) : withAdded(lines, line)
}

export function withQuantity(lines: CartLine[], dollId: number, quantity: number): CartLine[] {
  return lines.map((line) => (line.doll_id === dollId ? withNotice({ ...line, quantity: bounded(quantity) }) : line))
}

export function without(lines: CartLine[], dollId: number): CartLine[] {
  return lines.filter((line) => line.doll_id !== dollId)
}

/** Replaces the optimistic line with the server's. */
export function withLine(lines: CartLine[], answered: CartLine): CartLine[] {
  const known = lines.some((line) => line.doll_id === answered.doll_id)
  if (!known) return [answered, ...lines]
  return lines.map((line) => (line.doll_id === answered.doll_id ? answered : line))
}

/** Subtracts what was merged. Lines that another tab has added meanwhile stay. */
export function subtracted(lines: CartLine[], gone: { doll_id: number; quantity: number }[]): CartLine[] {
  const quantities = new Map(gone.map((line) => [line.doll_id, line.quantity]))
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - (quantities.get(line.doll_id) ?? 0) }))
    .filter((line) => line.quantity > 0)
}

/** Updates a guest's line from the catalogue. `doll` is null once the model is gone. */
export function refreshed(line: CartLine, doll: Purchasable | null): CartLine {
  if (!doll) return withNotice({ ...line, available: 0 })
  const fresh = lineOf(doll, line.quantity)
  const seen = line.price_was ?? line.price
  return { ...fresh, price_was: seen === doll.price ? null : seen }
}

type Priced = Pick<CartLine, "price" | "quantity"> & { available?: CartLine["available"] }

/** Counts the pieces that can be bought. */
export function countOf(lines: Priced[]): number {
  return forSale(lines).reduce((sum, line) => sum + line.quantity, 0)
}

/** Sums what can be bought, in cents to avoid rounding errors. */
export function totalOf(lines: Priced[]): number {
  return forSale(lines).reduce((sum, line) => sum + Math.round(line.price * 100) * line.quantity, 0) / 100
}

const forSale = (lines: Priced[]) => lines.filter(({ available }) => available !== 0)

/** Clamps to a whole number from 1 to the limit. */
export function bounded(quantity: number, limit = maxQuantity): number {
  return Number.isFinite(quantity) ? Math.max(1, Math.min(maxQuantity, limit, Math.trunc(quantity))) : 1
}

function availableOf({ in_stock, stock }: Purchasable): number | null {
  return in_stock ? stock : 0
}

function withNotice(line: CartLine): CartLine {
  const { available, quantity } = line
  const short = available !== null && available < quantity
  const notice = !short ? null : available === 0 ? stockTexts.soldOut : stockTexts.onlyLeft(available)
  return { ...line, notice }
}

function isLine(value: unknown): value is CartLine {
  if (typeof value !== "object" || value === null) return false
  const line = value as Partial<CartLine>
  const isCounted = Number.isInteger(line.quantity) && line.quantity! >= 1 && line.quantity! <= maxQuantity
  const isPriced = typeof line.price === "number" && Number.isFinite(line.price) && line.price >= 0
  return Number.isInteger(line.doll_id) && isCounted && isPriced && typeof line.name === "string"
}
