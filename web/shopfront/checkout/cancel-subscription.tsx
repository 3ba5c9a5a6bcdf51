import { membershipTexts } from "#contract/buyingText.ts"
import { t } from "#contract/t.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { PageSpinner } from "../../platform/ui/states.tsx"
import { purchaseLink } from "../orders/plan.ts"
import { usePlan } from "../orders/plans.ts"
import { Cancelled, useLeftPayment } from "./Cancelled.tsx"
import { FollowedPayment } from "./FollowedPayment.tsx"

export const meta = () => privateMeta(t`Payment cancelled`)

export default function CancelSubscriptionRoute() {
  return (
    <Guard roles={["user"]}>
      <Cancel />
    </Guard>
  )
}

/** The provider's cancel URL. If money was received nevertheless, it follows the payment. */
function Cancel() {
  const { id, payment, isLoading, isUnderway } = useLeftPayment()
  const plan = usePlan(payment?.membership?.level)
  if (isLoading) return <PageSpinner />
  if (id && isUnderway) return <FollowedPayment id={id} of="membership" />
  const membership = payment?.membership
  const isKnown = id === null || payment !== undefined
  return (
    <Cancelled
      of="membership"
      title={membershipTexts.cancelled}
      text={isKnown ? membershipTexts.notMade : membershipTexts.notAsked}
    >
      {membership && (
        <ButtonLink
          to={purchaseLink(plan, { days: membership.days, isGift: payment.is_gift })}
        >{t`Retry payment`}</ButtonLink>
      )}
      <ButtonLink to="/upgrade" variant={membership ? "outline" : "primary"}>{t`See memberships`}</ButtonLink>
    </Cancelled>
  )
}
