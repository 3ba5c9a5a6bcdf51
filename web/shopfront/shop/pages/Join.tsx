import type { User } from "#contract/accounts.ts"
import { levelName, paidLevels } from "#contract/membership.ts"
import type { Membership as Plan, PlanDays } from "#contract/memberships.ts"
import { accountTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { loginFor } from "../../../platform/navigation/links.ts"
import { Link } from "../../../platform/router.ts"
import { useSession } from "../../../platform/session/session.ts"
import { ButtonLink } from "../../../platform/ui/Button.tsx"
import { dateOf } from "../../../platform/ui/format.ts"
import { Trans } from "../../../platform/ui/Trans.tsx"
import { purchaseLink } from "../../orders/plan.ts"

/**
 * The button to buy a membership. Guests sign in first, and staff see none. The line below keeps its space until it is
 * known whether the visitor is a member.
 */
export function Join({ plan, days, plans }: { plan: Plan; days: PlanDays; plans: Plan[] }) {
  const { user } = useSession()
  const { label, note } = offer(plan, user, plans)
  const gift = purchaseLink(plan, { days, isGift: true })
  const variant = plan.level === bestFor(user) ? "primary" : "outline"
  return (
    <>
      <div className="if-out">
        <ButtonLink to={loginFor(purchaseLink(plan, { days }))} variant={variant} className="w-full px-0!">
          <Trans>
            <span className="sr-only">Log in to </span>Choose {plan.name}
          </Trans>
        </ButtonLink>
      </div>
      <div className="if-customer">
        {label && (
          <ButtonLink to={purchaseLink(plan, { days })} variant={variant} className="w-full px-0!">
            {label}
          </ButtonLink>
        )}
        {!label && <p className="flex min-h-11 items-center text-ink-2 text-ui">{note}</p>}
      </div>
      <p className="if-staff min-h-11 text-ink-2 text-ui">{t`Memberships are for customers.`}</p>
      <div className="if-not-staff mt-2">
        <Link
          to={user ? gift : loginFor(gift)}
          aria-label={t`Give as a gift: ${plan.name}`}
          className="link inline-flex min-h-11 items-center text-ui"
        >{t`Give as a gift`}</Link>
      </div>
      {(!user || (label && note)) && <p className="if-member mt-2 min-h-[1.45em] text-ink-3 text-meta">{note}</p>}
    </>
  )
}

/** No label means that there is nothing to buy. */
function offer(plan: Plan, user: User | null, plans: Plan[]): { label: string | null; note?: string } {
  if (user?.suspended) return { label: null, note: accountTexts.notWhileSuspended }
  if (user?.role !== "user" || user.membership_level === "free") return { label: t`Choose ${plan.name}` }
  const level = user.membership_level
  const own = plans.find((one) => one.level === level)?.name ?? levelName(level)
  const isLower = paidLevels.indexOf(plan.level) < paidLevels.indexOf(level)
  const isOwn = plan.level === level
  const end = user.membership_expires_at
  if (!end && isOwn) return { label: null, note: t`Yours, with no end date.` }
  if (!end && isLower) return { label: null, note: t`Included in your ${own} membership.` }
  if (isOwn) return { label: t`Renew ${plan.name}`, note: t`Active until ${dateOf(end!)}` }
  if (isLower) return { label: t`Choose ${plan.name}`, note: t`Starts when your ${own} ends` }
  const becomes = end ? t`Your remaining time is converted` : t`Your ${own} continues afterwards`
  return { label: t`Upgrade to ${plan.name}`, note: becomes }
}

function bestFor(user: User | null): Plan["level"] {
  return user?.membership_level === "vvip" ? "vvip" : "vip"
}
