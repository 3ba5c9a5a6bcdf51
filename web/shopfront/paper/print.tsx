import { useQuery } from "@tanstack/react-query"
import { useSearchParams } from "react-router"
import { paperTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import type { Address } from "../../platform/router.ts"
import { EmptyState, ErrorState, PageSpinner } from "../../platform/ui/states.tsx"
import { InvoiceSheet } from "./InvoiceSheet.tsx"
import { Sheets } from "./Sheets.tsx"
import { LabelSheet, SlipSheet } from "./Slips.tsx"

export const meta = () => privateMeta(t`Print`)

/** Prints the invoices, slips or labels that the address names, such as `?kind=slips&orders=7,8`. */
export default function PrintRoute() {
  const [params] = useSearchParams()
  const orders = params.get("orders") ?? undefined
  const payments = params.get("payments") ?? undefined
  const refunds = params.get("refunds") ?? undefined
  const kind = params.get("kind") ?? "invoices"
  return (
    <Guard roles={["admin"]}>
      {kind === "invoices" ? (
        <Invoices orders={orders} payments={payments} refunds={refunds} />
      ) : (
        <Slips orders={orders ?? ""} isLabel={kind === "labels"} />
      )}
    </Guard>
  )
}

const back = { to: "/admin?tab=orders" satisfies Address, label: t`All orders` } as const

function Invoices(query: Record<"orders" | "payments" | "refunds", string | undefined>) {
  const asked = useQuery({
    queryKey: ["admin", "print", "invoices", query],
    queryFn: () => call("GET /admin/print/invoices", { query }),
  })
  const { data } = asked
  if (!data) return <Waiting {...asked} />
  const from = query.payments ? ({ to: "/admin?tab=subscriptions", label: t`Subscriptions` } as const) : back
  const [one, ...more] = data.invoices
  return (
    <Sheets
      title={one?.corrects ? t`Credit note` : one && more.length === 0 ? t`Invoice` : t`Invoices`}
      back={from}
      notes={[data.missing.length > 0 && t`Unpaid orders have no invoice: ${data.missing.join(", ")}`]}
    >
      {data.invoices.length === 0
        ? [<EmptyState key="none" title={t`There is no invoice to print.`} />]
        : data.invoices.map((invoice) => <InvoiceSheet key={invoice.number} invoice={invoice} />)}
    </Sheets>
  )
}

function Slips({ orders, isLabel }: { orders: string; isLabel: boolean }) {
  const asked = useQuery({
    queryKey: ["admin", "print", "slips", orders],
    queryFn: () => call("GET /admin/print/slips", { query: { orders } }),
  })
  const { data } = asked
  if (!data) return <Waiting {...asked} />
  const { sender, slips, missing } = data
  const OneSheet = isLabel ? LabelSheet : SlipSheet
  return (
    <Sheets
      title={isLabel ? t`Labels` : t`Packing slips`}
      back={back}
      notes={[
        missing.length > 0 && t`Not ready to ship: ${missing.join(", ")}`,
        !sender.name && t`No neutral sender is set. You can add one in Settings.`,
      ]}
    >
      {slips.length === 0
        ? [<EmptyState key="none" title={t`There is nothing to print.`} />]
        : slips.map((slip) => <OneSheet key={slip.order_id} slip={slip} sender={sender} />)}
    </Sheets>
  )
}

function Waiting({ error, refetch }: { error: Error | null; refetch(): unknown }) {
  if (!error) return <PageSpinner />
  return <ErrorState title={paperTexts.loadFailed} detail={explain(error)} retry={() => void refetch()} />
}
