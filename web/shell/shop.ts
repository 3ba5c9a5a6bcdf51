import type { PublicSettings } from "#contract/admin.ts"
import { supportTexts } from "#contract/texts.ts"

let given: Pick<PublicSettings, "shop_name" | "support_hours" | "announcement" | "announcement_link"> = {
  shop_name: "Vitrine",
  support_hours: supportTexts.hours,
  announcement: null,
  announcement_link: null,
}

/** What an admin has set counts for every page and everybody: the server says it here before it draws one. */
export function drawFor(shop: typeof given): void {
  given = shop
}

/** For what only the server draws. */
export const shopAsSet = () => given

// In the browser both stand on <html>, so that a page reads the same there as it was drawn.
export const shopName = () => (import.meta.env.SSR ? given.shop_name : document.documentElement.dataset.shop!)
export const supportHours = () => (import.meta.env.SSR ? given.support_hours : document.documentElement.dataset.hours!)

/** As it stands above a tab of the browser. */
export const titled = (page: string) => `${page} - ${shopName()}`
