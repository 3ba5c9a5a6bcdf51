import { type AdminReturn, returnStatuses } from "#contract/refunds.ts"
import { returnReasonTexts, returnStatusTexts, returnTexts } from "#contract/refundText.ts"
import { ReturnBadge } from "../../orders/ReturnBadge.tsx"
import { Link } from "../../router.ts"
import { CustomerLink } from "../../staff-ui/CustomerLink.tsx"
import type { Column } from "../../table/columns.ts"
import { DataTable } from "../../table/DataTable.tsx"
import { shortDate } from "../../table/dates.ts"
import { listAt } from "../../table/useRows.ts"
import { Head } from "../shell/Head.tsx"

const read = listAt("GET /admin/returns")
const filters = [
  {
    name: "status",
    label: "Status",
    options: [
      ["", "All statuses"],
      ["waiting", "Needs attention"],
      ["open", "Open"],
      ...returnStatuses.map((status) => [status, returnStatusTexts[status]] as const),
    ],
  },
] as const
const views = [
  { label: "All", query: "" },
  { label: "Needs attention", query: "status=waiting" },
  { label: "Approved", query: "status=approved" },
]

/** What customers ask to return. Each is decided and refunded in its order. */
export function Returns() {
  return (
    <>
      <Head title="Returns" note="Open the order to approve, receive and refund." />
      <DataTable
        name="returns"
        label="Returns"
        count={(n) => (n === "1" ? "1 return" : `${n} returns`)}
        read={read}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ order_number }) => order_number}
        search="Search returns"
        searchHint="Order or customer"
        filters={filters}
        views={views}
        empty="No returns found."
        failed={returnTexts.loadFailed}
      />
    </>
  )
}

const columns: Column<AdminReturn>[] = [
  {
    id: "order",
    header: "Order",
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
    header: "Customer",
    cell: ({ user_id, user }) => (
      <span className="block md:min-w-28">
        <CustomerLink id={user_id}>{user ?? "Deleted account"}</CustomerLink>
      </span>
    ),
  },
  {
    id: "what",
    header: "Items",
    cell: ({ lines }) => lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", "),
  },
  { id: "why", header: "Reason", extra: true, cell: ({ reason }) => returnReasonTexts[reason] },
  {
    id: "when",
    header: "Requested",
    extra: true,
    sort: { asc: "oldest", desc: "newest" },
    cell: ({ created_at }) => <span className="whitespace-nowrap">{shortDate(created_at)}</span>,
  },
  { id: "status", header: "Status", tag: true, cell: ({ status }) => <ReturnBadge status={status} /> },
]
