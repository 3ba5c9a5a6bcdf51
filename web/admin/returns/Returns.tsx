import { type AdminReturn, returnStatuses } from "#contract/refunds.ts"
import { returnReasonTexts, returnStatusTexts, returnTexts } from "#contract/refundText.ts"
import { plural, t } from "#contract/t.ts"
import { CustomerLink } from "../../backoffice/staff-ui/CustomerLink.tsx"
import type { Column } from "../../backoffice/table/columns.ts"
import { DataTable } from "../../backoffice/table/DataTable.tsx"
import { shortDate } from "../../backoffice/table/dates.ts"
import { listAt } from "../../backoffice/table/useRows.ts"
import { Link } from "../../platform/router.ts"
import { ReturnBadge } from "../../shopfront/orders/ReturnBadge.tsx"
import { Head } from "../shell/Head.tsx"

const read = listAt("GET /admin/returns")
const filters = [
  {
    name: "status",
    label: t`Status`,
    options: [
      ["", t`All statuses`],
      ["waiting", t`Needs attention`],
      ["open", t`Open`],
      ...returnStatuses.map((status) => [status, returnStatusTexts[status]] as const),
    ],
  },
] as const
const views = [
  { label: t`All`, query: "" },
  { label: t`Needs attention`, query: "status=waiting" },
  { label: t`Approved`, query: "status=approved" },
]

/** Requested returns. Each is decided and refunded in its order. */
export function Returns() {
  return (
    <>
      <Head title={t`Returns`} note={t`Open the order to approve, receive and refund.`} />
      <DataTable
        name="returns"
        label={t`Returns`}
        count={(n, written) => plural(n, { one: "1 return", other: `${written} returns` })}
        read={read}
        columns={columns}
        rowName={({ order_number }) => order_number}
        search={t`Search returns`}
        searchHint={t`Order or customer`}
        filters={filters}
        views={views}
        empty={t`No returns found.`}
        failed={returnTexts.loadFailed}
      />
    </>
  )
}

const columns: Column<AdminReturn>[] = [
  {
    id: "order",
    header: t`Order`,
    title: true,
    cell: ({ order_id, order_number }) => (
      <Link
        to={`/admin?tab=orders&order=${order_id}`}
        className="inline-flex min-h-9 items-center whitespace-nowrap font-semibold hover:underline"
      >
        {order_number}
      </Link>
    ),
  },
  {
    id: "who",
    header: t`Customer`,
    cell: ({ user_id, user }) => (
      <span className="block md:min-w-28">
        <CustomerLink id={user_id}>{user ?? t`Deleted account`}</CustomerLink>
      </span>
    ),
  },
  {
    id: "what",
    header: t`Items`,
    cell: ({ lines }) => lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", "),
  },
  { id: "why", header: t`Reason`, extra: true, cell: ({ reason }) => returnReasonTexts[reason] },
  {
    id: "when",
    header: t`Requested`,
    extra: true,
    sort: { asc: "oldest", desc: "newest" },
    cell: ({ created_at }) => <span className="whitespace-nowrap">{shortDate(created_at)}</span>,
  },
  { id: "status", header: t`Status`, tag: true, cell: ({ status }) => <ReturnBadge status={status} /> },
]
