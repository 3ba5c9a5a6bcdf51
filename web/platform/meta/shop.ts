import type { PublicSettings } from "#contract/admin.ts"
import { type PublicSelling, standardSelling } from "#contract/shippingMethods.ts"
import { supportTexts } from "#contract/texts.ts"

let given: Pick<
  PublicSettings,
  | "shop_name"
  | "support_hours"
  | "time_zone"
  | "announcement"
  | "announcement_link"
  | "return_days"
  | "automatic_emails"
> = {
  shop_name: "Vitrine",
  support_hours: supportTexts.hours,
  time_zone: "UTC",
  announcement: null,
  announcement_link: null,
  return_days: 30,
  automatic_emails: ["back_in_stock"],
}

/** The server sets this before each render, from the shop's settings. */
export function setShop(shop: typeof given): void {
  given = shop
}

let terms: PublicSelling | null = null

/** The server sets this before each render; null while the shop ships as a new shop does. */
export function setSelling(selling: PublicSelling | null): void {
  terms = selling
}

/** What is written into <html>: nothing while the shop ships as a new shop does. */
export const sellingAsSet = () => (terms ? JSON.stringify(terms) : undefined)

/** How the shop ships, before there is an order. */
export function selling(): PublicSelling {
  if (import.meta.env.SSR) return terms ?? standardSelling
  const text = document.documentElement.dataset.selling
  return text ? JSON.parse(text) : standardSelling
}

/** Whether the shop ships as a new shop does, which pages say in the words of the specification. */
export const shipsAsNew = () => selling() === standardSelling

export const shipsFree = () => selling().methods.every(({ price }) => price === 0)

/** Only for components that are rendered on the server alone. */
export const shopAsSet = () => given

// Browsers read them from <html>, so that hydration matches.
export const shopName = () => (import.meta.env.SSR ? given.shop_name : document.documentElement.dataset.shop!)
export const supportHours = () =>
  translated(import.meta.env.SSR ? given.support_hours : document.documentElement.dataset.hours!)

/** The time zone that days follow in reports and on the dashboard. */
export const shopZone = () => (import.meta.env.SSR ? given.time_zone : document.documentElement.dataset.zone) || "UTC"

/** Days after shipping within which a return can be requested; 0 if the shop takes no returns. */
export const returnDays = () =>
  import.meta.env.SSR ? given.return_days : Number(document.documentElement.dataset.returns)

/** Whether people can ask for an email about a model that is sold out. */
export const emailsStock = () =>
  import.meta.env.SSR
    ? given.automatic_emails.includes("back_in_stock")
    : document.documentElement.dataset.restock === undefined

/** Translates the hours that a new shop starts with; hours that the admin wrote stay as they are. */
const translated = (hours: string) => (/^Mon-Fri 8am-5pm Pacific$/.test(hours) ? supportTexts.hours : hours)

/** The title of a browser tab. */
export const titled = (page: string) => `${page} - ${shopName()}`
