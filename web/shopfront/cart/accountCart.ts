import { queryOptions } from "@tanstack/react-query"
import type { MergeCart, MergedCart } from "#contract/cart.ts"
import { cartTexts } from "#contract/texts.ts"
import { call, explain, list, unlessGone } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { keys } from "../../platform/session/keys.ts"
import { snapshot } from "../../platform/session/session.ts"
import { randomKey } from "../../platform/ui/random.ts"
import { toast } from "../../platform/ui/toast.tsx"
import {
  type CartLine,
  lineOf,
  type Purchasable,
  readLines,
  withAdded,
  withExactly,
  withLine,
  without,
  withQuantity,
} from "./lines.ts"

/** The account's cart. A copy in this browser is shown while the server is unreachable. */
export const cartQuery = (owner = ownerNow()) =>
  queryOptions({
    queryKey: ["cart", owner],
    queryFn: async ({ signal }) => {
      await settled()
      const { items } = await list("GET /cart/", { query: { skip: 0, limit: 100 }, signal })
      keep(owner, items)
      return items
    },
    initialData: () => known(owner),
    initialDataUpdatedAt: 0,
    refetchOnWindowFocus: true,
    // The cart is writable again right after an outage, whatever the browser reports about the network.
    refetchOnReconnect: "always",
    refetchInterval: ({ state }) => (state.status === "error" ? 500 : false),
    retryDelay: 250,
  })

/** Resolves when the server has answered all changes made so far. */
export const settled = () => Promise.allSettled(tails.values())

/** The idempotency key keeps a retry after a lost answer from adding twice. */
export function add(doll: Purchasable, quantity: number): Promise<boolean> {
  return change(doll.id, {
    guess: (lines) => withAdded(lines, lineOf(doll, quantity)),
    ask: async () => {
      const earlier = additions.get(doll.id)
      const key = earlier?.quantity === quantity ? earlier.key : randomKey()
      additions.set(doll.id, { quantity, key })
      const body = { doll_id: doll.id, quantity }
      const line = await call("POST /cart/", { body, headers: { "idempotency-key": key } })
      // The answer to a retry may be the first one, from before other changes.
      if (earlier) void queries().invalidateQueries({ queryKey: cartQuery().queryKey })
      return line
    },
    failed: cartTexts.addFailed,
  })
}

/** Sets the quantity, whatever the cart held before. */
export function put(doll: Purchasable, quantity: number): Promise<boolean> {
  return change(doll.id, {
    guess: (lines) => withExactly(lines, lineOf(doll, quantity)),
    ask: async (id) => {
      const held = id ?? (await call("POST /cart/", { body: { doll_id: doll.id, quantity } }))
      if (typeof held !== "number" && held.quantity === quantity) return held
      return call(`PUT /cart/${typeof held === "number" ? held : held.id}`, { body: { quantity } })
    },
    failed: cartTexts.addFailed,
  })
}

export function set(dollId: number, quantity: number): Promise<boolean> {
  return change(dollId, {
    guess: (lines) => withQuantity(lines, dollId, quantity),
    ask: async (id) => (id === undefined ? null : call(`PUT /cart/${id}`, { body: { quantity } })),
    failed: cartTexts.updateFailed,
    replaceable: true,
  })
}

export function remove(dollId: number): Promise<boolean> {
  return change(dollId, {
    guess: (lines) => without(lines, dollId),
    ask: async (id) => {
      if (id === undefined) return null
      await call(`DELETE /cart/${id}`).catch(unlessGone)
      return null
    },
    failed: cartTexts.removeFailed,
  })
}

export async function clear(): Promise<boolean> {
  const { queryKey } = cartQuery()
  await settled()
  await queries().cancelQueries({ queryKey })
  const before = queries().getQueryData(queryKey)
  show([])
  try {
    await call("DELETE /cart/")
    additions.clear()
    return true
  } catch (error) {
    show(before)
    toast(cartTexts.clearFailed, { kind: "error", description: explain(error) })
    void queries().invalidateQueries({ queryKey })
    return false
  }
}

