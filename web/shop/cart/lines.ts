import type { CartItem } from "#contract/cart.ts"
import type { Doll } from "#contract/catalog.ts"
import { stockTexts } from "#contract/texts.ts"

/** A line of a cart, a guest's or an account's. A guest's line has the model's id as its own. */
export type CartLine = CartItem
/** What has to be known of a model to put it into a cart. */
export type Purchasable = Pick<Doll, "id" | "name" | "price" | "description" | "images" | "stock" | "in_stock">

export const most = 99
const mostLines = 100

/** A stored cart as far as it makes sense: whatever else somebody or an older page left there is dropped. */
export function readLines(text: string | null): CartLine[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(stored) ? stored.filter(isLine).slice(0, mostLines) : []
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
    description: doll.description.slice(0, 200),
    image: doll.images.find((image) => image.is_primary) ?? doll.images[0] ?? null,
    available: availableOf(doll),
    notice: null,
  })
}

/** One line a model: quantities add, up to 99. The newest line comes first. */
export function withAdded(lines: CartLine[], added: CartLine): CartLine[] {
  const held = lines.find((line) => line.doll_id === added.doll_id)
  if (!held) return [added, ...lines].slice(0, mostLines)
  const quantity = Math.min(most, held.quantity + added.quantity)
  return lines.map((line) => (line === held ? withNotice({ ...added, id: held.id, quantity }) : line))
}

export function withQuantity(lines: CartLine[], dollId: number, quantity: number): CartLine[] {
  return lines.map((line) => (line.doll_id === dollId ? withNotice({ ...line, quantity: bounded(quantity) }) : line))
}

export function without(lines: CartLine[], dollId: number): CartLine[] {
  return lines.filter((line) => line.doll_id !== dollId)
}

/** Puts in the line that the server has answered with, in the place of the one that was shown meanwhile. */
export function withLine(lines: CartLine[], answered: CartLine): CartLine[] {
  const known = lines.some((line) => line.doll_id === answered.doll_id)
  if (!known) return [answered, ...lines]
  return lines.map((line) => (line.doll_id === answered.doll_id ? answered : line))
}

/** Takes out what was merged; what was added in another tab meanwhile stays. */
export function subtracted(lines: CartLine[], gone: { doll_id: number; quantity: number }[]): CartLine[] {
  const quantities = new Map(gone.map((line) => [line.doll_id, line.quantity]))
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - (quantities.get(line.doll_id) ?? 0) }))
    .filter((line) => line.quantity > 0)
}

/** A guest's line after asking the shop again; null when the model left it. */
export function refreshed(line: CartLine, doll: Purchasable | null): CartLine {
  if (!doll) return withNotice({ ...line, available: 0 })
  const fresh = lineOf(doll, line.quantity)
  return doll.price === line.price ? fresh : { ...fresh, notice: fresh.notice ?? "The price has changed." }
}

export function countOf(lines: CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}

/** Summed in cents, so that no fraction creeps in. */
export function totalOf(lines: CartLine[]): number {
  return lines.reduce((sum, line) => sum + Math.round(line.price * 100) * line.quantity, 0) / 100
}

/** A whole number from 1 to 99, whatever was typed. */
export function bounded(quantity: number): number {
  return Number.isFinite(quantity) ? Math.min(most, Math.max(1, Math.trunc(quantity))) : 1
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
  const isCounted = Number.isInteger(line.quantity) && line.quantity! >= 1 && line.quantity! <= most
  const isPriced = typeof line.price === "number" && Number.isFinite(line.price) && line.price >= 0
  return Number.isInteger(line.doll_id) && isCounted && isPriced && typeof line.name === "string"
}
