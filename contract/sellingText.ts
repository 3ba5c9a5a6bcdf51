import { t } from "./t.ts"

export const sellingTexts = {
  saved: t`Shipping and taxes saved.`,
  saveFailed: t`Failed to save shipping and taxes`,
  changed: t`Another admin changed shipping or taxes.`,
  nameRequired: t`Please enter a name.`,
  days: t`Please enter 0 to 180 days.`,
  daysOrder: t`Please enter at least as many days as in the first field.`,
  price: t`Please enter a price of up to $10,000.`,
  rate: t`Please enter a rate of up to 100%, with no more than two decimals.`,
  countryRequired: t`Please choose a country.`,
  countryTwice: t`This country is in the list twice.`,
  idTwice: t`This method is in the list twice.`,
  methodGone: t`The shipping method you chose is no longer available. Please choose another one.`,
  /** Beside an amount that is part of the total. */
  included: (percent: number) => t`Includes ${percentText(percent)} VAT`,
  /** Beside an amount that is added to the prices. */
  added: (percent: number) => t`VAT (${percentText(percent)})`,
  /** Beside the price of shipping, where the shop's owner has named the method. */
  shipping: (method: string) => t`Shipping (${method})`,
} as const

/** `19%`, or `19 %`, as the language writes it. */
export const percentText = (percent: number) =>
  new Intl.NumberFormat(t`en-US`, { style: "percent", maximumFractionDigits: 2 }).format(percent / 100)
