import { useMemo, useState } from "react"
import type { AdminOrder } from "#contract/admin.ts"
import { businessLimits } from "#contract/adminLimits.ts"
import { orderFilterTexts, periodTexts } from "#contract/adminText.ts"
import { orderStatusText } from "#contract/buyingText.ts"
import { countriesByName } from "#contract/countries.ts"
import { orderColumns } from "#contract/csv.ts"
import { orderStatuses, type Parcel } from "#contract/orders.ts"
import { plural, t } from "#contract/t.ts"
import { CustomerLink } from "../../backoffice/staff-ui/CustomerLink.tsx"
import type { BulkAction, Column, Filter } from "../../backoffice/table/columns.ts"
import { DataTable } from "../../backoffice/table/DataTable.tsx"
import { shortDate } from "../../backoffice/table/dates.ts"
import { useNarrowing } from "../../backoffice/table/narrowing.ts"
import { useShown } from "../../backoffice/table/shown.ts"
import { listAt } from "../../backoffice/table/useRows.ts"
import { inLanguage } from "../../platform/language.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Truck } from "../../platform/ui/icons.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { OrderBadge } from "../../shopfront/orders/OrderBadge.tsx"
import { Amount } from "../payments/Amount.tsx"
import { Head } from "../shell/Head.tsx"
import { OrderDialog } from "./OrderDialog.tsx"
import { printAddress } from "./printing.ts"
import { ShipMany } from "./ShipMany.tsx"

const read = listAt("GET /admin/orders")
const aDay = /^\d{4}-\d{2}-\d{2}$/
const anAmount = /^\d{1,8}(\.\d{1,2})?$/
const filters = [
  {
    name: "status",
    label: t`Status`,
    options: [["", t`All statuses`], ...orderStatuses.map((status) => [status, orderStatusText(status)] as const)],
  },
  {
    name: "attention",
    label: t`Queue`,
    options: [
      ["", t`All orders`],
      ["1", t`Needs attention`],
    ],
  },
  { name: "placed_from", label: t`Placed from`, options: [], accepts: aDay, typed: { as: "date" } },
  {
    name: "placed_to",
    label: t`Placed until`,
    options: [],
    accepts: aDay,
    typed: { as: "date", least: ["placed_from", periodTexts.backwards] },
  },
  {
    name: "min_amount",
    label: t`Lowest amount`,
    options: [],
    accepts: anAmount,
    typed: { as: "amount", fault: orderFilterTexts.amount },
  },
  {
    name: "max_amount",
    label: t`Highest amount`,
    options: [],
    accepts: anAmount,
    typed: { as: "amount", fault: orderFilterTexts.amount, least: ["min_amount", orderFilterTexts.noAmount] },
  },
  { name: "country", label: t`Country`, options: [["", t`All countries`], ...countriesByName()] },
  { name: "model", label: t`Model`, options: [], accepts: /./, typed: { as: "text" } },
] as const satisfies readonly Filter[]
/** Filters that links from reports set. */
const linked = {
  paid_from: [t`Paid from`],
  paid_to: [t`Paid until`],
  doll_id: [t`Model`, (id: string) => t`Model ${id}`],
  category: [t`Category`, (name: string) => name.replace("_", " ")],
  customers: [t`Customers`, (which: string) => (which === "new" ? t`New customers` : t`Returning customers`)],
} as const
const views = [
  { label: t`All`, query: "" },
  { label: t`Needs attention`, query: "attention=1" },
  { label: t`To be shipped`, query: "status=to_be_shipped" },
  { label: t`Shipped`, query: "status=shipped" },
  { label: t`Refund due`, query: "status=refund_due" },
]

const printed = [
  { kind: "slips", label: t`Print packing slips` },
  { kind: "labels", label: t`Print labels` },
  { kind: "invoices", label: t`Print invoices` },
] as const

export function Orders() {
  const { show } = useShown("order")
  const [parcels, setParcels] = useState<Parcel[]>()
  const columns = useMemo(() => columnsOf(show), [show])
  const narrowing = useNarrowing(linked)
  const bulk: BulkAction<AdminOrder>[] = [
    {
      label: t`Ship`,
      run: (orders) =>
        setParcels(orders.map(({ orderNumber }) => ({ order_number: orderNumber, tracking_number: "" }))),
    },
    ...printed.map(({ kind, label }) => ({
      label,
      run: (orders: AdminOrder[]) => {
        const ids = orders.map(({ id }) => id)
        window.open(inLanguage(printAddress(kind, ids.slice(0, businessLimits.atOnce))), "_blank", "noopener")
        if (ids.length > businessLimits.atOnce)
          toast(t`Only the first ${businessLimits.atOnce} orders are printed at once.`, { kind: "error" })
      },
    })),
  ]
  return (
    <>
      <Head title={t`Orders`} note={t`Ship paid orders and resolve issues.`}>
        <Button variant="outline" onClick={() => setParcels([])}>
          <Truck aria-hidden size={18} />
          {t`Ship multiple`}
        </Button>
      </Head>
      <DataTable
        name="orders"
        label={t`Orders`}
        count={(n, written) => plural(n, { one: "1 order", other: `${written} orders` })}
        read={read}
        columns={columns}
        rowName={({ orderNumber }) => orderNumber}
        search={t`Search orders`}
        searchHint={t`Order, customer, city, phone, item, tracking number or payment`}
        filters={[...filters, ...narrowing]}
        views={views}
        csv="/admin/orders"
        file={orderColumns}
        bulk={bulk}
        empty={t`No orders found.`}
        drawer={{ name: "order", draw: (place) => <OrderDialog place={place} /> }}
      />
      <ShipMany given={parcels} onClose={() => setParcels(undefined)} />
    </>
  )
}

function columnsOf(show: (id: number) => void): Column<AdminOrder>[] {
  return [
    {
      id: "number",
      header: t`Order`,
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
      id: "who",
      header: t`Customer`,
      cell: ({ user_id, user_email, user, shippingAddress }) => (
        <span className="block md:min-w-28">
          <CustomerLink id={user_email ? user_id : null}>
            {user || shippingAddress.name || shippingAddress.email}
          </CustomerLink>
        </span>
      ),
      text: ({ user_email, shippingAddress }) => user_email ?? shippingAddress.email,
    },
    {
      id: "amount",
      header: t`Amount`,
      end: true,
      sort: { asc: "amount_asc", desc: "amount_desc" },
      cell: ({ paymentAmount, arrived }) => <Amount asked={paymentAmount} arrived={arrived} />,
      text: ({ paymentAmount }) => paymentAmount,
    },
    {
      id: "when",
      header: t`Placed`,
      extra: true,
      sort: { asc: "oldest", desc: "newest" },
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{shortDate(createdAt)}</span>,
      text: ({ createdAt }) => createdAt,
    },
    {
      id: "status",
      header: t`Status`,
      tag: true,
      cell: (order) => (
        <span className="inline-flex flex-wrap gap-1 whitespace-nowrap">
          <OrderBadge status={order.status} refund={order.refund} />
          {order.review && <Tag tone="warn">{t`Second payment`}</Tag>}
        </span>
      ),
      text: ({ status }) => status,
    },
    {
      id: "todo",
      header: t`What happened`,
      note: true,
      isEmpty: ({ attention }) => attention === null,
      cell: ({ attention }) =>
        attention && (
          <span className="block max-w-2xl text-pretty text-meta xl:min-w-56 xl:max-w-lg">
            {attention.what} <span className="text-ink-3">{attention.todo}</span>
          </span>
        ),
      text: ({ attention }) => attention && `${attention.what} ${attention.todo}`,
    },
  ]
}
