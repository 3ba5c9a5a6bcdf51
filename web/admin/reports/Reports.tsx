import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { User } from "#contract/accounts.ts"
import type { MembershipRow, ReportPeriod, ResponseRow, SalesReportBy, SalesRow, TaxRow } from "#contract/reports.ts"
import { plural, t } from "#contract/t.ts"
import { durationOf } from "../../backoffice/moderator/durations.ts"
import { Chart } from "../../backoffice/staff-ui/Chart.tsx"
import { daysNote, periodName } from "../../backoffice/staff-ui/dates.ts"
import { nameOf as levelNames } from "../../backoffice/staff-ui/levels.ts"
import type { Measure } from "../../backoffice/staff-ui/scale.ts"
import { useSearch } from "../../backoffice/table/search.ts"
import { Export } from "../../backoffice/table/Toolbar.tsx"
import { call, explain } from "../../platform/api/client.ts"
import type { Address } from "../../platform/router.ts"
import { SelectField } from "../../platform/ui/Field.tsx"
import { money } from "../../platform/ui/format.ts"
import { EmptyState, ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { Head } from "../shell/Head.tsx"
import { type Column, Figures, isBlank } from "./Figures.tsx"
import { type Period, PeriodFields, usePeriod } from "./PeriodFields.tsx"

interface ReportKind {
  label: string
  /** Whether content admins, who see no amounts, see it. */
  isForAll?: boolean
  show(period: Period): ReactNode
}

const salesBy = (by: SalesReportBy, label: string): ReportKind => ({
  label,
  show: (period) => <Sales key={by} by={by} label={label} period={period} />,
})

/** The reports by their names in the address. */
const reports: Record<string, ReportKind> = {
  day: salesBy("day", t`Sales by day`),
  model: salesBy("model", t`Sales by model`),
  category: salesBy("category", t`Sales by category`),
  country: salesBy("country", t`Sales by country`),
  customers: salesBy("customers", t`New and returning customers`),
  memberships: { label: t`Memberships`, show: (period) => <Memberships period={period} /> },
  taxes: { label: t`VAT by country`, show: (period) => <Taxes period={period} /> },
  responses: { label: t`Response times`, isForAll: true, show: (period) => <Responses period={period} /> },
}

/** Sales, memberships and response times of a period, compared with the previous one. */
export function Reports({ user }: { user: User }) {
  const [params, change] = useSearch()
  const known = Object.entries(reports).filter(([, { isForAll }]) => isForAll || user.admin_type !== "content_admin")
  const [name, { show }] = known.find(([name]) => name === params.get("report")) ?? known[0]!
  const period = usePeriod()
  return (
    <>
      <Head title={t({ context: "figures of the shop", message: "Reports" })} />
      <div className="no-print mb-6 grid grid-cols-2 items-start gap-4 md:flex md:flex-wrap">
        <SelectField
          label={t`Report`}
          className="max-md:col-span-2"
          value={name}
          onChange={(event) => change({ report: event.target.value })}
        >
          {known.map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        <PeriodFields {...period} />
      </div>
      {show(period.chosen)}
    </>
  )
}

function Sales({ by, label, period }: { by: SalesReportBy; label: string; period: Period }) {
  const query = { by, ...period }
  const asked = useQuery({
    queryKey: ["admin", "reports", "sales", query],
    queryFn: () => call("GET /admin/reports/sales", { query }),
  })
  const { data } = asked
  if (!data) return <Waiting {...asked} />
  const columns: Column<SalesRow>[] = [
    ...(by === "category" ? [] : [{ header: t`Orders`, of: ({ orders }: SalesRow) => orders }]),
    { header: t`Quantity`, of: ({ pieces }) => pieces },
    ...amounts,
  ]
  if (isBlank(columns, data.total)) return <EmptyState title={t`No sales in this period.`} />
  const linkOf = ({ key, orders }: SalesRow): Address | null => {
    if (orders === 0) return null
    const { from, to } = data.now
    const filter: Record<string, string> =
      by === "day" ? { paid_from: key, paid_to: key } : { paid_from: from, paid_to: to }
    if (by !== "day") filter[filterOf[by]] = key
    return `/admin?${new URLSearchParams({ tab: "orders", ...filter })}`
  }
  return (
    <Report
      title={t`Net sales`}
      note={t`Orders on the day they were paid, minus their refunds, whenever those were made. Memberships are not included. The dashboard includes them, and counts a refund on the day it was made.`}
      data={data}
      format={money}
      csv={{ path: `/admin/reports/sales?${new URLSearchParams(query)}`, name: `sales-by-${by}.csv` }}
    >
      <Figures
        label={label}
        first={
          { day: t`Day`, model: t`Model`, category: t`Category`, country: t`Country`, customers: t`Customers` }[by]
        }
        rows={by === "day" ? data.rows.toReversed() : data.rows}
        total={data.total}
        rowId={({ key }) => key}
        nameOf={({ key, name }) => (by === "day" && key ? periodName(key, "day").replaceAll(" ", "\u00a0") : name)}
        linkOf={linkOf}
        columns={columns}
      />
    </Report>
  )
}

const amount = (value: number | null) => money(value ?? 0)
const amounts: Column<Pick<SalesRow, "paid" | "refunded" | "net" | "net_before">>[] = [
  { header: t`Paid`, of: ({ paid }) => paid, format: amount },
  { header: t`Refunded`, of: ({ refunded }) => refunded, format: amount },
  { header: t`Net sales`, of: ({ net }) => net, format: amount, isMain: true },
  { header: t`Period before`, of: ({ net_before }) => net_before, format: amount },
]

const filterOf = { model: "doll_id", category: "category", country: "country", customers: "customers" } as const

function Memberships({ period }: { period: Period }) {
  const asked = useQuery({
    queryKey: ["admin", "reports", "memberships", period],
    queryFn: () => call("GET /admin/reports/memberships", { query: period }),
  })
  const { data } = asked
  if (!data) return <Waiting {...asked} />
  const columns: Column<MembershipRow>[] = [
    { header: t`New`, of: ({ started }) => started },
    { header: t`Renewed`, of: ({ renewed }) => renewed },
    { header: t`Ended`, of: ({ ended }) => ended },
    ...amounts,
  ]
  if (isBlank(columns, data.total)) return <EmptyState title={t`No memberships in this period.`} />
  return (
    <Report
      title={t`Net sales of memberships`}
      note={t`Memberships on the day they were paid, minus their refunds, whenever those were made. New members had no membership when they paid, renewed ones had one, and ended ones have none since.`}
      data={data}
      format={money}
      csv={{ path: `/admin/reports/memberships?${new URLSearchParams({ ...period })}`, name: "memberships.csv" }}
    >
      <Figures
        label={t`Memberships by level`}
        first={t`Level`}
        rows={data.rows}
        total={data.total}
        rowId={({ level }) => level}
        nameOf={({ level }) => (level === "total" ? t`Total` : levelNames[level as keyof typeof levelNames])}
        linkOf={({ level, started, renewed }) =>
          started + renewed === 0
            ? null
            : `/admin?${new URLSearchParams({ tab: "subscriptions", level, paid_from: data.now.from, paid_to: data.now.to })}`
        }
        columns={columns}
      />
    </Report>
  )
}

function Taxes({ period }: { period: Period }) {
  const asked = useQuery({
    queryKey: ["admin", "reports", "taxes", period],
    queryFn: () => call("GET /admin/reports/taxes", { query: period }),
  })
  const { data } = asked
  if (!data) return <Waiting {...asked} />
  const columns: Column<TaxRow>[] = [
    { header: t`Orders`, of: ({ orders }) => orders },
    { header: t`Order totals`, of: ({ sales }) => sales, format: amount },
    { header: t`VAT`, of: ({ tax }) => tax, format: amount },
    { header: t`Refunded`, of: ({ refunded }) => refunded, format: amount },
    { header: t`Net VAT`, of: ({ net }) => net, format: amount, isMain: true },
    { header: t`Period before`, of: ({ net_before }) => net_before, format: amount },
  ]
  if (isBlank(columns, data.total)) return <EmptyState title={t`No orders with VAT in this period.`} />
  return (
    <Report
      title={t`Net VAT`}
      note={t`VAT of orders on the day they were paid, minus the VAT of their refunds, whenever those were made. The figures are those of invoices and credit notes.`}
      data={data}
      format={money}
      csv={{ path: `/admin/reports/taxes?${new URLSearchParams({ ...period })}`, name: "vat.csv" }}
    >
      <Figures
        label={t`VAT by country`}
        first={t`Country`}
        rows={data.rows}
        total={data.total}
        rowId={({ key }) => key}
        nameOf={({ name }) => name}
        linkOf={() => null}
        columns={columns}
      />
    </Report>
  )
}

function Responses({ period }: { period: Period }) {
  const asked = useQuery({
    queryKey: ["admin", "reports", "responses", period],
    queryFn: () => call("GET /admin/reports/responses", { query: period }),
  })
  const { data } = asked
  if (!data) return <Waiting {...asked} />
  const columns: Column<ResponseRow>[] = [
    { header: t`Messages`, of: ({ messages }) => messages },
    { header: t`Replies`, of: ({ answers }) => answers },
    { header: t`Mean time to a reply`, of: ({ minutes }) => minutes, format: mean, isMain: true },
    { header: t`Period before`, of: ({ minutes_before }) => minutes_before, format: mean },
  ]
  if (isBlank(columns, data.total)) return <EmptyState title={t`No messages in this period.`} />
  return (
    <Report
      title={t`Mean time to a reply`}
      note={t`From a member's first unanswered message to the reply, on the day of the reply. Deleted messages do not count.`}
      data={data}
      measure="minutes"
      format={(value) => (value === 0 ? t`No replies` : durationOf(value))}
      csv={{ path: `/admin/reports/responses?${new URLSearchParams({ ...period })}`, name: "response-times.csv" }}
    >
      <Figures
        label={t`Response times by moderator`}
        first={t`Moderator`}
        rows={data.rows}
        total={data.total}
        rowId={({ id }) => String(id)}
        nameOf={({ name }) => name}
        linkOf={({ id }) => (id === null ? null : `/moderator-chat-activity/${id}`)}
        columns={columns}
      />
    </Report>
  )
}

const mean = (minutes: number | null) => (minutes === null ? "–" : durationOf(minutes))

interface ReportProps {
  title: string
  /** Says what the figures are. */
  note: string
  data: { by: "day" | "month"; now: ReportPeriod; before: ReportPeriod }
  format(value: number): string
  measure?: Measure
  csv: { path: string; name: string }
  children: ReactNode
}

/** The chart, then the table. */
function Report({ title, note, data, format, measure, csv, children }: ReportProps) {
  const { by, now, before } = data
  const periodOf = ({ from, to, points, total }: ReportPeriod) => ({
    name: from === to ? periodName(from, "day") : t`${periodName(from, "day")} to ${periodName(to, "day")}`,
    points: points.map(({ date, value }) => ({ label: periodName(date, by), value })),
    total: format(total),
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Chart
        title={title}
        note={
          <>
            {note} {daysNote()}
          </>
        }
        unit={title}
        by={by}
        now={periodOf(now)}
        before={periodOf(before)}
        format={format}
        measure={measure}
      />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="text-ink-2 text-ui">
            {by === "day"
              ? plural(now.points.length, { one: "1 day", other: `${now.points.length} days` })
              : plural(now.points.length, { one: "1 month", other: `${now.points.length} months` })}
          </p>
          <Export {...csv} />
        </div>
        {children}
      </div>
    </div>
  )
}

function Waiting({ error, refetch }: { error: Error | null; refetch(): unknown }) {
  if (error) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  return (
    <div role="status" className="grid gap-8">
      <span className="sr-only">{t`Loading the report`}</span>
      <Skeleton className="h-80 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  )
}
