import { paymentTexts } from "#contract/buyingText.ts"
import { invalid } from "../refusal.ts"

/**
 * A page of this site to come back to, in full: given as a path or as a full address. Anything else is refused, or an invoice
 * could send its payer to a stranger's page.
 */
export function ownPage(given: string | undefined, field: string, fallback: string, origin: string): URL {
  const text = given ?? fallback
  const url = /^(\/(?![/\\])|https?:\/\/)/i.test(text) && !/[\s\\\p{Cc}]/u.test(text) ? URL.parse(text, origin) : null
  if (!url || url.origin !== new URL(origin).origin || url.username || url.password) {
    throw invalid(field, paymentTexts.foreignAddress)
  }
  return url
}
