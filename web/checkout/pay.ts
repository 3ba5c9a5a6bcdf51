import { useEffect, useState } from "react"
import { paymentTexts } from "#contract/buyingText.ts"
import type { Tier } from "#contract/membership.ts"
import type { Invoice } from "#contract/payments.ts"
import { call, explain } from "../api/client.ts"
import { randomKey } from "../ui/random.ts"

const underWay = "payment_under_way"

/** The payment that this tab went away for: the provider's way back does not always name it. */
export function lastPayment(): number | null {
  return Number(sessionStorage.getItem(underWay)) || null
}

export function rememberPayment(id: number): void {
  sessionStorage.setItem(underWay, String(id))
}

/** Its end has been told. */
export function forgetPayment(): void {
  sessionStorage.removeItem(underWay)
}

/** Why the provider's page could not be opened, fit to show. */
export class PaymentFailure extends Error {}

/** Leads to the provider's page for an order; the same live invoice, however often it is asked. */
export function openPaymentPage(reference: string): Promise<void> {
  const body = { order_id: reference, success_url: "/success", cancel_url: "/cancel" }
  return leave("POST /nowpayments/create-invoice", body, randomKey(), paymentTexts.invoiceFailed)
}

/** The same for a membership; one key an intention, so that a second click asks for nothing new. */
export function openSubscriptionPage({ level, price }: Pick<Tier, "level" | "price">, key: string): Promise<void> {
  const pages = { success_url: "/success-subscription", cancel_url: "/cancel-subscription" }
  const body = { level, price, currency: "usd", ...pages }
  const failed = paymentTexts.subscriptionInvoiceFailed
  return leave("POST /nowpayments/create-subscription-invoice", body, key, failed)
}

async function leave(what: string, body: object, key: string, failed: string): Promise<void> {
  const options = { body, headers: { "idempotency-key": key }, timeout: 20_000 }
  const invoice = await call<Invoice>(what, options).catch((error: unknown) => {
    throw new PaymentFailure(`${failed}. ${explain(error)}`)
  })
  if (!isWebAddress(invoice?.invoice_url)) throw new PaymentFailure(paymentTexts.invoiceUrlFailed)
  rememberPayment(invoice.payment_id)
  location.assign(invoice.invoice_url)
}

function isWebAddress(address: string | undefined): boolean {
  if (!address || !URL.canParse(address, location.origin)) return false
  return /^https?:$/.test(new URL(address, location.origin).protocol)
}

/** One payment at a time; ready again, with another key, when the browser brings the page back as it was left. */
export function usePaying() {
  const [isPaying, setPaying] = useState(false)
  const [key, setKey] = useState(randomKey)
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      setPaying(false)
      setKey(randomKey())
    }
    window.addEventListener("pageshow", comeBack)
    return () => window.removeEventListener("pageshow", comeBack)
  }, [])
  return { isPaying, setPaying, key }
}

/** The button's half: pays for an order that exists already. */
export function usePayNow() {
  const { isPaying, setPaying } = usePaying()
  const [failure, setFailure] = useState<string>()
  const payNow = async (reference: string) => {
    if (isPaying) return
    setPaying(true)
    setFailure(undefined)
    try {
      await openPaymentPage(reference)
    } catch (error) {
      setFailure(error instanceof PaymentFailure ? error.message : explain(error))
      setPaying(false)
    }
  }
  return { payNow, isPaying, failure }
}
