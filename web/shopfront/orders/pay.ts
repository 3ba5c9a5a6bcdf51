import { queryOptions } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { paymentTexts } from "#contract/buyingText.ts"
import type { PaidLevel } from "#contract/membership.ts"
import type { PlanDays } from "#contract/memberships.ts"
import type { Invoice } from "#contract/payments.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { randomKey } from "../../platform/ui/random.ts"

const underWay = "payment_under_way"

/** The payment this tab opened last. The provider's return URL does not always name it. */
export function lastPayment(): number | null {
  return Number(sessionStorage.getItem(underWay)) || null
}

export function rememberPayment(id: number): void {
  sessionStorage.setItem(underWay, String(id))
}

/** Called once the result has been shown. */
export function forgetPayment(): void {
  sessionStorage.removeItem(underWay)
}

export const paymentQuery = (id: number) =>
  queryOptions({
    queryKey: ["payment", id],
    queryFn: ({ signal }) => call(`GET /payments/${id}/status`, { signal }),
    retry: (failed, error) => failed < 2 && !isUnknown(error),
  })

export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422)
}

/** Thrown if the provider's page could not be opened. Its message can be shown. */
export class PaymentFailure extends Error {}

/** Opens the provider's page for an order. Repeated calls get the same open invoice. */
export function openPaymentPage(reference: string): Promise<void> {
  const body = { order_id: reference, success_url: "/success", cancel_url: "/cancel" }
  const invoice = call("POST /nowpayments/create-invoice", { body, ...optionsOf(randomKey()) })
  return leave(invoice, paymentTexts.invoiceFailed)
}

/** Opens the provider's page for a membership. The idempotency key makes a second click harmless. */
export function openSubscriptionPage(
  plan: { level: PaidLevel; days: PlanDays; price: number; discount_code: string | undefined },
  gift: boolean,
  key: string,
): Promise<void> {
  const pages = { success_url: "/success-subscription", cancel_url: "/cancel-subscription" }
  const body = { ...plan, gift, currency: "usd", ...pages }
  const invoice = call("POST /nowpayments/create-subscription-invoice", { body, ...optionsOf(key) })
  return leave(invoice, paymentTexts.subscriptionInvoiceFailed)
}

const optionsOf = (key: string) => ({ headers: { "idempotency-key": key }, timeout: 20_000 })

async function leave(asked: Promise<Invoice>, failed: string): Promise<void> {
  const invoice = await asked.catch((error: unknown) => {
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

/** Allows one payment at a time. When the page returns from the back/forward cache, it starts over with a new key. */
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
