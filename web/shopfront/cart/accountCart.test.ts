import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { CartItem } from "#contract/cart.ts"
import type { Purchasable } from "./lines.ts"

const toasts: string[] = []
vi.mock("../../platform/ui/toast.tsx", () => ({ toast: (title: string) => void toasts.push(title) }))

const model = (id: number): Purchasable => ({
  id,
  name: `Piece ${id}`,
  price: 10,
  description: "",
  images: [],
  stock: null,
  in_stock: true,
})
const item = (id: number, doll_id: number, quantity: number): CartItem => ({
  id,
  doll_id,
  quantity,
  name: `Piece ${doll_id}`,
  price: 10,
  price_was: null,
  description: "",
  image: null,
  available: null,
  notice: null,
})

/** A pending call, which the test answers. */
interface Asked {
  what: string
  body: any
  key: string | null
  answer(status: number, body?: unknown): void
  fail(): void
}
let asked: Asked[] = []
let cart: typeof import("./accountCart.ts")
let merge: typeof import("./merge.ts")
let queries: typeof import("../../platform/api/queries.ts")

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

beforeEach(async () => {
  asked = []
  toasts.length = 0
  vi.resetModules()
  vi.stubGlobal("document", { documentElement: { dataset: {} } })
  vi.stubGlobal("window", { addEventListener() {}, removeEventListener() {} })
  vi.stubGlobal("localStorage", storage())
  vi.stubGlobal("sessionStorage", storage())
  vi.stubGlobal("navigator", {})
  localStorage.setItem("access_token", "token")
  localStorage.setItem("profile_hint", JSON.stringify({ uuid: "u-1", role: "user" }))
  vi.stubGlobal(
    "fetch",
    (url: string, { method, body, headers, signal }: RequestInit) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("aborted")))
        asked.push({
          what: `${method} ${url}`,
          body: body ? JSON.parse(String(body)) : undefined,
          key: (headers as Record<string, string>)["idempotency-key"] ?? null,
          answer: (status, answer) =>
            resolve(
              new Response(status === 204 ? null : JSON.stringify(answer), {
                status,
                headers: { "content-type": "application/json" },
              }),
            ),
          fail: () => reject(new TypeError("Failed to fetch")),
        })
      }),
  )
  cart = await import("./accountCart.ts")
  merge = await import("./merge.ts")
  queries = await import("../../platform/api/queries.ts")
})
afterEach(() => vi.unstubAllGlobals())

const shown = () =>
  queries
    .queries()
    .getQueryData(cart.cartQuery().queryKey)
    ?.map((line) => [line.doll_id, line.quantity])
const holds = (...items: CartItem[]) => queries.queries().setQueryData(cart.cartQuery().queryKey, items)
const until = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count))

test("an added model is shown at once, and replaced by the server's line", async () => {
  holds(item(7, 1, 1))
  const done = cart.add(model(2), 3)
  expect(shown()).toEqual([
    [2, 3],
    [1, 1],
  ])
  await until(1)
  expect(asked[0]).toMatchObject({ what: "POST /api/cart/", body: { doll_id: 2, quantity: 3 } })
  asked[0]!.answer(200, item(8, 2, 4))
  expect(await done).toBe(true)
  expect(shown()).toEqual([
    [2, 4],
    [1, 1],
  ])
})

test("an addition is retried under its key until one of the line's changes succeeds", async () => {
  holds()
  const send = async (change: Promise<boolean>, then: (call: Asked) => void) => {
    await vi.waitFor(() => expect(asked.at(-1)?.what).toMatch(/^(POST|PUT) /))
    const call = asked.at(-1)!
    asked.length = 0
    then(call)
    await change
    return call.key
  }
  const lose = (call: Asked) => call.fail()
  const answer = (call: Asked) => call.answer(200, item(8, 2, 1))
  const lost = await send(cart.add(model(2), 1), lose)
  expect(lost).toMatch(/^[0-9a-f]{32}$/)
  expect(await send(cart.add(model(2), 1), answer)).toBe(lost)
  const next = await send(cart.add(model(2), 1), lose)
  expect(next).not.toBe(lost)
  await send(cart.set(2, 4), answer)
  expect(await send(cart.add(model(2), 1), answer)).not.toBe(next)
})

