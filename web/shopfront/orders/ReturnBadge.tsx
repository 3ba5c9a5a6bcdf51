import type { ReturnStatus } from "#contract/refunds.ts"
import { returnStatusTexts } from "#contract/refundText.ts"
import { Tag, type Tone } from "../../platform/ui/states.tsx"

const tones: Record<ReturnStatus, Tone> = {
  requested: "warn",
  approved: "info",
  refused: "neutral",
  received: "plum",
  refunded: "success",
  withdrawn: "neutral",
}

export function ReturnBadge({ status }: { status: ReturnStatus }) {
  return (
    <Tag dot tone={tones[status]}>
      {returnStatusTexts[status]}
    </Tag>
  )
}
