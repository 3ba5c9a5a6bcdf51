import type { Image } from "#contract/catalog.ts"
import { keys } from "../../platform/session/keys.ts"

export interface Seen {
  id: number
  name: string
  image: Pick<Image, "variants" | "width" | "height" | "color"> | null
}

/** The models viewed in this browser, latest first. Never sent to the server, and cleared by a sign-out. */
export function recentlySeen(): Seen[] {
  try {
    const kept = JSON.parse(localStorage.getItem(keys.recent) ?? "[]")
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

export function remember(one: Seen): void {
  // Behind the age gate nothing was viewed.
  if (document.documentElement.dataset.age !== "ok") return
  keep([one, ...recentlySeen().filter(({ id }) => id !== one.id)].slice(0, 9))
}

/** Removes one model, or all of them. */
export function forget(gone?: number): void {
  keep(gone === undefined ? [] : recentlySeen().filter(({ id }) => id !== gone))
}

function keep(seen: Seen[]): void {
  localStorage.setItem(keys.recent, JSON.stringify(seen))
}
