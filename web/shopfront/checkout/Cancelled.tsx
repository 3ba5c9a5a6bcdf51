import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { t } from "#contract/t.ts"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { CircleX } from "../../platform/ui/icons.ts"
import { lastPayment, paymentQuery } from "../orders/pay.ts"
import { ResultFrame } from "./ResultFrame.tsx"
import { Steps } from "./Steps.tsx"

/** The payment whose page the customer left. `isUnderway` means that money was received nevertheless. */
export function useLeftPayment() {
  const [id] = useState(lastPayment)
  const { data, isLoading } = useQuery({ ...paymentQuery(id ?? 0), enabled: id !== null })
  const isUnderway = data !== undefined && data.status !== "pending" && data.status !== "failed"
  return { id, payment: data, isLoading, isUnderway }
}

interface CancelledProps {
  /** What the customer did not buy. */
  of: "order" | "membership"
  title: string
  text: string
  note?: ReactNode
  children: ReactNode
}

export function Cancelled({ of, title, text, note, children }: CancelledProps) {
  return (
    <ResultFrame
      steps={<Steps of={of} current="payment" />}
      icon={<CircleX aria-hidden size={40} strokeWidth={1.25} className="text-ink-2" />}
      title={title}
      text={text}
    >
      {note}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {children}
        <ButtonLink to="/" variant="quiet">{t`Back to home`}</ButtonLink>
      </div>
    </ResultFrame>
  )
}