export async function merge(items: MergeCart["items"], key: string): Promise<MergedCart> {
  const { queryKey } = cartQuery()
  const merged = await call("POST /cart/merge", { body: { items }, headers: { "idempotency-key": key } })
  await queries().cancelQueries({ queryKey })
  show(merged.items)
  return merged
}

/** Returns what the cache holds, or nothing before the first answer. */
export const linesNow = (): CartLine[] => queries().getQueryData(cartQuery().queryKey) ?? []

/** Refetches when another tab has changed the cart. */
export function followOtherTabs(event: StorageEvent): void {
  if (event.key !== keys.knownCart || tails.size > 0) return
  const lines = known(ownerNow())
  if (lines) queries().setQueryData(cartQuery().queryKey, lines)
}

interface Change {
  guess(lines: CartLine[]): CartLine[]
  /** `id` is the line's id, as the server last returned it. */
  ask(id: number | undefined): Promise<CartLine | null>
  failed: string
  /** A later change of the same line replaces this one if it has not started. */
  replaceable?: boolean
}

/** The additions that may be retried, by model. Any later change of the line that succeeds removes its entry. */
const additions = new Map<number, { quantity: number; key: string }>()

/** By model: the last queued change, the line as the server last returned it, and the newest change. */
const tails = new Map<number, Promise<boolean>>()
const confirmed = new Map<number, CartLine | null>()
const newest = new Map<number, Change>()

/**
 * Updates optimistically; changes of one line are sent in order. If one fails and none is queued behind it, the line
 * rolls back to the server's last state.
 */
function change(dollId: number, wanted: Change): Promise<boolean> {
  const { queryKey } = cartQuery()
  const client = queries()
  void client.cancelQueries({ queryKey }, { revert: false })
  const lines = client.getQueryData(queryKey)
  if (!tails.has(dollId)) confirmed.set(dollId, lines?.find((line) => line.doll_id === dollId) ?? null)
  newest.set(dollId, wanted)
  if (lines) show(wanted.guess(lines))
  const isLast = () => newest.get(dollId) === wanted
  const work = (tails.get(dollId) ?? Promise.resolve(true)).then(async () => {
    if (wanted.replaceable && !isLast()) return true
    try {
      confirmed.set(dollId, await wanted.ask(confirmed.get(dollId)?.id))
      additions.delete(dollId)
      return true
    } catch (error) {
      toast(wanted.failed, { kind: "error", description: explain(error) })
      return false
    } finally {
      if (isLast()) settle(dollId)
    }
  })
  tails.set(dollId, work)
  void work.then((done) => {
    if (tails.get(dollId) === work) tails.delete(dollId)
    if (!done || !client.getQueryData(queryKey)) void client.invalidateQueries({ queryKey })
  })
  return work
}

function settle(dollId: number): void {
  const line = confirmed.get(dollId)
  const lines = queries().getQueryData(cartQuery().queryKey)
  if (lines) show(line ? withLine(lines, line) : without(lines, dollId))
}

function show(lines: CartLine[] | undefined): void {
  const owner = ownerNow()
  queries().setQueryData(cartQuery(owner).queryKey, lines)
  if (lines) keep(owner, lines)
}

function ownerNow(): string {
  return snapshot().user?.uuid ?? "me"
}

function keep(owner: string, lines: CartLine[]): void {
  try {
    localStorage.setItem(keys.knownCart, JSON.stringify({ owner, lines }))
  } catch {
    // If the storage is full, only the copy is missing.
  }
}

function known(owner: string): CartLine[] | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(keys.knownCart) ?? "null")
    return stored?.owner === owner ? readLines(JSON.stringify(stored.lines)) : undefined
  } catch {
    return undefined
  }
}
