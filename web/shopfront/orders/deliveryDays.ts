import { ownLocale } from "../../platform/ui/locale.ts"
import type { Delivery } from "./delivery.ts"

const days = new Intl.DateTimeFormat(ownLocale, { dateStyle: "long", timeZone: "UTC" })

/** `December 4 – 11, 2026` or `4–11 December 2026`. A separate file, because a model's page uses a shorter form. */
export const daysOfDelivery = ({ from, until }: Delivery) =>
  // Non-breaking spaces let a range break only after its dash.
  days.formatRange(new Date(from), new Date(until)).replaceAll(/\s/g, "\u00a0")
