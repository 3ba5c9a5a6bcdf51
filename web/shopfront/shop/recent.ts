import type { Image } from "#contract/catalog.ts"
import { keys } from "../../platform/session/keys.ts"

export interface Seen {
  id: number
  name: string
  image: Pick<Image, "variants" | "width" | "height" | "color"> | null
}

/** The models viewed in this browser, latest first. They are never sent to the server, and a sign-out clears them. */
export function recentlySeen(): Seen[] {
  try {
    const kept = JSON.parse(localStorage.getItem(keys.recent) ?? "[]")
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

export function remember(one: Seen): void {
  // A model behind the age gate has not been viewed.
  if (document.documentElement.dataset.age !== "ok") return
  keep([one, ...recentlySeen().filter(({ id }) => id !== one.id)].slice(0, 9))
}

export function forget(gone?: number): void {
  keep(gone === undefined ? [] : recentlySeen().filter(({ id }) => id !== gone))
}

function keep(seen: Seen[]): void {
  localStorage.setItem(keys.recent, JSON.stringify(seen))
}
