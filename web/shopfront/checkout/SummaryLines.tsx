import type { CartItem } from "#contract/cart.ts"
import { plural } from "#contract/t.ts"
import { money } from "../../platform/ui/format.ts"
import { ChevronDown } from "../../platform/ui/icons.ts"
import { Picture } from "../../platform/ui/Picture.tsx"
import { countOf, totalOf } from "../cart/lines.ts"
import { PriceChange } from "../cart/PriceChange.tsx"

/** The cart as it will be ordered, with problems at their lines. */
export function SummaryLines({ lines }: { lines: CartItem[] }) {
  return (
    <ul className="grid gap-4">
      {lines.map((line) => (
        <li key={line.id} className="flex flex-wrap gap-x-4 gap-y-1">
          <div className="w-16 shrink-0">
            <Picture image={line.image} alt="" sizes="64px" className="aspect-4/5 rounded-card" />
          </div>
          <div className="min-w-0 flex-[1_1_6rem]">
            <p className="font-semibold text-ui">{line.name}</p>
            <p className="text-ink-3 text-meta">
              {line.quantity} × {money(line.price)}
            </p>
            {line.notice && <p className="font-medium text-meta text-warn">{line.notice}</p>}
            <PriceChange line={line} />
          </div>
          <p className="tabular ms-auto text-ui">{line.available !== 0 && money(totalOf([line]))}</p>
        </li>
      ))}
    </ul>
  )
}

interface FoldedSummaryProps {
  lines: CartItem[]
  total: number
  isOpen: boolean
}

/** In one column, the total is visible above the form and the models are folded. */
export function FoldedSummary({ lines, total, isOpen }: FoldedSummaryProps) {
  const pieces = countOf(lines)
  return (
    <details open={isOpen} className="group -mx-(--gutter) border-line border-y bg-surface px-(--gutter)">
      <summary className="flex min-h-12 list-none flex-wrap items-center justify-between gap-x-4 py-2">
        <span className="inline-flex items-center gap-2 text-ui">
          {plural(pieces, { one: "1 model", other: `${pieces} models` })}
          <ChevronDown aria-hidden size={16} className="group-open:rotate-180" />
        </span>
        <span className="tabular font-semibold text-lead">{money(total)}</span>
      </summary>
      <div className="pt-2 pb-5">
        <SummaryLines lines={lines} />
      </div>
    </details>
  )
}
