import { t } from "#contract/t.ts"
/** Converts dollars of the API to integer cents; the schema has already refused more than two decimals. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

export function fromCents(cents: number): number {
  return cents / 100
}

/** Returns, for example, `$1,240.00`, in the format of the reader. */
export function formatCents(cents: number, locale = t`en-US`): string {
  const dollars = formats.get(locale) ?? new Intl.NumberFormat(locale, { style: "currency", currency: "USD" })
  formats.set(locale, dollars)
  return dollars.format(cents / 100)
}

const formats = new Map<string, Intl.NumberFormat>()
