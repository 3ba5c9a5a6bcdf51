import type { Membership as Plan } from "#contract/memberships.ts"
import { cx } from "../../platform/ui/cx.ts"
import { Check } from "../../platform/ui/icons.ts"

export function TierFeatures({ plan, className }: { plan: Plan; className: string }) {
  return (
    <ul className={cx("grid gap-2", className)}>
      {plan.features.map((feature) => (
        <li key={feature} className="flex min-w-0 items-baseline gap-3">
          <Check aria-hidden size={16} className="shrink-0 translate-y-0.5 text-celadon" />
          <span className="min-w-0">{feature}</span>
        </li>
      ))}
    </ul>
  )
}
