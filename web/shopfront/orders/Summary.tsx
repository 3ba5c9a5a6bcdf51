import type { ReactNode } from "react"
import type { AppliedDiscount } from "#contract/orders.ts"
import type { AppliedTax } from "#contract/selling.ts"
import { sellingTexts } from "#contract/sellingText.ts"
import { t } from "#contract/t.ts"
import { cx } from "../../platform/ui/cx.ts"
import { money } from "../../platform/ui/format.ts"
import { priceOf } from "./delivery.ts"

interface AmountsProps {
  rows: { label: string; amount: ReactNode }[]
  tax?: AppliedTax | null
  total: number
}

/** A tax that is added stands above the total, one that is included below it. */
export function Amounts({ rows, tax, total }: AmountsProps) {
  const added = tax && !tax.is_included ? [{ label: sellingTexts.added(tax.percent), amount: money(tax.amount) }] : []
  return (
    <dl className="grid gap-2 text-ui">
      {[...rows, ...added].map(({ label, amount }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-ink-2">{label}</dt>
          <dd className="tabular">{amount}</dd>
        </div>
      ))}
      <div className="mt-2 flex items-baseline justify-between gap-4 border-line border-t pt-4 font-semibold">
        <dt>{t`Total`}</dt>
        <dd className="tabular text-lead">
          {money(total)} <span className="font-normal text-ink-3 text-meta">USD</span>
        </dd>
      </div>
      {tax?.is_included && (
        <div className="flex justify-between gap-4 text-ink-3 text-meta">
          <dt>{sellingTexts.included(tax.percent)}</dt>
          <dd className="tabular">{money(tax.amount)}</dd>
        </div>
      )}
    </dl>
  )
}

export const discountRows = (discount: AppliedDiscount | null) =>
  discount ? [{ label: t`Discount (${discount.code ?? discount.title})`, amount: `-${money(discount.amount)}` }] : []

/** `method` is null where it is not named: that of a new shop. */
export const shippingRow = (price: number, method: string | null) => ({
  label: method === null ? t`Shipping` : sellingTexts.shipping(method),
  amount: priceOf(price),
})

interface CartAmountsProps {
  subtotal: number
  discount: AppliedDiscount | null
  shipping: { label: string; amount: string }
  tax: AppliedTax | null
  total: number
}

export function CartAmounts({ subtotal, discount, shipping, tax, total }: CartAmountsProps) {
  const rows = [{ label: t`Subtotal`, amount: money(subtotal) }, ...discountRows(discount), shipping]
  return <Amounts rows={rows} tax={tax} total={total} />
}

interface SummaryCardProps {
  title: string
  /** Whether it stays in view beside a long list. What follows it in its column would be covered. */
  isSticky?: boolean
  children: ReactNode
}

/** A card that shows what something costs. */
export function SummaryCard({ title, isSticky = true, children }: SummaryCardProps) {
  return (
    <section
      aria-label={title}
      className={cx("rounded-card border border-line bg-surface p-5 sm:p-6", isSticky && "lg:sticky lg:top-6")}
    >
      <h2 className="mb-5 font-display text-h3">{title}</h2>
      {children}
    </section>
  )
}
