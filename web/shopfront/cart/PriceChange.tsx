import type { CartItem } from "#contract/cart.ts"
import { money } from "../../platform/ui/format.ts"
import { Trans } from "../../platform/ui/Trans.tsx"

/** Shown when a price has changed since the model was added. */
export function PriceChange({ line: { price, price_was } }: { line: CartItem }) {
  // Lines stored by older versions lack it.
  if (typeof price_was !== "number") return null
  return (
    <p className="font-medium text-meta text-warn">
      <Trans>
        The price has changed from {money(price_was)} to {money(price)}.
      </Trans>
    </p>
  )
}
