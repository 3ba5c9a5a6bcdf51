import { paymentTexts } from "#contract/buyingText.ts"
import { invalid } from "../../platform/refusal.ts"

/**
 * Returns the return page of an invoice: a path or full URL on this site. Anything else is refused, because an invoice
 * could otherwise redirect its payer to a foreign page.
 */
export function ownPage(given: string | undefined, field: string, fallback: string, origin: string): URL {
  const text = given ?? fallback
  const url = /^(\/(?![/\\])|https?:\/\/)/i.test(text) && !/[\s\\\p{Cc}]/u.test(text) ? URL.parse(text, origin) : null
  if (!url || url.origin !== new URL(origin).origin || url.username || url.password) {
    throw invalid(field, paymentTexts.foreignAddress)
  }
  return url
}
