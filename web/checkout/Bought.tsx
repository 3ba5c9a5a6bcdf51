import { paymentTexts } from "#contract/buyingText.ts"
import { countryName } from "#contract/countries.ts"
import { ExpectedDelivery } from "../orders/ExpectedDelivery.tsx"
import { useOrder } from "../orders/orders.ts"
import { Thumb } from "../ui/Thumb.tsx"

/** The bought items, the address and the next steps; nothing if the order cannot be loaded. */
export function Bought({ orderId }: { orderId: number }) {
  const { data } = useOrder(String(orderId))
  if (!data) return null
  const to = data.shippingAddress
  return (
    <section aria-label="Your items" className="mt-6 w-full text-left">
      <ul className="divide-y divide-line border-line border-b">
        {data.items.map((item) => (
          <li key={item.doll_id} className="flex items-center gap-4 py-3">
            <Thumb src={item.image} className="w-14 shrink-0" />
            <p className="min-w-0 flex-1 font-display text-h3">{item.name}</p>
            <p className="tabular text-ink-2 text-ui">{`Quantity ${item.quantity}`}</p>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-ink-2 text-ui">
        {`Ships to ${to.name}, ${to.street}, ${to.city}, ${to.state} ${to.zipCode}, ${countryName(to.country)}.`}
      </p>
      <p className="mt-2 text-ink-2 text-ui">{paymentTexts.handling}</p>
      <ExpectedDelivery order={data} className="mt-2 font-semibold text-ui" />
    </section>
  )
}
