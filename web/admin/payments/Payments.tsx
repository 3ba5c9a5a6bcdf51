import { useMemo, useState } from "react"
import { adminTexts } from "#contract/adminText.ts"
import { plural, t } from "#contract/t.ts"
import { DataTable } from "../../backoffice/table/DataTable.tsx"
import { useNarrowing } from "../../backoffice/table/narrowing.ts"
import { useShown } from "../../backoffice/table/shown.ts"
import { paymentsAt } from "../../backoffice/table/useRows.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Search } from "../../platform/ui/icons.ts"
import { Head } from "../shell/Head.tsx"
import { paymentColumns, paymentFilters, paymentViews } from "./columns.tsx"
import { Lookup } from "./Lookup.tsx"
import { PaymentDialog } from "./PaymentDialog.tsx"

interface BookProps {
  name: "payments" | "subscriptions"
  title: string
  count(n: number, written: string): string
  note: string
  path: "/admin/payments" | "/admin/subscription-payments"
}

export function Payments() {
  return (
    <Book
      name="payments"
      title={t`Payments`}
      count={(n, written) => plural(n, { one: "1 payment", other: `${written} payments` })}
      note={t`Every payment reported by the provider.`}
      path="/admin/payments"
    />
  )
}

export function Subscriptions() {
  return (
    <Book
      name="subscriptions"
      title={t`Subscriptions`}
      count={(n, written) => plural(n, { one: "1 subscription", other: `${written} subscriptions` })}
      note={t`Membership payments. Each covers 30 days, or the longer time beside its plan.`}
      path="/admin/subscription-payments"
    />
  )
}

/** Filters that links from reports set. */
const linked = {
  level: [t`Level`, (level: string) => level.toUpperCase()],
  paid_from: [t`Paid from`],
  paid_to: [t`Paid until`],
} as const

function Book({ name, title, count, note, path }: BookProps) {
  const { show } = useShown("payment")
  const [looking, setLooking] = useState(false)
  const columns = useMemo(() => paymentColumns(({ id }) => show(id), name === "subscriptions"), [name, show])
  const narrowing = useNarrowing(linked)
  const read = useMemo(() => paymentsAt(`GET ${path}`), [path])
  return (
    <>
      <Head title={title} note={note}>
        {name === "payments" && (
          <Button variant="outline" onClick={() => setLooking(true)}>
            <Search aria-hidden size={16} />
            {t`Look up payment`}
          </Button>
        )}
      </Head>
      <DataTable
        name={name}
        label={title}
        count={count}
        read={read}
        columns={columns}
        rowName={({ payment_id }) => t`payment ${payment_id}`}
        search={t`Search payments`}
        searchHint={t`Payment, order, name or email`}
        filters={[...paymentFilters, ...narrowing]}
        views={paymentViews}
        csv={path}
        empty={adminTexts.noPayments}
        drawer={{ name: "payment", draw: (place) => <PaymentDialog place={place} /> }}
      />
      <Lookup open={looking} onClose={() => setLooking(false)} />
    </>
  )
}
