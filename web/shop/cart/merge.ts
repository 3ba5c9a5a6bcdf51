import { ApiError } from "../../api/client.ts"
import { keys } from "../../session/keys.ts"
import { snapshot } from "../../session/session.ts"
import { randomKey } from "../../ui/random.ts"
import { toast } from "../../ui/toast.tsx"
import * as account from "./accountCart.ts"
import { guestLines, writeGuestLines } from "./guestCart.ts"
import { subtracted } from "./lines.ts"

interface Underway {
  key: string
  items: { doll_id: number; quantity: number }[]
}

let running: Promise<void> | null = null

/**
 * After a sign-in: the guest's cart goes into the account's, once. Its key is kept until the server has answered, so that a lost
 * answer adds nothing twice; what could not be taken over is told. Never throws: without an answer it is tried again later.
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
    for (const { detail } of skipped) toast("Not everything could be moved to your cart", { description: detail })
  } catch (error) {
    // A refusal stays one however often it is sent; anything else may still have worked, or will.
    const isFinal = error instanceof ApiError && [403, 409, 422].includes(error.status)
    if (isFinal && error.code !== "IDEMPOTENCY_IN_FLIGHT") localStorage.removeItem(keys.cartMerge)
  }
}

function begin(): Underway | null {
  const items = guestLines().map(({ doll_id, quantity }) => ({ doll_id, quantity }))
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

/** One tab at a time, where the browser can say so; the key makes it safe where it cannot. */
function alone(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work()
  return navigator.locks.request("cart-merge", work) as Promise<void>
}
