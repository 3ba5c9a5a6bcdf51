import { useQuery } from "@tanstack/react-query"
import type { PaidLevel } from "#contract/membership.ts"
import { call } from "../../platform/api/client.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { membershipView } from "./paymentView.ts"
import { usePlanName } from "./plans.ts"
import { SendRest } from "./SendRest.tsx"

/** Partly paid memberships of one level or of all, with the missing amount and a link to pay it. */
export function PartPayment({ level, className }: { level?: PaidLevel; className?: string }) {
  const nameOf = usePlanName()
  const { data = [] } = useQuery({
    queryKey: ["payment", "half-paid"],
    queryFn: ({ signal }) => call("GET /payments/half-paid", { signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  const wanted = data.filter(({ membership }) => membership && (!level || membership.level === level))
  return wanted.map(({ payment_id, status, remaining, membership, invoice_url }) => {
    const { title, text } = membershipView({ status, remaining, membership: membership! })
    return (
      <Alert key={payment_id} kind="warn" title={`${nameOf(membership!.level)}: ${title}`} className={className}>
        <p>{text}</p>
        <SendRest id={payment_id} url={invoice_url!} className="mt-3" />
      </Alert>
    )
  })
}
