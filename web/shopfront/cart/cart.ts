import { useQuery } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import { t } from "#contract/t.ts"
import { cartTexts, stockTexts } from "#contract/texts.ts"
import { type Session, snapshot, useSession } from "../../platform/session/session.ts"
import { toast } from "../../platform/ui/toast.tsx"
import * as account from "./accountCart.ts"
import { openCartDrawer } from "./drawer.ts"
import { guestLines, noLines, subscribeGuest, writeGuestLines } from "./guestCart.ts"
import {
  bounded,
  type CartLine,
  countOf,
  lineOf,
  type Purchasable,
  totalOf,
  withAdded,
  withExactly,
  without,
  withQuantity,
} from "./lines.ts"

export { openCartDrawer } from "./drawer.ts"
export type { CartLine, Purchasable } from "./lines.ts"

export interface Cart {
  items: CartLine[]
  count: number
  /** In dollars. */
  total: number
  /** `failed`: the server is unreachable and `items` is a read-only copy. */
  status: "loading" | "ready" | "failed"
  error: unknown
  retry(): void
}

/** The current cart: in this browser for guests, on the server for customers, empty for staff. */
export function useCart(): Cart {
  const session = useSession()
  const isGuest = session.status === "guest"
  const isCustomer = !isGuest && !isStaff(session)
  const local = useSyncExternalStore(subscribeGuest, guestLines, noLines)
  const query = useQuery({ ...account.cartQuery(session.user?.uuid ?? "me"), enabled: isCustomer })
  const items = isGuest ? local : isCustomer ? (query.data ?? none) : none
  return {
    items,
    count: countOf(items),
    total: totalOf(items),
    status: !isCustomer ? "ready" : query.isError ? "failed" : query.data ? "ready" : "loading",
    error: isCustomer ? query.error : null,
    retry: () => void query.refetch(),
  }
}

const none: CartLine[] = []

/** Loaded only after a sign-in, since guests have nothing to merge. If loading fails, the next page tries again. */
export const mergeGuestCart = () =>
  import("./merge.ts").then(
    (merge) => merge.mergeGuestCart(),
    () => undefined,
  )

/** Resolves with whether the model was added. The drawer opens if it was; otherwise a toast says why not. */
export async function addToCart(doll: Purchasable, quantity: number): Promise<boolean> {
  const held = linesNow().find((line) => line.doll_id === doll.id)
  // `available` may exceed the stock by what the account's own unpaid orders hold.
  const left = doll.stock === null ? Infinity : Math.max(doll.stock, held?.available ?? 0)
  if (held && left > 0 && held.quantity + quantity > left) {
    const done = held.quantity === left || (await putInCart(doll, left))
    if (done) openCartDrawer(stockTexts.allHeld(left))
    return done
  }
  const done = await forWhomever(
    () => account.add(doll, quantity),
    () => writeGuestLines(withAdded(guestLines(), lineOf(doll, quantity))),
    cartTexts.addFailed,
  )
  if (done) openCartDrawer(cartTexts.added, doll.name)
  return done
}

function linesNow(): CartLine[] {
  return snapshot().status === "guest" ? guestLines() : account.linesNow()
}

/** Sets the quantity of the model, whatever the cart held before. */
export function putInCart(doll: Purchasable, quantity: number): Promise<boolean> {
  return forWhomever(
    () => account.put(doll, quantity),
    () => writeGuestLines(withExactly(guestLines(), lineOf(doll, quantity))),
    cartTexts.addFailed,
  )
}

export function setQuantity({ doll_id }: Pick<CartLine, "doll_id">, quantity: number): Promise<boolean> {
  const wanted = bounded(quantity)
  return forWhomever(
    () => account.set(doll_id, wanted),
    () => writeGuestLines(withQuantity(guestLines(), doll_id, wanted)),
    cartTexts.updateFailed,
  )
}

export function removeItem({ doll_id }: Pick<CartLine, "doll_id">): Promise<boolean> {
  return forWhomever(
    () => account.remove(doll_id),
    () => writeGuestLines(without(guestLines(), doll_id)),
    cartTexts.removeFailed,
  )
}

export function clearCart(): Promise<boolean> {
  return forWhomever(
    () => account.clear(),
    () => writeGuestLines([]),
    cartTexts.clearFailed,
  )
}

export function isStaff(session: Session): boolean {
  return session.user !== null && session.user.role !== "user"
}

async function forWhomever(customer: () => Promise<boolean>, guest: () => void, failed: string): Promise<boolean> {
  const session = snapshot()
  if (isStaff(session)) {
    toast(cartTexts.staff, { kind: "error" })
    return false
  }
  if (session.status !== "guest") return customer()
  try {
    guest()
    return true
  } catch {
    toast(failed, { kind: "error", description: t`Your browser is blocking storage for this site.` })
    return false
  }
}
