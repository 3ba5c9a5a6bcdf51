import type { PublicSettings } from "#contract/admin.ts"
import { staffAnswerTexts } from "#contract/adminText.ts"
import { panelTexts } from "#contract/panelText.ts"
import { call } from "../../platform/api/client.ts"
import { sendTokenWithPages } from "../../platform/api/staffPass.ts"
import { onFrame } from "../../platform/session/frames.ts"
import { snapshot } from "../../platform/session/session.ts"
import { type Bar, bar, closedBar } from "./bar.ts"

/** Applies changes of the shop's settings that the account's socket reports. Returns a function that stops it. */
export function followShop(): () => void {
  return onFrame<PublicSettings & { type: "settings" }>("settings", show)
}

/** Fetches the settings for guests, who have no socket. Failures are ignored. */
export const askShop = () => call("GET /settings").then(show, () => undefined)

function show(shop: PublicSettings): void {
  const { shop_name, support_hours, time_zone, announcement, announcement_link, maintenance, return_days } = shop
  const data = { shop: shop_name, hours: support_hours, zone: time_zone, returns: return_days }
  Object.assign(document.documentElement.dataset, data)
  put(announcement ? drawn(bar, announcement, announcement_link) : null, bar.id)
  const { user } = snapshot()
  const isStaff = user !== null && user.role !== "user"
  if (maintenance && isStaff) sendTokenWithPages()
  const settings = user?.admin_type === "super_admin" ? "/admin?tab=settings" : null
  put(maintenance ? drawn(closedBar, closedText(shop, isStaff), settings) : null, closedBar.id)
}

function closedText({ maintenance_note: note }: PublicSettings, isStaff: boolean): string {
  if (!isStaff) return note ?? staffAnswerTexts.maintenance
  return note ? panelTexts.closedSaying(note) : panelTexts.closed
}

/** React does not render the bars (see `Announcement.tsx`). */
export function put(shown: HTMLElement | null, id: string): void {
  const old = document.getElementById(id)
  if (!shown) old?.remove()
  else if (old?.isEqualNode(shown)) return
  else if (old) old.replaceWith(shown)
  else document.querySelector("body > header")?.before(shown)
}

export function drawn(bar: Bar, text: string, to: string | null): HTMLElement {
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
