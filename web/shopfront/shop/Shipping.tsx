import type { Doll } from "#contract/catalog.ts"
import { t } from "#contract/t.ts"
import { shippingTexts } from "#contract/texts.ts"
import { returnDays, selling } from "../../platform/meta/shop.ts"
import { priceOf, timeOf } from "../orders/delivery.ts"
import { FactTable } from "./FactTable.tsx"

export function Shipping({ doll }: { doll: Doll }) {
  return (
    <div className="max-w-3xl text-ui">
      <FactTable
        rows={[
          [t`Dimensions`, doll.doll_packing_size],
          [t`Weight`, doll.doll_gross_weight === null ? null : `${doll.doll_gross_weight} kg`],
          [t`Handling time`, shippingTexts.handling],
        ]}
      />
      <table className="mt-8 w-full">
        <caption className="pb-2 text-start font-display text-h3">{t`Shipping options`}</caption>
        <thead className="border-ink border-b-2">
          <tr>
            <th scope="col" className="py-2 pe-4 font-semibold">{t`To`}</th>
            <th scope="col" className="py-2 pe-4 font-semibold">{t`Method`}</th>
            <th scope="col" className="py-2 pe-4 font-semibold">{t`Time`}</th>
            <th scope="col" className="py-2 text-end font-semibold">{t`Price`}</th>
          </tr>
        </thead>
        <tbody>
          {selling().methods.map((method, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
            <tr key={at} className="border-line border-b align-top">
              <td className="py-3 pe-4">{method.where}</td>
              <td className="py-3 pe-4 text-ink-2">{method.name}</td>
              <td className="py-3 pe-4 text-ink-2">{timeOf(method)}</td>
              <td className="py-3 text-end font-semibold">{priceOf(method.price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2 className="mt-8 font-display text-h3">{t`Special notes`}</h2>
      <ul className="mt-3 flex list-disc flex-col gap-2 ps-5 text-ink-2">
        {shippingTexts.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        <li>{shippingTexts.returns(returnDays())}</li>
      </ul>
    </div>
  )
}
