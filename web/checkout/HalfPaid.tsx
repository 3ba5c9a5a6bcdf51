import { useQuery } from "@tanstack/react-query"
import { type PaidLevel, tierOf } from "#contract/membership.ts"
import type { PaymentState } from "#contract/payments.ts"
import { call } from "../api/client.ts"
import { Notice } from "../ui/Notice.tsx"
import { tellMembership } from "./paymentStory.ts"
import { SendRest } from "./SendRest.tsx"

/** A membership of which a part is paid: how much is missing, and the way to pay it. Of one level, or of whatever there is. */
export function HalfPaid({ level, className }: { level?: PaidLevel; className?: string }) {
  const { data = [] } = useQuery({
    queryKey: ["payment", "half-paid"],
    queryFn: ({ signal }) => call<PaymentState[]>("GET /payments/half-paid", { signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  const wanted = data.filter(({ membership }) => membership && (!level || membership.level === level))
  return wanted.map(({ payment_id, status, remaining, membership, invoice_url }) => {
    const { title, text } = tellMembership({ status, remaining, membership: membership! })
    return (
      <Notice key={payment_id} kind="warn" title={`${tierOf(membership!.level).name}: ${title}`} className={className}>
        <p>{text}</p>
        <SendRest id={payment_id} url={invoice_url!} className="mt-3" />
      </Notice>
    )
  })
}
