import { placeLine } from "#contract/addressRules.ts"
import { countryName } from "#contract/countries.ts"
import type { Order } from "#contract/orders.ts"
import { t } from "#contract/t.ts"
import { Thumb } from "../../platform/ui/Thumb.tsx"
import { OrderTimeline } from "../orders/OrderTimeline.tsx"

export function BoughtPieces({ items }: { items: Order["items"] }) {
  const [first, ...others] = items
  if (!first) return null
  return (
    <section aria-label={t`Your items`} className="min-w-0">
      <Thumb picture={first.picture} sizes="(min-width: 1200px) 33rem, (min-width: 768px) 42vw, 92vw" />
      <div className="placard mt-3 pt-3">
        <Line item={first} />
      </div>
      {others.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-line border-t">
          {others.map((item) => (
            <li key={item.doll_id} className="flex items-center gap-4 py-3">
              <Thumb picture={item.picture} sizes="3.5rem" className="w-14 shrink-0" />
              <Line item={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ item }: { item: Order["items"][number] }) {
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
      <p className="min-w-0 font-display text-h3">{item.name}</p>
      <p className="tabular text-ink-2 text-ui">{t`Quantity ${item.quantity}`}</p>
    </div>
  )
}

/** Shows the order's progress and its destination. */
export function NextSteps({ order }: { order: Order }) {
  const to = order.shippingAddress
  return (
    <>
      <OrderTimeline order={order} className="mt-8" />
      <dl className="mt-8 text-start text-ui">
        <dt className="text-ink-3 text-meta">{t`Shipping to`}</dt>
        <dd className="mt-0.5">{`${to.name}, ${to.street}, ${placeLine(to)}, ${countryName(to.country)}`}</dd>
      </dl>
    </>
  )
}
