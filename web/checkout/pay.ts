import { useEffect, useState } from "react"
import type { Invoice } from "#contract/payments.ts"
import { paymentTexts } from "#contract/texts.ts"
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
export async function openPaymentPage(reference: string): Promise<void> {
  const body = { order_id: reference, success_url: "/success", cancel_url: "/cancel" }
  const headers = { "idempotency-key": randomKey() }
  const invoice = await call<Invoice>("POST /nowpayments/create-invoice", { body, headers, timeout: 20_000 }).catch(
    (error: unknown) => {
      throw new PaymentFailure(`${paymentTexts.invoiceFailed}. ${explain(error)}`)
    },
  )
  if (!isWebAddress(invoice?.invoice_url)) throw new PaymentFailure(paymentTexts.invoiceUrlFailed)
  rememberPayment(invoice.payment_id)
  location.assign(invoice.invoice_url)
}

function isWebAddress(address: string | undefined): boolean {
  if (!address || !URL.canParse(address, location.origin)) return false
  return /^https?:$/.test(new URL(address, location.origin).protocol)
}

/** One payment at a time; ready again when the browser brings the page back as it was left. */
export function usePaying() {
  const [isPaying, setPaying] = useState(false)
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && setPaying(false)
    window.addEventListener("pageshow", comeBack)
    return () => window.removeEventListener("pageshow", comeBack)
  }, [])
  return { isPaying, setPaying }
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
