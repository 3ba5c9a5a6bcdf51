import { ownLocale } from "../../platform/ui/locale.ts"

const day = new Intl.DateTimeFormat(ownLocale, { dateStyle: "medium" })

/** A date for tables that does not wrap: `Nov 21, 2026`. */
export const shortDate = (iso: string) => day.format(new Date(iso)).replaceAll(" ", "\u00a0")
