import type { PublicSettings } from "#contract/admin.ts"
import { onFrame } from "../session/frames.ts"
import { bar } from "./bar.ts"

/** Whoever is signed in sees at once what an admin has set, and what was set before the socket was open. Returns the way to stop. */
export function followShop(): () => void {
  return onFrame<PublicSettings & { type: "settings" }>("settings", show)
}

function show({ shop_name, support_hours, announcement, announcement_link }: PublicSettings): void {
  Object.assign(document.documentElement.dataset, { shop: shop_name, hours: support_hours })
  announce(announcement, announcement_link)
}

/** The bar is not React's (`Announcement.tsx`). */
function announce(text: string | null, to: string | null): void {
  const old = document.getElementById(bar.id)
  const shown = text ? drawn(text, to) : null
  if (!shown) old?.remove()
  else if (old?.isEqualNode(shown)) return
  else if (old) old.replaceWith(shown)
  else document.querySelector("body > header")?.before(shown)
}

function drawn(text: string, to: string | null): HTMLElement {
  const aside = document.createElement("aside")
  const line = aside.appendChild(document.createElement("p"))
  Object.assign(aside, { id: bar.id, className: bar.className, ariaLabel: bar.label })
  line.className = bar.line
  if (!to) line.textContent = text
  else {
    const link = line.appendChild(document.createElement("a"))
    Object.assign(link, { href: to, className: bar.link, textContent: text })
    link.dataset.go = ""
  }
  return aside
}
