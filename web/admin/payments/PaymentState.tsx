import { paymentStateTexts, unknownState } from "#contract/panelText.ts"
import { Tag, type Tone } from "../../ui/states.tsx"

const tones: Record<string, Tone> = {
  completed: "success",
  pending: "neutral",
  processing: "info",
  failed: "danger",
  partially_paid: "warn",
  refunded: "plum",
}

/** A payment's state in its colour and its word; one that we do not know reads so. */
export function PaymentState({ status }: { status: string }) {
  return (
    <Tag tone={tones[status] ?? "neutral"} dot>
      {Object.hasOwn(paymentStateTexts, status) ? paymentStateTexts[status] : unknownState}
    </Tag>
  )
}
