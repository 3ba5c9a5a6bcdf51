import { paymentTexts } from "#contract/buyingText.ts"
import { t } from "#contract/t.ts"
import { ChevronDown } from "../../platform/ui/icons.ts"
import { Trans } from "../../platform/ui/Trans.tsx"

export function PaymentMethod({ of }: { of: "order" | "membership" }) {
  return (
    <section aria-label={t`Payment method`}>
      <h2 className="placard pt-3 font-display text-h3">{t`Payment method`}</h2>
      <label className="mt-5 flex items-start gap-3 rounded-card border border-ink bg-surface p-4">
        <input type="radio" name="method" defaultChecked className="mt-0.5 size-5 accent-(--accent)" />
        <span>
          <span className="block font-semibold">{paymentTexts.wallet}</span>
          <span className="block text-ink-2 text-ui">{t`You pay on our payment provider's page.`}</span>
        </span>
      </label>
      <HowItWorks of={of} />
    </section>
  )
}

function HowItWorks({ of }: { of: "order" | "membership" }) {
  const isOrder = of === "order"
  return (
    <details className="group mt-3 border-line border-b">
      <summary className="flex min-h-11 items-center justify-between font-medium text-ui hover:underline">
        {t`How paying with crypto works`}
        <ChevronDown aria-hidden size={18} strokeWidth={1.5} className="group-open:rotate-180" />
      </summary>
      <ol className="grid list-decimal gap-2 pt-1 pb-5 ps-5 text-ink-2 text-ui marker:text-ink-3">
        <li>
          <Trans>Choose a currency. The page shows the exact amount and the address to send it to.</Trans>
        </li>
        <li>
          <Trans>Send that amount from your wallet. Your wallet or exchange may charge a network fee on top.</Trans>
        </li>
        <li>
          <Trans>
            The network usually confirms a payment within minutes. We email you when{" "}
            {isOrder ? t`your order is confirmed` : t`your membership starts`}, so you can close the page.
          </Trans>
        </li>
        <li>
          <Trans>
            If less than the full amount arrives, we tell you how much is missing, and you can send the rest.
          </Trans>
        </li>
        {isOrder && <li>{t`Your models stay reserved while a payment is being confirmed.`}</li>}
      </ol>
    </details>
  )
}
