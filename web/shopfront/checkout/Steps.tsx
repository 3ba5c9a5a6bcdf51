import { t } from "#contract/t.ts"
import { cx } from "../../platform/ui/cx.ts"
import { Check } from "../../platform/ui/icons.ts"

const steps = {
  order: [t`Address`, t`Payment`, t`Done`],
  membership: [t`Plan`, t`Payment`, t`Done`],
} as const

interface StepsProps {
  of: keyof typeof steps
  current: "first" | "payment" | "done"
}

/** The payment step takes place on the provider's page; the sandbox's page shows these steps too. */
export function Steps({ of, current }: StepsProps) {
  const at = { first: 0, payment: 1, done: 2 }[current]
  return (
    <ol aria-label={t`Progress`} className="no-print flex flex-wrap gap-x-3 gap-y-2">
      {steps[of].map((label, index) => {
        const isOver = index < at || current === "done"
        return (
          <li
            key={label}
            aria-current={index === at ? "step" : undefined}
            className={cx(
              "flex min-w-20 flex-1 items-center gap-2 border-t-2 pt-2 text-ui",
              index <= at ? "border-ink" : "border-line",
              index === at ? "font-semibold" : "text-ink-3",
            )}
          >
            {label}
            {isOver && <Check aria-hidden size={16} className="shrink-0 text-celadon" />}
            {isOver && index !== at && <span className="sr-only">{t`completed`}</span>}
          </li>
        )
      })}
    </ol>
  )
}
