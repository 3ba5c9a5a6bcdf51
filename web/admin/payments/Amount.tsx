import { t } from "#contract/t.ts"
import { money } from "../../platform/ui/format.ts"

interface AmountProps {
  asked: number
  arrived: number
}

/** The requested amount, and the received one if it is less. */
export function Amount({ asked, arrived }: AmountProps) {
  return (
    <>
      {money(asked)}
      {arrived > 0 && arrived < asked && (
        <span className="block whitespace-nowrap text-meta text-warn">{t`${money(arrived)} received`}</span>
      )}
    </>
  )
}
