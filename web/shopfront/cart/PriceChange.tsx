import type { CartItem } from "#contract/cart.ts"
import { money } from "../../platform/ui/format.ts"
import { Trans } from "../../platform/ui/Trans.tsx"

export function PriceChange({ line: { price, price_was } }: { line: CartItem }) {
  // Lines stored by an older version have no `price_was`.
  if (typeof price_was !== "number") return null
  return (
    <p className="font-medium text-meta text-warn">
      <Trans>
        The price has changed from {money(price_was)} to {money(price)}.
      </Trans>
    </p>
  )
}
