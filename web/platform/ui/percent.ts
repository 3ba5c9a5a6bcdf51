import { locale } from "#contract/t.ts"
/** Turns 12 into `12%`. */
export const percent = (value: number, options?: Intl.NumberFormatOptions) =>
  (value / 100).toLocaleString(locale, { style: "percent", ...options })
