/** The provider's data about a payment, unchanged: amounts stay text. */
export interface WebhookPayload {
  paymentId: string
  parentPaymentId: string | null
  invoiceId: string | null
  /** The reference that we sent with the invoice. */
  orderRef: string | null
  status: string
  priceAmount: string | null
  priceCurrency: string | null
  payAmount: string | null
  payCurrency: string | null
  actuallyPaid: string | null
}

export interface Checkout {
  orderRef: string
  amountCents: number
  description: string
  successUrl: string
  cancelUrl: string
  webhookUrl: string
}

export interface PaymentProvider {
  readonly id: "nowpayments" | "sandbox"
  /** The address to which the provider sends its webhooks. */
  webhookUrl(): string
  createCheckout(checkout: Checkout): Promise<{ invoiceId: string; checkoutUrl: string }>
  /** Returns the scheme that the webhook's signature matches; null when it is not valid. */
  verify(raw: Buffer, signature: string | undefined): string | null
  /** Returns the payment as the provider's JSON text. */
  fetchPayment(paymentId: string): Promise<string>
  /** Returns the payment ids of an invoice; absent when lists cannot be queried. */
  listByInvoice?: (invoiceId: string) => Promise<string[]>
}

/** Thrown when the provider fails; `status` is that of its response, if there was one. */
export class ProviderError extends Error {
  readonly code = "PROVIDER"
  readonly status: number | null
  /** True if the invoice was created, but its URL is missing. */
  readonly withoutUrl: boolean

  constructor(message: string, status: number | null = null, withoutUrl = false) {
    super(message)
    this.status = status
    this.withoutUrl = withoutUrl
  }
}
