import type { User } from "#contract/accounts.ts"
import { memberName } from "#contract/membership.ts"
import type { AccessStatus } from "#contract/memberships.ts"
import { t } from "#contract/t.ts"
import { ButtonLink } from "../../../platform/ui/Button.tsx"
import { cx } from "../../../platform/ui/cx.ts"
import { dateOf } from "../../../platform/ui/format.ts"
import { Trans } from "../../../platform/ui/Trans.tsx"
import { PartPayment } from "../../../shopfront/orders/PartPayment.tsx"
import { purchaseLink } from "../../../shopfront/orders/plan.ts"
import { usePlan, usePlanName } from "../../../shopfront/orders/plans.ts"
import { Allowances } from "./Allowances.tsx"
import { useAccess } from "./access.ts"

/** The current level, its allowance, and links to renew or upgrade. */
export function MembershipBox({ user }: { user: User }) {
  const { data } = useAccess(user.membership_level)
  const nameOf = usePlanName()
  return (
    <section aria-label={t`Membership`} className="mt-8">
      <PartPayment className="mb-4" />
      <div className={cx("rounded-card border bg-surface p-5 sm:p-8", edges[user.membership_level])}>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5">
          <div className="min-w-0">
            <dl>
              <dt className="text-ink-3 text-meta">{t`Subscription`}</dt>
              <dd className="mt-1 font-display text-h2">
                {memberName(user.membership_level, nameOf(user.membership_level))}
              </dd>
            </dl>
            <p className="mt-2 max-w-measure text-ink-2">{timeOf(user)}</p>
            {data && <Upcoming upcoming={data.upcoming} />}
          </div>
          <PlanActions user={user} />
        </div>
        {user.membership_level !== "free" && (
          <div className="mt-6 border-line border-t pt-5">
            <Allowances user={user} />
          </div>
        )}
      </div>
    </section>
  )
}

const edges: Record<User["membership_level"], string> = {
  free: "border-line",
  standard: "border-line",
  vip: "border-line shadow-[inset_0_2px_var(--gilt)]",
  vvip: "border-gilt",
}

export function Upcoming({ upcoming }: Pick<AccessStatus, "upcoming">) {
  const nameOf = usePlanName()
  return upcoming.map(({ level, ends_at }) => (
    <p key={level} className="text-ink-2">
      <Trans>
        Then {nameOf(level)}
        {ends_at ? t` until ${dateOf(ends_at)}.` : t`, with no end date.`}
      </Trans>
    </p>
  ))
}

/** Members below VIP can upgrade, and limited levels can be renewed. */
function PlanActions({ user: { membership_level: level, membership_expires_at, vip } }: { user: User }) {
  const plan = usePlan(level)
  return (
    <div className="flex flex-wrap gap-3">
      {plan?.sold && membership_expires_at && (
        <ButtonLink to={purchaseLink(plan)} variant={vip ? "primary" : "outline"}>
          <Trans>Renew {plan.name}</Trans>
        </ButtonLink>
      )}
      <ButtonLink to="/upgrade" variant="outline">
        {vip ? t`Compare levels` : t`Upgrade Plan`}
      </ButtonLink>
    </div>
  )
}

export function timeOf({ membership_level: level, membership_expires_at: end }: User): string {
  if (level === "free") return t`Browsing and buying don't require a membership. Chatting with a moderator does.`
  return end ? t`Active until ${dateOf(end)}.` : t`No end date.`
}
