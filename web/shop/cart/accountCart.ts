import { queryOptions } from "@tanstack/react-query"
import type { CartItem, MergedCart } from "#contract/cart.ts"
import { cartTexts } from "#contract/texts.ts"
import { ApiError, call, explain, list } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import { keys } from "../../session/keys.ts"
import { snapshot } from "../../session/session.ts"
import { toast } from "../../ui/toast.tsx"
import {
  type CartLine,
  lineOf,
  type Purchasable,
  readLines,
  withAdded,
  withLine,
  without,
  withQuantity,
} from "./lines.ts"

/** The account's cart. Its last known state is kept in this browser, to be shown when the server cannot be asked. */
export const cartQuery = (owner = ownerNow()) =>
  queryOptions({
    queryKey: ["cart", owner],
    queryFn: async ({ signal }) => {
      await Promise.allSettled(tails.values())
      const { items } = await list<CartItem>("GET /cart/?skip=0&limit=100", { signal })
      keep(owner, items)
      return items
    },
    initialData: () => known(owner),
    initialDataUpdatedAt: 0,
    refetchOnWindowFocus: true,
  })

export function add(doll: Purchasable, quantity: number): Promise<boolean> {
  return change(doll.id, {
    guess: (lines) => withAdded(lines, lineOf(doll, quantity)),
    ask: () => call<CartItem>("POST /cart/", { body: { doll_id: doll.id, quantity } }),
    failed: cartTexts.addFailed,
  })
}

export function set(dollId: number, quantity: number): Promise<boolean> {
  return change(dollId, {
    guess: (lines) => withQuantity(lines, dollId, quantity),
    ask: (id) => call<CartItem>(`PUT /cart/${id}`, { body: { quantity } }),
    failed: cartTexts.updateFailed,
    replaceable: true,
  })
}

export function remove(dollId: number): Promise<boolean> {
  return change(dollId, {
    guess: (lines) => without(lines, dollId),
    ask: async (id) => {
      await call(`DELETE /cart/${id}`).catch((error) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      })
      return null
    },
    failed: cartTexts.removeFailed,
  })
}

export async function clear(): Promise<boolean> {
  const { queryKey } = cartQuery()
  await Promise.allSettled(tails.values())
  await queries().cancelQueries({ queryKey })
  const before = queries().getQueryData(queryKey)
  show([])
  try {
    await call("DELETE /cart/")
    return true
  } catch (error) {
    show(before)
    toast(cartTexts.clearFailed, { kind: "error", description: explain(error) })
    void queries().invalidateQueries({ queryKey })
    return false
  }
}

export async function merge(items: { doll_id: number; quantity: number }[], key: string): Promise<MergedCart> {
  const { queryKey } = cartQuery()
  const merged = await call<MergedCart>("POST /cart/merge", { body: { items }, headers: { "idempotency-key": key } })
  await queries().cancelQueries({ queryKey })
  show(merged.items)
  return merged
}

/** Another tab has changed the account's cart. */
export function followOtherTabs(event: StorageEvent): void {
  if (event.key !== keys.knownCart || tails.size > 0) return
  const lines = known(ownerNow())
  if (lines) queries().setQueryData(cartQuery().queryKey, lines)
}

interface Change {
  guess(lines: CartLine[]): CartLine[]
  /** `id` is the line's own, as the server last named it. */
  ask(id: number | undefined): Promise<CartLine | null>
  failed: string
  /** A later change of the same line makes this one needless if it has not begun. */
  replaceable?: boolean
}

/** By model: the end of its line's queue, what the server last said of the line, and the newest change. */
const tails = new Map<number, Promise<boolean>>()
const confirmed = new Map<number, CartLine | null>()
const newest = new Map<number, Change>()

/**
 * Shows the change at once and asks the server for it; changes of one line go one after the other. When one fails, and no later
 * one is waiting, the line goes back to what the server last said.
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
    // A full storage costs only the copy.
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
