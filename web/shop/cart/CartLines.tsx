import { Trash2 } from "lucide-react"
import { useRef } from "react"
import { Link } from "react-router"
import { IconButton } from "../../ui/Button.tsx"
import { money } from "../../ui/format.ts"
import { Picture } from "../../ui/Picture.tsx"
import { Stepper } from "../Stepper.tsx"
import { type CartLine, removeItem, setQuantity } from "./cart.ts"
import { dropNotice } from "./drawer.ts"

interface CartLinesProps {
  items: CartLine[]
  /** The last known cart, while the server cannot be asked. */
  readOnly?: boolean
  onLeave?(): void
  /** The last line is gone: where focus goes then. */
  onEmptied?(): void
}

/** The lines of a cart, in the drawer and on the page. After a removal focus is on the next line's button. */
export function CartLines({ items, readOnly = false, onLeave, onEmptied }: CartLinesProps) {
  const list = useRef<HTMLUListElement>(null)
  const remove = (line: CartLine, index: number) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [])]
    const next = buttons[index + 1] ?? buttons[index - 1]
    if (next) next.focus()
    else onEmptied?.()
    dropNotice()
    void removeItem(line)
  }
  return (
    <ul ref={list} className="divide-y divide-line">
      {items.map((line, index) => (
        <li key={line.doll_id} className="flex flex-wrap gap-4 py-4">
          <Link to={`/model/${line.doll_id}`} onClick={onLeave} tabIndex={-1} aria-hidden className="w-20 shrink-0">
            <Picture image={line.image} alt="" sizes="80px" className="aspect-4/5 rounded-card" />
          </Link>
          <div className="flex min-w-0 flex-[1_1_9rem] flex-col gap-2">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <Link
                to={`/model/${line.doll_id}`}
                onClick={onLeave}
                className="font-display text-h3 underline-offset-4 hover:underline"
              >
                {line.name}
              </Link>
              <span className="whitespace-nowrap font-semibold tabular">
                {money((Math.round(line.price * 100) * line.quantity) / 100)}
              </span>
            </div>
            {line.quantity > 1 && <p className="text-ink-3 text-meta tabular">{money(line.price)} each</p>}
            {line.notice && <p className="font-medium text-meta text-warn">{line.notice}</p>}
            <div className="flex flex-wrap items-center gap-2">
              {readOnly ? (
                <p className="text-ink-2 text-ui tabular">Quantity: {line.quantity}</p>
              ) : (
                <>
                  <Stepper
                    label={`Quantity of ${line.name}`}
                    value={line.quantity}
                    onChange={(quantity) => {
                      dropNotice()
                      void setQuantity(line, quantity)
                    }}
                  />
                  <IconButton label={`Remove ${line.name}`} data-remove onClick={() => remove(line, index)}>
                    <Trash2 aria-hidden size={18} />
                  </IconButton>
                </>
              )}
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
