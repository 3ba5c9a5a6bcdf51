import { useQuery } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import { cartTexts } from "#contract/texts.ts"
import { type Session, snapshot, useSession } from "../../session/session.ts"
import { toast } from "../../ui/toast.tsx"
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
  without,
  withQuantity,
} from "./lines.ts"

export { openCartDrawer } from "./drawer.ts"
export type { CartLine, Purchasable } from "./lines.ts"
export { mergeGuestCart } from "./merge.ts"

export interface Cart {
  items: CartLine[]
  /** Pieces, not lines. */
  count: number
  /** USD */
  total: number
  /** `failed`: the server cannot be asked; `items` are the last known ones and must not be changed. */
  status: "loading" | "ready" | "failed"
  error: unknown
  retry(): void
}

/** The cart of whoever is here: in this browser for guests, at the server for customers, always empty for staff. */
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

/** True once it is in the cart; a failure has been told. `tell` says where the success is announced. */
export async function addToCart(
  doll: Purchasable,
  quantity: number,
  tell: "drawer" | "toast" | "nothing" = "drawer",
): Promise<boolean> {
  const done = await forWhomever(
    () => account.add(doll, quantity),
    () => writeGuestLines(withAdded(guestLines(), lineOf(doll, quantity))),
    cartTexts.addFailed,
  )
  if (done && tell === "drawer") openCartDrawer(cartTexts.added)
  if (done && tell === "toast") toast(cartTexts.added, { kind: "success" })
  return done
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
    toast(failed, { kind: "error", description: "This browser does not let the shop keep anything." })
    return false
  }
}
