import { useState } from "react"
import { useSearchParams } from "react-router"
import { Guard } from "../shell/Guard.tsx"
import { privateMeta } from "../shell/meta.ts"
import { FollowedPayment } from "./FollowedPayment.tsx"
import { lastPayment } from "./pay.ts"
import { UnknownPayment } from "./UnknownPayment.tsx"

export const meta = () => privateMeta("Your membership payment")

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
  if (!id || !Number.isSafeInteger(id) || id < 0) return <UnknownPayment />
  return <FollowedPayment key={id} id={id} />
}
