import { useQuery } from "@tanstack/react-query"
import type { User } from "#contract/accounts.ts"
import { staffTexts } from "#contract/memberText.ts"
import { locale, t } from "#contract/t.ts"
import { Activity } from "../../backoffice/staff/Activity.tsx"
import { today } from "../../backoffice/staff-ui/dates.ts"
import { Sparkline } from "../../backoffice/staff-ui/Sparkline.tsx"
import { call, explain } from "../../platform/api/client.ts"
import { money } from "../../platform/ui/format.ts"
import { ownLocale } from "../../platform/ui/locale.ts"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { Missing } from "../parts/setup.tsx"
import { Head } from "../shell/Head.tsx"
import { RevenueChart } from "./RevenueChart.tsx"
import { Setup } from "./Setup.tsx"

/** Keeps the height of a text while it is loading. */
const blank = "\u00a0"
const number = new Intl.NumberFormat(locale)

export function Dashboard({ user }: { user: User }) {
  const mayMoney = user.admin_type !== "content_admin"
  return (
    <>
      <Head title={t`Dashboard`} />
      {user.admin_type === "super_admin" && (
        <>
          <Missing />
          <Setup />
        </>
      )}
      <Stats mayMoney={mayMoney} />
      {mayMoney && <RevenueChart />}
      <Activity />
    </>
  )
}

const date = new Intl.DateTimeFormat(ownLocale, { month: "long", day: "numeric", timeZone: "UTC" })

function revenueNote(): string {
  const first = date.format(new Date(today().slice(0, 7)))
  return t`Orders and memberships paid since ${first}, minus refunds made since then. Compared with the same days of last month.`
}

interface Large {
  label: string
  /** Says what is counted. */
  note: string
  value: string | undefined
  change: string | null | undefined
  values: number[] | null | undefined
}

function Stats({ mayMoney }: { mayMoney: boolean }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "stats"],
    queryFn: () => call("GET /admin/dashboard-stats"),
  })
  if (error && !data)
    return <ErrorState title={staffTexts.dashboardFailed} detail={explain(error)} retry={() => void refetch()} />
  // The figures keep their height while they are loading.
  const large: Large[] = [
    {
      label: t`Total users`,
      note: t`Accounts of customers, without staff.`,
      value: data && number.format(data.total_users),
      change: data?.users_change,
      values: data?.series.users,
    },
    {
      label: t`Active subscriptions`,
      note: t`Customers who have a membership now.`,
      value: data && number.format(data.active_subscriptions),
      change: data?.subscriptions_change,
      values: data?.series.subscriptions,
    },
    ...(mayMoney
      ? [
          {
            label: t`Monthly revenue`,
            note: revenueNote(),
            value: data && money(data.monthly_revenue ?? 0),
            change: data?.revenue_change,
            values: data?.series.revenue,
          },
        ]
      : []),
  ]
  const small = [
    { label: t`Active models`, note: t`In the shop.`, value: data?.active_models, change: data?.models_change },
    {
      label: t`Flagged messages`,
      note: t`Waiting for a decision.`,
      value: data?.flagged_messages,
      change: data?.flagged_change,
    },
    {
      label: t`Active moderators`,
      note: t`They can log in.`,
      value: data?.active_moderators,
      change: data?.moderators_change,
    },
  ]
  return (
    <>
      <dl aria-label={t`Key figures`} className="grid border-line border-y lg:grid-cols-3">
        {large.map(({ label, note, value, change, values }) => (
          <div
            key={label}
            className="border-line py-5 max-lg:not-last:border-b lg:px-6 lg:first:ps-0 lg:not-last:border-e"
          >
            <dt className="text-ink-2 text-meta">{label}</dt>
            <dd className="mt-1 flex min-h-8 items-end justify-between gap-4">
              <span className="tabular font-semibold text-h3">{value ?? <Skeleton className="h-[1lh] w-24" />}</span>
              {values && <Sparkline values={values} label={t`${label} over the last twelve months`} />}
            </dd>
            <dd className="tabular mt-1 text-ink-3 text-meta">{change ?? blank}</dd>
            <dd className="mt-1 text-pretty text-ink-3 text-meta">{note}</dd>
          </div>
        ))}
      </dl>
      <dl className="grid grid-cols-3 gap-x-4 border-line border-b sm:gap-x-0">
        {small.map(({ label, note, value, change }) => (
          <div key={label} className="min-w-0 py-3 sm:px-6 sm:first:ps-0">
            <dt className="text-ink-2 text-meta">{label}</dt>
            <dd className="tabular font-semibold text-ui">{value === undefined ? blank : number.format(value)}</dd>
            <dd className="tabular text-ink-3 text-meta">{change ?? blank}</dd>
            <dd className="text-pretty text-ink-3 text-meta">{note}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
