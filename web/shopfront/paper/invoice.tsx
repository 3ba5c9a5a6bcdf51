import { useQuery } from "@tanstack/react-query"
import { useSearchParams } from "react-router"
import { t } from "#contract/t.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { titled } from "../../platform/meta/shop.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { ErrorState, PageSpinner } from "../../platform/ui/states.tsx"
import { InvoiceSheet } from "./InvoiceSheet.tsx"
import { Sheets } from "./Sheets.tsx"

export const meta = () => [{ title: titled(t`Invoice`) }, { name: "robots", content: "noindex" }]

export default function InvoiceRoute() {
  const [params] = useSearchParams()
  return (
    <Guard roles={["user"]}>
      <Invoice number={params.get("number") ?? ""} />
    </Guard>
  )
}

function Invoice({ number }: { number: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["invoice", number],
    queryFn: () => call(`GET /invoices/${encodeURIComponent(number || "none")}`),
    retry: false,
  })
  if (error) {
    const isGone = error instanceof ApiError && error.status === 404
    return (
      <Sheets title={t`Invoice`} back={{ to: "/dashboard?tab=orders", label: t`All orders` }}>
        {[
          <ErrorState
            key="error"
            title={isGone ? t`Invoice not found` : t`Failed to load the invoice`}
            detail={isGone ? t`We couldn't find this invoice in your account.` : explain(error)}
            retry={isGone ? undefined : () => void refetch()}
          />,
        ]}
      </Sheets>
    )
  }
  if (!data) return <PageSpinner />
  const back =
    data.order_id === null
      ? ({ to: "/dashboard?tab=orders", label: t`All orders` } as const)
      : ({ to: `/order/${data.order_id}`, label: t`Back to order` } as const)
  return (
    <Sheets title={data.corrects ? t`Credit note` : t`Invoice`} back={back}>
      {[<InvoiceSheet key={data.number} invoice={data} />]}
    </Sheets>
  )
}
