import { paymentTexts } from "#contract/buyingText.ts"

/** The only payment method, shown for clarity. */
export function PaymentMethod() {
  return (
    <section aria-label="Payment method">
      <h2 className="placard pt-3 font-display text-h3">Payment method</h2>
      <label className="mt-5 flex items-start gap-3 rounded-input border border-ink bg-surface p-4">
        <input type="radio" name="method" defaultChecked className="mt-0.5 size-5 accent-(--accent)" />
        <span>
          <span className="block font-semibold">{paymentTexts.wallet}</span>
          <span className="block text-ink-2 text-ui">
            Next, you'll go to our payment provider's page. It shows the amount in the currency you choose and the
            address to send it to.
          </span>
        </span>
      </label>
    </section>
  )
}
