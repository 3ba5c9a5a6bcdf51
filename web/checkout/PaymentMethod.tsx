import { paymentTexts } from "#contract/buyingText.ts"

/** There is one way to pay; it is named all the same. */
export function PaymentMethod() {
  return (
    <section aria-label="Payment method">
      <h2 className="placard pt-3 font-display text-h3">Payment method</h2>
      <label className="mt-5 flex items-start gap-3 rounded-input border border-ink bg-surface p-4">
        <input type="radio" name="method" defaultChecked className="mt-0.5 size-5 accent-(--accent)" />
        <span>
          <span className="block font-semibold">{paymentTexts.wallet}</span>
          <span className="block text-ink-2 text-ui">
            The next page is our payment provider's. It shows the amount in the currency you choose there and the
            address to send it to.
          </span>
        </span>
      </label>
    </section>
  )
}
