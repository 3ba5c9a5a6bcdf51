import { Hourglass } from "lucide-react"
import { paymentTexts } from "#contract/buyingText.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { ResultFrame } from "./ResultFrame.tsx"

/** For an address that names no payment of this person. */
export function UnknownPayment() {
  return (
    <ResultFrame
      icon={<Hourglass aria-hidden size={40} strokeWidth={1.25} className="text-ink-2" />}
      title={paymentTexts.unknown}
      text={paymentTexts.unknownNote}
    >
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/dashboard?tab=orders">My orders</ButtonLink>
        <ButtonLink to="/" look="outline">
          Back to home
        </ButtonLink>
      </div>
    </ResultFrame>
  )
}
