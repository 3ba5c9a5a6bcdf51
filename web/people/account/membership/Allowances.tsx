import type { User } from "#contract/accounts.ts"
import type { AccessStatus } from "#contract/memberships.ts"
import { t } from "#contract/t.ts"
import { explain } from "../../../platform/api/client.ts"
import { cx } from "../../../platform/ui/cx.ts"
import { dateOf } from "../../../platform/ui/format.ts"
import { ErrorState, Skeleton } from "../../../platform/ui/states.tsx"
import { Trans } from "../../../platform/ui/Trans.tsx"
import { useAccess } from "./access.ts"

/** The messages and photos that are left in this period. */
export function Allowances({ user }: { user: User }) {
  const { data, error, refetch } = useAccess(user.membership_level)
  if (data) return <Meters allowance={data.allowance} levelEndsAt={user.membership_expires_at} />
  if (error) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  return <Skeleton className="h-20" />
}

/** `levelEndsAt` is null for an unlimited level. */
function Meters({
  allowance: { messages, photos, period_ends_at },
  levelEndsAt,
}: Pick<AccessStatus, "allowance"> & { levelEndsAt: string | null }) {
  const isRenewed = period_ends_at !== null && (levelEndsAt === null || levelEndsAt > period_ends_at)
  return (
    <div>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-x-10 gap-y-6">
        <Meter label={t`Messages`} {...messages} />
        <Meter label={t`Photos`} {...photos} />
      </ul>
      {period_ends_at && (
        <p className="mt-4 text-ink-3 text-meta">
          <Trans>
            {isRenewed ? t`Renews` : t`This allowance ends`} {dateOf(period_ends_at)}. Unused messages and photos don't
            carry over.
          </Trans>
        </p>
      )}
    </div>
  )
}

function Meter({ label, limit, used }: { label: string; limit: number | null; used: number }) {
  const left = limit === null ? null : Math.max(0, limit - used)
  return (
    <li className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        <span className={cx("tabular text-ui", left === 0 ? "font-semibold text-warn" : "text-ink-2")}>
          {usageText(limit, used, left)}
        </span>
      </div>
      <div aria-hidden className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken">
        <div
          className={cx("h-full rounded-full", left === 0 ? "bg-warn" : "bg-celadon")}
          style={{ inlineSize: `${limit === null ? 100 : limit === 0 ? 0 : (left! / limit) * 100}%` }}
        />
      </div>
    </li>
  )
}

function usageText(limit: number | null, used: number, left: number | null): string {
  if (left === null) return t`Unlimited, ${used} sent`
  return left === 0 ? t`None left, ${used} of ${limit} used` : t`${left} of ${limit} left`
}
