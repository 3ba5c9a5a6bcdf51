import { useQuery } from "@tanstack/react-query"
import { CircleX } from "lucide-react"
import { useState } from "react"
import { membershipTexts } from "#contract/buyingText.ts"
import { tierOf } from "#contract/membership.ts"
import type { PaymentState } from "#contract/payments.ts"
import { Guard } from "../shell/Guard.tsx"
import { privateMeta } from "../shell/meta.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { PageSpinner } from "../ui/states.tsx"
import { FollowedPayment, paymentQuery } from "./FollowedPayment.tsx"
import { lastPayment } from "./pay.ts"
import { wayToBuy } from "./plan.ts"
import { ResultFrame } from "./ResultFrame.tsx"

export const meta = () => privateMeta("Membership payment cancelled")

export default function CancelSubscriptionRoute() {
  return (
    <Guard roles={["user"]}>
      <Cancel />
    </Guard>
  )
}

/** The provider leads here from whatever was not finished: money that was seen all the same is followed. */
function Cancel() {
  const [id] = useState(lastPayment)
  const { data, isLoading } = useQuery({ ...paymentQuery(id ?? 0), enabled: id !== null })
  if (isLoading) return <PageSpinner />
  if (id && data && data.status !== "pending" && data.status !== "failed") return <FollowedPayment id={id} />
  return <Cancelled membership={data?.membership ?? null} isKnown={id === null || data !== undefined} />
}

function Cancelled({ membership, isKnown }: { membership: PaymentState["membership"]; isKnown: boolean }) {
  return (
    <ResultFrame
      icon={<CircleX aria-hidden size={40} strokeWidth={1.25} className="text-ink-2" />}
      title={membershipTexts.cancelled}
      text={isKnown ? membershipTexts.notMade : membershipTexts.notAsked}
    >
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {membership && <ButtonLink {...wayToBuy(tierOf(membership.level))}>Try the payment again</ButtonLink>}
        <ButtonLink to="/upgrade" look={membership ? "outline" : "primary"}>
          See the memberships
        </ButtonLink>
        <ButtonLink to="/" look="quiet">
          Back to home
        </ButtonLink>
      </div>
    </ResultFrame>
  )
}
