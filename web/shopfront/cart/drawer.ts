import { useSyncExternalStore } from "react"

/** An `old` message keeps its space, so that nothing moves. `about` names the model in question. */
export type Drawer = { open: boolean; message: string | null; about: string | null; old: boolean }

const closed: Drawer = { open: false, message: null, about: null, old: false }
let drawer = closed
const listeners = new Set<() => void>()

/** Opens the cart drawer with `message` at its top. */
export function openCartDrawer(message: string | null = null, about: string | null = null): void {
  publish({ open: true, message, about, old: false })
}

/** Hides the message after another change. */
export function fadeMessage(): void {
  if (drawer.message && !drawer.old) publish({ ...drawer, old: true })
}

export function closeCartDrawer(): void {
  publish(closed)
}

export function useDrawer(): Drawer {
  return useSyncExternalStore(
    subscribe,
    () => drawer,
    () => closed,
  )
}

function publish(next: Drawer): void {
  drawer = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
