import { countryName } from "#contract/countries.ts"
import type { PackingSlip, PackingSlips } from "#contract/invoicing.ts"
import { t } from "#contract/t.ts"
import { Logo } from "../../platform/meta/Logo.tsx"
import { dateOf, money } from "../../platform/ui/format.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { cell, Lines, Sheet } from "./Sheets.tsx"

interface SlipProps {
  slip: PackingSlip
  sender: PackingSlips["sender"]
}

const shipTo = ({ ship_to: to }: PackingSlip) => [to.name, ...to.address, countryName(to.country)]

/** Lists the contents of a parcel without prices. It is put into the parcel. */
export function SlipSheet({ slip, sender }: SlipProps) {
  return (
    <Sheet label={t`Packing slip ${slip.order_number}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-10 gap-y-4">
        <div>
          <p className="font-display text-h2">{t`Packing slip`}</p>
          <p className="tabular font-semibold">{slip.order_number}</p>
          <p className="text-ink-2">{dateOf(slip.placed_at)}</p>
        </div>
        <div className="sheet-sender">
          <Logo on="paper">{null}</Logo>
          <Lines of={[sender.name, sender.address]} />
        </div>
      </div>
      <div className="mt-8">
        <p className="text-ink-3 text-meta">{t`Ship to`}</p>
        <Lines of={shipTo(slip)} />
        {slip.shipping_method && <p className="mt-2 font-semibold">{slip.shipping_method}</p>}
        {slip.carrier && <p className="mt-2 text-ink-2">{`${slip.carrier} ${slip.tracking_number ?? ""}`}</p>}
      </div>
      <table className="mt-8 w-full">
        <thead>
          <tr className="text-ink-3 text-meta">
            <th className={`${cell} font-normal`}>{t`Item`}</th>
            <th className={`${cell} text-end font-normal`}>{t`Quantity`}</th>
          </tr>
        </thead>
        <tbody>
          {slip.lines.map(({ name, quantity }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
            <tr key={at}>
              <td className={`${cell} wrap-anywhere pe-4`}>{name}</td>
              <td className={`${cell} tabular text-end`}>{quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  )
}

/** The label outside a parcel names sender and recipient, and of the contents only what customs have to know. */
export function LabelSheet({ slip, sender }: SlipProps) {
  return (
    <Sheet label={t`Label ${slip.order_number}`}>
      <div className="sheet-label border border-ink p-5">
        {(sender.name || sender.address) && (
          <div className="mb-6 border-line border-b pb-3 text-meta">
            <p className="text-ink-3">
              <Trans context="sender of a parcel">From</Trans>
            </p>
            <Lines of={[sender.name, sender.address]} />
          </div>
        )}
        <p className="text-ink-3 text-meta">
          <Trans context="recipient of a parcel">To</Trans>
        </p>
        <p className="text-lead">
          <Lines of={shipTo(slip)} />
        </p>
        <p className="tabular mt-2">
          <bdi dir="ltr">{slip.ship_to.phone}</bdi>
        </p>
        {slip.customs && <Declaration customs={slip.customs} />}
        <p className="tabular mt-6 text-ink-2 text-meta">{slip.order_number}</p>
      </div>
    </Sheet>
  )
}

function Declaration({ customs }: { customs: NonNullable<PackingSlip["customs"]> }) {
  return (
    <table className="mt-6 w-full border-line border-t text-meta">
      <caption className="pt-3 pb-1 text-start text-ink-3">{t`Customs declaration`}</caption>
      <thead>
        <tr className="text-ink-3">
          <th className={`${cell} font-normal`}>{t`HS code`}</th>
          <th className={`${cell} font-normal`}>{t`Origin`}</th>
          <th className={`${cell} text-end font-normal`}>{t`Quantity`}</th>
          <th className={`${cell} text-end font-normal`}>{t`Value (USD)`}</th>
        </tr>
      </thead>
      <tbody className="tabular">
        {customs.lines.map(({ hs_code, origin, quantity, value }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
          <tr key={at}>
            <td className={cell}>{hs_code ?? "–"}</td>
            <td className={`${cell} wrap-anywhere pe-4`}>{origin ?? "–"}</td>
            <td className={`${cell} text-end`}>{quantity}</td>
            <td className={`${cell} text-end`}>{money(value)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="tabular font-semibold">
        <tr>
          <td className={cell} colSpan={3}>{t`Total`}</td>
          <td className={`${cell} text-end`}>{money(customs.total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
