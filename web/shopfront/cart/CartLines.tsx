import { useRef } from "react"
import { maxQuantity } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import { Link } from "../../platform/router.ts"
import { IconButton } from "../../platform/ui/Button.tsx"
import { money } from "../../platform/ui/format.ts"
import { Trash2 } from "../../platform/ui/icons.ts"
import { Picture } from "../../platform/ui/Picture.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { type CartLine, removeItem, setQuantity } from "./cart.ts"
import { fadeMessage } from "./drawer.ts"
import { totalOf } from "./lines.ts"
import { PriceChange } from "./PriceChange.tsx"
import { Stepper } from "./Stepper.tsx"

interface CartLinesProps {
  items: CartLine[]
  /** True while the server is unreachable and the last known cart is shown. */
  readOnly?: boolean
  onLeave?(): void
  /** Called after the last line was removed, to move focus. */
  onEmptied?(): void
}

/** Removing a line moves focus to the next line's button. */
export function CartLines({ items, readOnly = false, onLeave, onEmptied }: CartLinesProps) {
  const list = useRef<HTMLUListElement>(null)
  const remove = (line: CartLine, index: number) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [])]
    const next = buttons[index + 1] ?? buttons[index - 1]
    if (next) next.focus()
    else onEmptied?.()
    fadeMessage()
    void removeItem(line)
  }
  return (
    <ul ref={list} className="@container divide-y divide-line">
      {items.map((line, index) => (
        <li key={line.doll_id} className="flex flex-wrap gap-4 py-4 @xl:gap-6 @xl:py-6">
          <Link
            to={`/model/${line.doll_id}`}
            onClick={onLeave}
            tabIndex={-1}
            aria-hidden
            className="w-20 shrink-0 @xl:w-32"
          >
            <Picture image={line.image} alt="" sizes="128px" className="aspect-4/5 rounded-card" />
          </Link>
          <div className="flex min-w-0 flex-[1_1_9rem] flex-col gap-2">
            {/* The width of this row does not depend on the quantity, so that the stepper below does not move. */}
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 tabular">
              <Link
                to={`/model/${line.doll_id}`}
                onClick={onLeave}
                className="font-display text-h3 underline-offset-4 hover:underline"
              >
                {line.name}
              </Link>
              {line.available !== 0 && <span className="font-semibold">{money(totalOf([line]))}</span>}
            </div>
            <p className="text-ink-3 text-meta tabular">
              <Trans>{money(line.price)} each</Trans>
            </p>
            <div className="flex flex-wrap items-center gap-2">
              {readOnly ? (
                <p className="text-ink-2 text-ui tabular">
                  <Trans>Quantity: {line.quantity}</Trans>
                </p>
              ) : (
                <>
                  <Stepper
                    limit={Math.max(1, line.available ?? maxQuantity)}
                    label={t`Quantity of ${line.name}`}
                    value={line.quantity}
                    onChange={(quantity) => {
                      fadeMessage()
                      void setQuantity(line, quantity)
                    }}
                  />
                  <IconButton label={t`Remove ${line.name}`} data-remove onClick={() => remove(line, index)}>
                    <Trash2 aria-hidden size={18} />
                  </IconButton>
                </>
              )}
            </div>
            {line.notice && <p className="font-medium text-meta text-warn">{line.notice}</p>}
            <PriceChange line={line} />
          </div>
        </li>
      ))}
    </ul>
  )
}
