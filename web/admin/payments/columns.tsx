import type { AdminPayment } from "#contract/admin.ts"
import { paymentStateTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { CustomerLink } from "../../backoffice/staff-ui/CustomerLink.tsx"
import type { Column, View } from "../../backoffice/table/columns.ts"
import { shortDate } from "../../backoffice/table/dates.ts"
import { Copy } from "../../platform/ui/icons.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { Amount } from "./Amount.tsx"
import { PaymentState } from "./PaymentState.tsx"

export const paymentFilters = [
  {
    name: "status",
    label: t`State`,
    options: [["", t`All states`], ...Object.entries(paymentStateTexts)] as [string, string][],
  },
]
export const paymentViews: View[] = [
  { label: t`All`, query: "" },
  { label: t`Completed`, query: "status=completed" },
  { label: t`Pending`, query: "status=pending" },
  { label: t`Failed`, query: "status=failed" },
  { label: t`Partially paid`, query: "status=partially_paid" },
]
const reviews = { open: t`To review`, refund_due: t`Refund due`, refunded: t`Refunded`, settled: t`Settled` }

export function paymentColumns(show: (payment: AdminPayment) => void, isPlan: boolean): Column<AdminPayment>[] {
  return [
    {
      id: "payment",
      header: t`Payment`,
      title: true,
      cell: (payment) => (
        <span className="inline-flex items-center">
          <button type="button" className="min-h-9 font-semibold hover:underline" onClick={() => show(payment)}>
            <span className="tabular">{payment.payment_id}</span>
          </button>
          <button
            type="button"
            aria-label={t`Copy ${payment.payment_id}`}
            onClick={() => void copy(payment.payment_id)}
            className="inline-flex size-9 items-center justify-center text-ink-3 hover:text-ink"
          >
            <Copy aria-hidden size={14} />
          </button>
        </span>
      ),
      text: ({ payment_id }) => payment_id,
    },
    {
      id: "user",
      header: t`User`,
      cell: ({ user_id, user_email, user }) => (
        <span className="block md:min-w-44">
          <CustomerLink id={user_email ? user_id : null}>{user_email ?? user ?? t`Unknown`}</CustomerLink>
        </span>
      ),
      text: ({ user_email }) => user_email,
    },
    {
      id: "amount",
      header: t`Amount`,
      end: true,
      sort: { asc: "amount_asc", desc: "amount_desc" },
      cell: ({ amount, arrived }) => <Amount asked={amount} arrived={arrived} />,
      text: ({ amount }) => amount,
    },
    {
      id: "what",
      header: isPlan ? t`Plan` : t`For`,
      extra: true,
      cell: ({ plan, orderNumber, order_type }) => (
        <span className="whitespace-nowrap">{plan ?? orderNumber ?? order_type ?? t`Unknown`}</span>
      ),
      text: ({ plan, orderNumber }) => plan ?? orderNumber,
    },
    {
      id: "status",
      header: t`State`,
      tag: true,
      cell: ({ status, review }) => (
        <span className="inline-flex flex-wrap gap-1 whitespace-nowrap">
          <PaymentState status={status} />
          {review && review !== "settled" && <Tag tone="warn">{reviews[review]}</Tag>}
        </span>
      ),
      text: ({ status }) => status,
    },
    {
      id: "method",
      header: t`Method`,
      extra: true,
      cell: ({ payment_method, pay_currency }) => (pay_currency ? pay_currency.toUpperCase() : payment_method),
      text: ({ payment_method }) => payment_method,
    },
    {
      id: "when",
      header: t`Date`,
      extra: true,
      sort: { asc: "oldest", desc: "newest" },
      cell: ({ payment_date, created_at }) => (
        <span className="whitespace-nowrap">{shortDate(payment_date ?? created_at)}</span>
      ),
      text: ({ payment_date, created_at }) => payment_date ?? created_at,
    },
  ]
}

async function copy(id: string): Promise<void> {
  await navigator.clipboard.writeText(id).then(
    () => toast(t`Copied`, { key: "copy" }),
    () => toast(t`Failed to copy`, { key: "copy", kind: "error" }),
  )
}
