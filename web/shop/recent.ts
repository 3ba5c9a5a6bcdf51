import type { Image } from "#contract/catalog.ts"
import { keys } from "../session/keys.ts"

export interface Seen {
  id: number
  name: string
  image: Pick<Image, "variants" | "width" | "height" | "color"> | null
}

/** The models that were looked at in this browser, the last one first. They are told to nobody, and forgotten with the sign-out. */
export function recentlySeen(): Seen[] {
  try {
    return JSON.parse(localStorage.getItem(keys.recent) ?? "[]")
  } catch {
    return []
  }
}

export function remember(one: Seen): void {
  // Behind the gate nobody has looked at anything.
  if (document.documentElement.dataset.age !== "ok") return
  keep([one, ...recentlySeen().filter(({ id }) => id !== one.id)].slice(0, 9))
}

/** One that is not in the shop any more; all of them when none is named. */
export function forget(gone?: number): void {
  keep(gone === undefined ? [] : recentlySeen().filter(({ id }) => id !== gone))
}

function keep(seen: Seen[]): void {
  localStorage.setItem(keys.recent, JSON.stringify(seen))
}
