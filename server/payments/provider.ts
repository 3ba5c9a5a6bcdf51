/** What the provider says about one payment, as it wrote it: amounts stay text. */
export interface PaymentNotice {
  paymentId: string
  parentPaymentId: string | null
  invoiceId: string | null
  /** The reference we gave with the invoice. */
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
  noticeUrl: string
}

export interface PaymentProvider {
  readonly id: "nowpayments" | "sandbox"
  /** Where the provider sends its notices. */
  noticeUrl(): string
  createCheckout(checkout: Checkout): Promise<{ invoiceId: string; checkoutUrl: string }>
  /** The scheme a notice is signed by; null when its signature is not good. */
  verify(raw: Buffer, signature: string | undefined): string | null
  /** The payment as the provider wrote it. */
  fetchPayment(paymentId: string): Promise<string>
  /** The payments of an invoice; absent when the provider may not be asked for lists. */
  listByInvoice?: (invoiceId: string) => Promise<string[]>
}

/** The provider did not do what it was asked; `status` is its answer, if there was one. */
export class ProviderError extends Error {
  readonly code = "PROVIDER"
  readonly status: number | null
  /** The invoice was made, but without an address to pay it at. */
  readonly withoutUrl: boolean

  constructor(message: string, status: number | null = null, withoutUrl = false) {
    super(message)
    this.status = status
    this.withoutUrl = withoutUrl
  }
}