test("Buy Now sets the quantity as requested, whatever the cart held, whether or not it is loaded yet", async () => {
  holds(item(7, 1, 4))
  const known = cart.put(model(1), 1)
  expect(shown()).toEqual([[1, 1]])
  await until(1)
  expect(asked[0]).toMatchObject({ what: "PUT /api/cart/7", body: { quantity: 1 } })
  asked[0]!.answer(200, item(7, 1, 1))
  expect(await known).toBe(true)
  const unknown = cart.put(model(2), 2)
  await until(2)
  expect(asked[1]).toMatchObject({ what: "POST /api/cart/", body: { doll_id: 2, quantity: 2 } })
  asked[1]!.answer(200, item(8, 2, 5))
  await until(3)
  expect(asked[2]).toMatchObject({ what: "PUT /api/cart/8", body: { quantity: 2 } })
  asked[2]!.answer(200, item(8, 2, 2))
  expect(await unknown).toBe(true)
  expect(shown()).toEqual([
    [2, 2],
    [1, 1],
  ])
})

test("a failed change reverts to the server's last state, with the error message of the shop", async () => {
  holds(item(7, 1, 2))
  const done = cart.set(1, 5)
  expect(shown()).toEqual([[1, 5]])
  await until(1)
  asked[0]!.answer(503, { detail: "Away" })
  expect(await done).toBe(false)
  expect(shown()).toEqual([[1, 2]])
  expect(toasts).toEqual(["Failed to update cart"])
})

test("changes of one line are sent one at a time, and of those waiting only the newest quantity", async () => {
  holds(item(7, 1, 1))
  const all = [cart.set(1, 2), cart.set(1, 3), cart.set(1, 4)]
  expect(shown()).toEqual([[1, 4]])
  await until(1)
  expect(asked[0]).toMatchObject({ what: "PUT /api/cart/7" })
  asked[0]!.answer(200, item(7, 1, asked[0]!.body.quantity))
  if (asked[0]!.body.quantity !== 4) {
    await until(2)
    expect(asked[1]!.body).toEqual({ quantity: 4 })
    expect(shown()).toEqual([[1, 4]])
    asked[1]!.answer(200, item(7, 1, 4))
  }
  expect(await Promise.all(all)).toEqual([true, true, true])
  expect(shown()).toEqual([[1, 4]])
})

test("a failed removal restores the line; removing a missing line is not an error", async () => {
  holds(item(7, 1, 1), item(8, 2, 1))
  const failing = cart.remove(1)
  const gone = cart.remove(2)
  expect(shown()).toEqual([])
  await until(2)
  asked[0]!.fail()
  asked[1]!.answer(404, { detail: "Not found" })
  expect(await Promise.all([failing, gone])).toEqual([false, true])
  expect(shown()).toEqual([[1, 1]])
  expect(toasts).toEqual(["Failed to remove item from cart"])
})

test("a cart that cannot be cleared is shown as before", async () => {
  holds(item(7, 1, 1))
  const done = cart.clear()
  await until(1)
  expect(shown()).toEqual([])
  asked[0]!.answer(500, {})
  expect(await done).toBe(false)
  expect(shown()).toEqual([[1, 1]])
  expect(toasts).toEqual(["Failed to clear cart"])
})

test("a guest's cart is sent under one key until the server responds, and then deleted", async () => {
  localStorage.setItem("local_cart", JSON.stringify([item(1, 1, 2)]))
  const first = merge.mergeGuestCart()
  expect(merge.mergeGuestCart()).toBe(first)
  await until(1)
  asked[0]!.fail()
  await first
  expect(localStorage.getItem("local_cart")).not.toBeNull()

  const again = merge.mergeGuestCart()
  await until(2)
  expect(asked[1]).toMatchObject({
    what: "POST /api/cart/merge",
    body: { items: [{ doll_id: 1, quantity: 2, price: 10 }] },
  })
  expect(asked[1]!.key).toMatch(/^[0-9a-f]{32}$/)
  expect(asked[1]!.key).toBe(asked[0]!.key)
  asked[1]!.answer(200, { items: [item(9, 1, 2)], skipped: [{ doll_id: 4, detail: "We couldn't find this model." }] })
  await again
  expect(localStorage.getItem("local_cart")).toBeNull()
  expect(localStorage.getItem("cart_merge")).toBeNull()
  expect(shown()).toEqual([[1, 2]])
  expect(toasts).toEqual(["Some items couldn't be moved to your cart"])
})

test("staff have no cart to merge into", async () => {
  localStorage.setItem("profile_hint", JSON.stringify({ uuid: "u-2", role: "admin" }))
  localStorage.setItem("local_cart", JSON.stringify([item(1, 1, 2)]))
  await merge.mergeGuestCart()
  expect(asked).toEqual([])
})
