import { useSearchParams } from "react-router"
import { t } from "#contract/t.ts"
import { titled } from "../../platform/meta/shop.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { FollowedPayment } from "./FollowedPayment.tsx"
import { UnknownPayment } from "./UnknownPayment.tsx"

export const meta = () => [{ title: titled(t`Your payment`) }, { name: "robots", content: "noindex" }]

export default function SuccessRoute() {
  return (
    <Guard roles={["user"]}>
      <Success />
    </Guard>
  )
}

function Success() {
  const [params] = useSearchParams()
  const id = Number(params.get("payment"))
  if (!Number.isSafeInteger(id) || id <= 0) return <UnknownPayment of="order" />
  return <FollowedPayment key={id} id={id} of="order" />
}
