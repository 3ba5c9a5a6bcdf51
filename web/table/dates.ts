import { english } from "../ui/english.ts"

const day = new Intl.DateTimeFormat(english, { dateStyle: "medium" })

/** A date for tables, without line breaks: `Nov 21, 2026`. */
export const shortDate = (iso: string) => day.format(new Date(iso)).replaceAll(" ", "\u00a0")
