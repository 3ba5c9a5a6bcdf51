import { paymentStateTexts, unknownState } from "#contract/panelText.ts"
import { Tag, type Tone } from "../../platform/ui/states.tsx"

const tones: Record<string, Tone> = {
  completed: "success",
  pending: "neutral",
  processing: "info",
  failed: "danger",
  partially_paid: "warn",
  refunded: "neutral",
}

/** Unknown statuses are shown as they are. */
export function PaymentState({ status }: { status: string }) {
  return (
    <Tag tone={tones[status] ?? "neutral"} dot>
      {Object.hasOwn(paymentStateTexts, status) ? paymentStateTexts[status] : unknownState}
    </Tag>
  )
}
