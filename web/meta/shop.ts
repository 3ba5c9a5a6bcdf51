import type { PublicSettings } from "#contract/admin.ts"
import { supportTexts } from "#contract/texts.ts"

let given: Pick<PublicSettings, "shop_name" | "support_hours" | "announcement" | "announcement_link"> = {
  shop_name: "Vitrine",
  support_hours: supportTexts.hours,
  announcement: null,
  announcement_link: null,
}

/** Set on the server before each render, from the shop's settings. */
export function setShop(shop: typeof given): void {
  given = shop
}

/** For components rendered on the server only. */
export const shopAsSet = () => given

// In the browser both are read from <html>, so that hydration matches.
export const shopName = () => (import.meta.env.SSR ? given.shop_name : document.documentElement.dataset.shop!)
export const supportHours = () =>
  translated(import.meta.env.SSR ? given.support_hours : document.documentElement.dataset.hours!)

/** What a shop begins with is in the language of the page; what its admin wrote stays. */
const translated = (hours: string) => (/^Mon-Fri 8am-5pm Pacific$/.test(hours) ? supportTexts.hours : hours)

/** The title of a browser tab. */
export const titled = (page: string) => `${page} - ${shopName()}`
