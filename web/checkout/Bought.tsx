import { paymentTexts } from "#contract/buyingText.ts"
import { countryName } from "#contract/countries.ts"
import { ExpectedDelivery } from "../account/ExpectedDelivery.tsx"
import { useOrder } from "../account/orders.ts"
import { Thumb } from "../account/Thumb.tsx"

/** What was bought, where it goes, and what happens next; nothing when the order cannot be asked for. */
export function Bought({ orderId }: { orderId: number }) {
  const { data } = useOrder(String(orderId))
  if (!data) return null
  const to = data.shippingAddress
  return (
    <section aria-label="What you bought" className="mt-6 w-full text-left">
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
        {`Goes to ${to.name}, ${to.street}, ${to.city}, ${to.state} ${to.zipCode}, ${countryName(to.country)}.`}
      </p>
      <p className="mt-2 text-ink-2 text-ui">{paymentTexts.handling}</p>
      <ExpectedDelivery order={data} className="mt-2 font-semibold text-ui" />
    </section>
  )
}
