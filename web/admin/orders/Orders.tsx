import { useMemo, useState } from "react"
import type { AdminOrder } from "#contract/admin.ts"
import { orderStatuses } from "#contract/orders.ts"
import { orderStatusText } from "#contract/texts.ts"
import { OrderBadge } from "../../account/OrderBadge.tsx"
import { money } from "../../ui/format.ts"
import { Tag } from "../../ui/states.tsx"
import { shortDate } from "../parts/dates.ts"
import { Head } from "../shell/Head.tsx"
import type { Column } from "../table/columns.ts"
import { DataTable } from "../table/DataTable.tsx"
import { listAt } from "../table/useRows.ts"
import { OrderDialog } from "./OrderDialog.tsx"

const read = listAt<AdminOrder>("/admin/orders")
const filters = [
  {
    name: "status",
    label: "Status",
    options: [["", "All statuses"], ...orderStatuses.map((status) => [status, orderStatusText(status)] as const)],
  },
  {
    name: "attention",
    label: "Queue",
    options: [
      ["", "All orders"],
      ["1", "Waiting for somebody"],
    ],
  },
] as const
const views = [
  { label: "All", query: "" },
  { label: "Waiting for somebody", query: "attention=1" },
  { label: "To be shipped", query: "status=to_be_shipped" },
  { label: "Shipped", query: "status=shipped" },
  { label: "Refund due", query: "status=refund_due" },
]

export function Orders() {
  const [shown, setShown] = useState<number>()
  const columns = useMemo(() => columnsOf(setShown), [])
  return (
    <>
      <Head
        title="Orders"
        note="Paid ones are shipped from here. What went wrong waits with what happened and what to do."
      />
      <DataTable
        name="orders"
        label="Orders"
        read={read}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ orderNumber }) => orderNumber}
        search="Number, name or address"
        filters={filters}
        views={views}
        csv="/admin/orders"
        empty="No orders found."
      />
      <OrderDialog id={shown} onClose={() => setShown(undefined)} />
    </>
  )
}

function columnsOf(show: (id: number) => void): Column<AdminOrder>[] {
  return [
    {
      id: "number",
      header: "Order",
      title: true,
      cell: ({ id, orderNumber }) => (
        <button
          type="button"
          className="min-h-9 whitespace-nowrap font-semibold hover:underline"
          onClick={() => show(id)}
        >
          {orderNumber}
        </button>
      ),
      text: ({ orderNumber }) => orderNumber,
    },
    {
      id: "when",
      header: "Placed",
      sort: { asc: "oldest", desc: "newest" },
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{shortDate(createdAt)}</span>,
      text: ({ createdAt }) => createdAt,
    },
    {
      id: "who",
      header: "Customer",
      cell: ({ user, shippingAddress }) => (
        <span className="wrap-anywhere block md:min-w-28">{user || shippingAddress.name || shippingAddress.email}</span>
      ),
      text: ({ user_email, shippingAddress }) => user_email ?? shippingAddress.email,
    },
    {
      id: "amount",
      header: "Amount",
      end: true,
      sort: { asc: "amount_asc", desc: "amount_desc" },
      cell: ({ paymentAmount }) => money(paymentAmount),
      text: ({ paymentAmount }) => paymentAmount,
    },
    {
      id: "status",
      header: "Status",
      cell: (order) => (
        <span className="inline-flex flex-wrap gap-1 whitespace-nowrap">
          <OrderBadge status={order.status} />
          {order.review && <Tag tone="warn">Second payment</Tag>}
        </span>
      ),
      text: ({ status }) => status,
    },
    {
      id: "todo",
      header: "What happened",
      isEmpty: ({ attention }) => attention === null,
      cell: ({ attention }) =>
        attention && (
          <span className="block max-w-lg md:min-w-56 text-pretty text-meta">
            {attention.what} <span className="text-ink-3">{attention.todo}</span>
          </span>
        ),
      text: ({ attention }) => attention && `${attention.what} ${attention.todo}`,
    },
  ]
}
