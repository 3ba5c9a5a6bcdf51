import type { ReactNode } from "react"
import type { AppliedDiscount } from "#contract/orders.ts"
import { t } from "#contract/t.ts"
import { cx } from "../../platform/ui/cx.ts"
import { money } from "../../platform/ui/format.ts"

export function Amounts({ rows, total }: { rows: { label: string; amount: ReactNode }[]; total: number }) {
  return (
    <dl className="grid gap-2 text-ui">
      {rows.map(({ label, amount }) => (
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
    </dl>
  )
}

export const discountRows = (discount: AppliedDiscount | null) =>
  discount ? [{ label: t`Discount (${discount.code ?? discount.title})`, amount: `-${money(discount.amount)}` }] : []

interface CartAmountsProps {
  subtotal: number
  discount: AppliedDiscount | null
  total: number
}

/** Shipping is always free. */
export function CartAmounts({ subtotal, discount, total }: CartAmountsProps) {
  const rows = [
    { label: t`Subtotal`, amount: money(subtotal) },
    ...discountRows(discount),
    { label: t`Shipping`, amount: t`Free` },
  ]
  return <Amounts rows={rows} total={total} />
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
