import type { Tier } from "#contract/membership.ts"
import { cx } from "../../platform/ui/cx.ts"
import { Check } from "../../platform/ui/icons.ts"

export function TierFeatures({ tier, className }: { tier: Tier; className: string }) {
  return (
    <ul className={cx("grid gap-2", className)}>
      {tier.features.map((feature) => (
        <li key={feature} className="flex min-w-0 items-baseline gap-3">
          <Check aria-hidden size={16} className="shrink-0 translate-y-0.5 text-celadon" />
          <span className="min-w-0">{feature}</span>
        </li>
      ))}
    </ul>
  )
}
