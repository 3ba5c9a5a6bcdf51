import type { User } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { Check, Film } from "../../platform/ui/icons.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { PartPayment } from "../../shopfront/orders/PartPayment.tsx"
import { usePlan, usePlanName } from "../../shopfront/orders/plans.ts"
import { Allowances } from "./membership/Allowances.tsx"
import { useAccess } from "./membership/access.ts"
import { timeOf, Upcoming } from "./membership/MembershipBox.tsx"
import { PanelTitle } from "./PanelTitle.tsx"

/** The videos and benefits of VIP and VVIP. */
export function VipTab({ user }: { user: User }) {
  const { data } = useAccess(user.membership_level)
  const plan = usePlan(user.membership_level)
  const nameOf = usePlanName()
  if (user.membership_level === "free") return null
  return (
    <>
      <PanelTitle>{t`VIP Content`}</PanelTitle>
      <PartPayment className="mt-5" />
      <VideoLibrary />
      <section aria-labelledby="brings" className="mt-10 grid gap-x-12 gap-y-8 xl:grid-cols-2">
        <div>
          <h3 id="brings" className="font-display text-h3">
            <Trans>What {nameOf(user.membership_level)} includes</Trans>
          </h3>
          <p className="mt-1 text-ink-2">{timeOf(user)}</p>
          {data && <Upcoming upcoming={data.upcoming} />}
          <ul className="mt-4 border-line border-t">
            {plan?.features.map((feature) => (
              <li key={feature} className="flex min-w-0 items-baseline gap-3 border-line border-b py-2.5">
                <Check aria-hidden size={16} className="shrink-0 translate-y-0.5 text-gilt" />
                <span className="min-w-0">{feature}</span>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className="font-display text-h3">{t`Your remaining allowance`}</h3>
          <div className="mt-5">
            <Allowances user={user} />
          </div>
        </div>
      </section>
    </>
  )
}

/** This box is dark in both themes, like the player. */
function VideoLibrary() {
  return (
    <div className="night-room mt-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-6 rounded-card border border-line bg-sunken p-6 text-ink sm:p-8">
      <div className="min-w-0 max-w-[34rem]">
        <Film aria-hidden size={28} strokeWidth={1.25} className="text-gilt" />
        <p className="mt-4 font-display text-h2">{t`VIP videos`}</p>
        <p className="mt-2 text-ink-2">{t`Videos of the models, slowly turning in the light. For VIP and VVIP members.`}</p>
      </div>
      <ButtonLink to="/vip-content">{t`Open VIP Content`}</ButtonLink>
    </div>
  )
}
