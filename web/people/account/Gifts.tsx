import { useQuery } from "@tanstack/react-query"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { GiftCode } from "../../shopfront/orders/GiftCode.tsx"
import { giftState } from "../../shopfront/orders/giftState.ts"
import { usePlanName } from "../../shopfront/orders/plans.ts"

/** Memberships bought for others, with their codes. Renders nothing if there are none. */
export function Gifts() {
  const nameOf = usePlanName()
  const { data } = useQuery({ queryKey: ["gifts"], queryFn: ({ signal }) => call("GET /gifts", { signal }) })
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="gifts" className="mt-10">
      <h3 id="gifts" className="font-display text-h3">{t`Gifts`}</h3>
      <ul className="mt-2 border-line border-t">
        {data.map((gift) => (
          <li key={gift.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b py-2 text-ui">
            <span className="font-semibold">{nameOf(gift.level)}</span>
            <span className="text-ink-2">{giftState(gift)}</span>
            <div className="sm:ms-auto">
              <GiftCode gift={gift} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
