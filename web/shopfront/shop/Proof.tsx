import { type ReactNode, useEffect, useState } from "react"
import type { Doll } from "#contract/catalog.ts"
import { t } from "#contract/t.ts"
import { selling } from "../../platform/meta/shop.ts"
import type { Address } from "../../platform/router.ts"
import { ownLocale } from "../../platform/ui/locale.ts"
import { deliveryIfPaid, methodTo, priceOf, timeOf, withHandling } from "../orders/delivery.ts"

/** Names of specifications that vouch for the model. They are matched as the shop entered them, in every language. */
const vouching = [/^Edition$/, /^Maker$/, /^Certificate$/]

/** Assurances for a buyer, taken from the model's own data. */
export function Proof({ doll }: { doll: Doll }) {
  const rows: [string, ReactNode][] = [
    [
      doll.doll_height ? t`Details` : t`Material`,
      [doll.doll_material, doll.doll_height && `${doll.doll_height} cm`].filter(Boolean).join(", "),
    ],
    ...vouching.map((pattern): [string, ReactNode] => {
      const row = doll.specifications.find(({ name }) => pattern.test(name))
      return [row?.label ?? row?.name ?? "", row?.value]
    }),
    [t`Delivery`, doll.in_stock && <Delivery isMade={doll.stock === null} />],
    [
      t`If damaged`,
      <a
        key="contact"
        data-go
        href={"/contact" satisfies Address}
        className="link"
      >{t`Contact us and we'll make it right`}</a>,
    ],
  ]
  return (
    <dl className="mt-6 border-line border-t text-ui">
      {rows
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-6 border-line border-b py-2.5">
            <dt className="text-ink-3">{name}</dt>
            <dd className="min-w-0 flex-[1_1_12rem] text-end">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

const days = new Intl.DateTimeFormat(ownLocale, { month: "short", day: "numeric", timeZone: "UTC" })

/** Cached pages do not know today's date, so the browser fills in the dates. */
function Delivery({ isMade }: { isMade: boolean }) {
  const [now, setNow] = useState<Date>()
  useEffect(() => setNow(new Date()), [])
  const home = selling().seller_country
  const datesOf = (way: Parameters<typeof withHandling>[0]) => {
    if (!now) return timeOf(withHandling(way))
    const { from, until } = deliveryIfPaid(way, now)
    return days.formatRange(new Date(from), new Date(until))
  }
  const far = methodTo("")
  const first = home === null ? far : methodTo(home)
  if (!first) return null
  const price = priceOf(first.price)
  return (
    <>
      {isMade ? t`${price}, once it's made` : t`${price}, ${datesOf(first)}`}
      {home !== null && far && (
        <span className="block text-ink-3 text-meta">
          {isMade
            ? t`International: plus any import duties and taxes`
            : t`International: ${datesOf(far)}, plus any import duties and taxes`}
        </span>
      )}
    </>
  )
}
