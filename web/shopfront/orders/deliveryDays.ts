import { ownLocale } from "../../platform/ui/locale.ts"
import type { Delivery } from "./delivery.ts"

const days = new Intl.DateTimeFormat(ownLocale, { dateStyle: "long", timeZone: "UTC" })

/** `December 4 – 11, 2026` or `4–11 December 2026`. A file of its own, because the page of a model writes it shorter. */
export const daysOfDelivery = ({ from, until }: Delivery) =>
  // A range is broken after its dash, where the line is too short for it.
  days.formatRange(new Date(from), new Date(until)).replaceAll(/\s/g, "\u00a0")
