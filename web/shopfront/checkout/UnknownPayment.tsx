import { membershipTexts, paymentTexts } from "#contract/buyingText.ts"
import { t } from "#contract/t.ts"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { Hourglass } from "../../platform/ui/icons.ts"
import { ResultFrame } from "./ResultFrame.tsx"

/** Shown if the address names no payment of this account. */
export function UnknownPayment({ of }: { of: "order" | "membership" }) {
  const isOrder = of === "order"
  return (
    <ResultFrame
      icon={<Hourglass aria-hidden size={40} strokeWidth={1.25} className="text-ink-2" />}
      title={paymentTexts.unknown}
      text={isOrder ? paymentTexts.unknownNote : membershipTexts.unknownNote}
    >
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to={isOrder ? "/dashboard?tab=orders" : "/dashboard"}>
          {isOrder ? t`My orders` : t`My membership`}
        </ButtonLink>
        <ButtonLink to="/" variant="outline">{t`Back to home`}</ButtonLink>
      </div>
    </ResultFrame>
  )
}
