import { Hourglass } from "lucide-react"
import { useSearchParams } from "react-router"
import { Guard } from "../shell/Guard.tsx"
import { ButtonLink } from "../ui/Button.tsx"
import { FollowedPayment } from "./FollowedPayment.tsx"
import { ResultFrame } from "./ResultFrame.tsx"

export const meta = () => [{ title: "Your payment - Vitrine" }, { name: "robots", content: "noindex" }]

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
  if (!Number.isSafeInteger(id) || id <= 0) return <NoPayment />
  return <FollowedPayment key={id} id={id} />
}

function NoPayment() {
  return (
    <ResultFrame
      icon={<Hourglass aria-hidden size={40} strokeWidth={1.25} className="text-ink-2" />}
      title="Which payment?"
      text="This address does not name a payment. All your orders, and what became of their payments, are in your dashboard."
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
