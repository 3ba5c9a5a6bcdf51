import type { AdminOrder } from "#contract/admin.ts"
import { t } from "#contract/t.ts"
import { money } from "../../platform/ui/format.ts"

type Paid = Pick<AdminOrder, "arrived" | "paymentAmount">

/** Whether the order is partly paid. */
export const isShort = ({ arrived, paymentAmount }: Paid) => arrived > 0 && arrived < paymentAmount

/** The received and the requested amount, and the difference. */
export function arrivedText({ arrived, paymentAmount }: Paid): string {
  const missing = Math.round((paymentAmount - arrived) * 100) / 100
  return t`${money(arrived)} of ${money(paymentAmount)} received; ${money(missing)} is missing.`
}
