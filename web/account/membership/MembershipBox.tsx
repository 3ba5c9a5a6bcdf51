import type { User } from "#contract/accounts.ts"
import { tierOf } from "#contract/membership.ts"
import type { AccessStatus } from "#contract/memberships.ts"
import { explain } from "../../api/client.ts"
import { HalfPaid } from "../../checkout/HalfPaid.tsx"
import { wayToBuy } from "../../checkout/plan.ts"
import { ButtonLink } from "../../ui/Button.tsx"
import { cx } from "../../ui/cx.ts"
import { dateOf } from "../../ui/format.ts"
import { ErrorState, Skeleton } from "../../ui/states.tsx"
import { Allowances } from "./Allowances.tsx"
import { useAccess } from "./access.ts"

/** The level somebody has, what is left of it, and the way to more of it. */
export function MembershipBox({ user }: { user: User }) {
  const { data, error, refetch } = useAccess(user.membership_level)
  return (
    <section aria-labelledby="membership" className="mt-10">
      <h3 id="membership" className="font-display text-h3">
        Membership
      </h3>
      <HalfPaid className="mt-4" />
      <div className={cx("mt-4 rounded-dialog border bg-surface p-5 sm:p-6", edges[user.membership_level])}>
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
          <div className="min-w-0">
            <h4 className="font-display text-h2">{nameOf(user)}</h4>
            <p className="mt-1 max-w-measure text-ink-2">{timeOf(user)}</p>
            {data && <Upcoming upcoming={data.upcoming} />}
          </div>
          <Ways user={user} />
        </div>
        {user.membership_level !== "free" && (
          <div className="mt-6 border-line border-t pt-5">
            {data && <Allowances allowance={data.allowance} levelEndsAt={user.membership_expires_at} />}
            {!data && error && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
            {!data && !error && <Skeleton className="h-20" />}
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
  return upcoming.map(({ level, ends_at }) => (
    <p key={level} className="text-ink-2">
      Then {tierOf(level).name}
      {ends_at ? ` until ${dateOf(ends_at)}.` : ", without an end."}
    </p>
  ))
}

/** Below VIP there is a plan to move up to; time with an end can be renewed. */
function Ways({ user: { membership_level: level, membership_expires_at, vip } }: { user: User }) {
  return (
    <div className="flex flex-wrap gap-3">
      {level !== "free" && membership_expires_at && (
        <ButtonLink {...wayToBuy(tierOf(level))} look={vip ? "primary" : "outline"}>
          Renew {tierOf(level).name}
        </ButtonLink>
      )}
      {vip ? (
        <ButtonLink to="/upgrade" look="quiet">
          Compare levels
        </ButtonLink>
      ) : (
        <ButtonLink to="/upgrade">Upgrade Plan</ButtonLink>
      )}
    </div>
  )
}

function nameOf({ membership_level: level }: User): string {
  return level === "free" ? "Free" : tierOf(level).name
}

export function timeOf({ membership_level: level, membership_expires_at: end }: User): string {
  if (level === "free") return "Looking, collecting and buying need no membership. Talking with a moderator does."
  return end ? `Runs until ${dateOf(end)}.` : "Without an end."
}
