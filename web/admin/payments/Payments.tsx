import { Search } from "lucide-react"
import { useMemo, useState } from "react"
import type { AdminPayment } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { Button } from "../../ui/Button.tsx"
import { Head } from "../shell/Head.tsx"
import { DataTable } from "../table/DataTable.tsx"
import { listIn } from "../table/useRows.ts"
import { paymentColumns, paymentFilters, paymentViews } from "./columns.tsx"
import { Lookup } from "./Lookup.tsx"
import { PaymentDialog } from "./PaymentDialog.tsx"

interface BookProps {
  name: "payments" | "subscriptions"
  title: string
  note: string
  path: string
}

/** All that was paid, or was meant to be. */
export function Payments() {
  return (
    <Book
      name="payments"
      title="Payments"
      note="Everything the provider has told us, with its own words kept."
      path="/admin/payments"
    />
  )
}

/** What was paid for memberships. */
export function Subscriptions() {
  return (
    <Book
      name="subscriptions"
      title="Subscriptions"
      note="What was paid for memberships; each pays for thirty days."
      path="/admin/subscription-payments"
    />
  )
}

function Book({ name, title, note, path }: BookProps) {
  const [shown, setShown] = useState<AdminPayment>()
  const [looking, setLooking] = useState(false)
  const columns = useMemo(() => paymentColumns(setShown, name === "subscriptions"), [name])
  const read = useMemo(() => listIn<AdminPayment>(path, "payments"), [path])
  return (
    <>
      <Head title={title} note={note}>
        {name === "payments" && (
          <Button look="outline" onClick={() => setLooking(true)}>
            <Search aria-hidden size={16} />
            Enter a payment id
          </Button>
        )}
      </Head>
      <DataTable
        name={name}
        label={title}
        read={read}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ payment_id }) => `payment ${payment_id}`}
        search="Payment, order, name or address"
        filters={paymentFilters}
        views={paymentViews}
        csv={path}
        empty={adminTexts.noPayments}
      />
      <PaymentDialog payment={shown} onClose={() => setShown(undefined)} />
      <Lookup open={looking} onClose={() => setLooking(false)} />
    </>
  )
}
