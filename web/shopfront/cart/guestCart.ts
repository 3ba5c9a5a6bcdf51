import { keys } from "../../platform/session/keys.ts"
import { type CartLine, readLines } from "./lines.ts"

const none: CartLine[] = []
const listeners = new Set<() => void>()
let text: string | null = null
let lines: CartLine[] = none

/** A guest's cart is stored in `localStorage`, which all tabs share. */
export function guestLines(): CartLine[] {
  const stored = readStored()
  if (stored !== text) {
    text = stored
    lines = readLines(stored)
  }
  return lines
}

export const noLines = () => none

export function writeGuestLines(next: CartLine[]): void {
  if (next.length === 0) localStorage.removeItem(keys.cart)
  else localStorage.setItem(keys.cart, JSON.stringify(next))
  for (const listener of listeners) listener()
}

export function subscribeGuest(listener: () => void): () => void {
  const follow = (event: StorageEvent) => (event.key === keys.cart || event.key === null) && listener()
  listeners.add(listener)
  window.addEventListener("storage", follow)
  return () => {
    listeners.delete(listener)
    window.removeEventListener("storage", follow)
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(keys.cart)
  } catch {
    return null
  }
}
