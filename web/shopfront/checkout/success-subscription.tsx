import { useState } from "react"
import { useSearchParams } from "react-router"
import { t } from "#contract/t.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { lastPayment } from "../orders/pay.ts"
import { FollowedPayment } from "./FollowedPayment.tsx"
import { UnknownPayment } from "./UnknownPayment.tsx"

export const meta = () => privateMeta(t`Your payment`)

export default function SuccessSubscriptionRoute() {
  return (
    <Guard roles={["user"]}>
      <Success />
    </Guard>
  )
}

function Success() {
  const [params] = useSearchParams()
  const [left] = useState(lastPayment)
  const named = params.get("payment")
  const id = named === null ? left : Number(named)
  if (!id || !Number.isSafeInteger(id) || id < 0) return <UnknownPayment of="membership" />
  return <FollowedPayment key={id} id={id} of="membership" />
}
