import type { MergeCart } from "#contract/cart.ts"
import { t } from "#contract/t.ts"
import { ApiError } from "../../platform/api/client.ts"
import { keys } from "../../platform/session/keys.ts"
import { snapshot } from "../../platform/session/session.ts"
import { randomKey } from "../../platform/ui/random.ts"
import { toast } from "../../platform/ui/toast.tsx"
import * as account from "./accountCart.ts"
import { guestLines, writeGuestLines } from "./guestCart.ts"
import { subtracted } from "./lines.ts"

interface Underway {
  key: string
  items: MergeCart["items"]
}

let running: Promise<void> | null = null

/**
 * Merges the guest's cart into the account's after a sign-in. The idempotency key is kept until the server answers, so
 * that a lost response adds nothing twice. Skipped lines are shown. Never throws: without a response, the next page
 * tries again.
 */
export function mergeGuestCart(): Promise<void> {
  running ??= alone(mergeOnce).finally(() => {
    running = null
  })
  return running
}

async function mergeOnce(): Promise<void> {
  const session = snapshot()
  if (session.status === "guest" || (session.user && session.user.role !== "user")) return
  const underway = readUnderway() ?? begin()
  if (!underway) return
  try {
    const { skipped } = await account.merge(underway.items, underway.key)
    finish(underway)
    for (const { detail } of skipped) toast(t`Some items couldn't be moved to your cart`, { description: detail })
  } catch (error) {
    // A refusal is final; anything else is retried.
    const isFinal = error instanceof ApiError && [403, 409, 422].includes(error.status)
    if (isFinal && error.code !== "IDEMPOTENCY_IN_FLIGHT") localStorage.removeItem(keys.cartMerge)
  }
}

function begin(): Underway | null {
  const items = guestLines().map(({ doll_id, quantity, price, price_was }) => ({
    doll_id,
    quantity,
    price: price_was ?? price,
  }))
  if (items.length === 0) return null
  const underway = { key: randomKey(), items }
  localStorage.setItem(keys.cartMerge, JSON.stringify(underway))
  return underway
}

function finish({ items }: Underway): void {
  writeGuestLines(subtracted(guestLines(), items))
  localStorage.removeItem(keys.cartMerge)
}

function readUnderway(): Underway | null {
  try {
    return JSON.parse(localStorage.getItem(keys.cartMerge) ?? "null")
  } catch {
    return null
  }
}

/** Runs in one tab at a time where the browser supports locks; the idempotency key covers the rest. */
function alone(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work()
  return navigator.locks.request("cart-merge", work) as Promise<void>
}
