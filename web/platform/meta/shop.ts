import type { PublicSettings } from "#contract/admin.ts"
import { supportTexts } from "#contract/texts.ts"

let given: Pick<
  PublicSettings,
  "shop_name" | "support_hours" | "time_zone" | "announcement" | "announcement_link" | "return_days"
> = {
  shop_name: "Vitrine",
  support_hours: supportTexts.hours,
  time_zone: "UTC",
  announcement: null,
  announcement_link: null,
  return_days: 30,
}

/** Set on the server before each render, from the shop's settings. */
export function setShop(shop: typeof given): void {
  given = shop
}

/** For components rendered on the server only. */
export const shopAsSet = () => given

// In the browser they are read from <html>, so that hydration matches.
export const shopName = () => (import.meta.env.SSR ? given.shop_name : document.documentElement.dataset.shop!)
export const supportHours = () =>
  translated(import.meta.env.SSR ? given.support_hours : document.documentElement.dataset.hours!)

/** The time zone of the days in reports and on the dashboard. */
export const shopZone = () => (import.meta.env.SSR ? given.time_zone : document.documentElement.dataset.zone) || "UTC"

/** How long after shipping a return can be requested; 0: the shop takes none. */
export const returnDays = () =>
  import.meta.env.SSR ? given.return_days : Number(document.documentElement.dataset.returns)

/** What a shop begins with is in the language of the page; what its admin wrote stays. */
const translated = (hours: string) => (/^Mon-Fri 8am-5pm Pacific$/.test(hours) ? supportTexts.hours : hours)

/** The title of a browser tab. */
export const titled = (page: string) => `${page} - ${shopName()}`
