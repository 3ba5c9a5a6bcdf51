import { useSyncExternalStore } from "react"

export type Drawer = { open: boolean; notice: string | null }

const closed: Drawer = { open: false, notice: null }
let drawer = closed
const listeners = new Set<() => void>()

/** Opens the cart beside the page; `notice` is said at its top ("Added to cart!"). */
export function openCartDrawer(notice: string | null = null): void {
  publish({ open: true, notice })
}

/** What was said is old news once something else has been changed. */
export function dropNotice(): void {
  if (drawer.notice) publish({ ...drawer, notice: null })
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
