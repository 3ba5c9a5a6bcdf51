import { useId } from "react"
import { orderTexts } from "#contract/buyingText.ts"
import type { OfferedShipping } from "#contract/selling.ts"
import { t } from "#contract/t.ts"
import { deliveryIfPaid, priceOf } from "../orders/delivery.ts"
import { daysOfDelivery } from "../orders/deliveryDays.ts"

interface ShippingMethodsProps {
  methods: OfferedShipping[]
  chosen: number | null
  onChoose(id: number): void
}

/** The methods that serve the chosen country. One that is free is no choice, and only the order summary names it. */
export function ShippingMethods({ methods, chosen, onChoose }: ShippingMethodsProps) {
  const id = useId()
  if (methods.length === 0 || (methods.length === 1 && methods[0]!.price === 0)) return null
  return (
    <fieldset>
      <legend className="placard w-full pt-3 font-display text-h3">{t`Shipping method`}</legend>
      <div className="mt-5 grid gap-3">
        {methods.map((method) => (
          <label key={method.id} className="flex items-start gap-3 rounded-card border border-line bg-surface p-4">
            <input
              type="radio"
              name={id}
              className="mt-0.5 size-5 shrink-0 accent-(--accent)"
              checked={method.id === chosen}
              onChange={() => onChoose(method.id)}
            />
            <span className="min-w-0 grow">
              <span className="wrap-anywhere block font-semibold">{method.name}</span>
              <span className="block text-ink-2 text-ui">
                {orderTexts.expected(daysOfDelivery(deliveryIfPaid(method, new Date())))}
              </span>
            </span>
            <span className="tabular shrink-0 whitespace-nowrap">{priceOf(method.price)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
