import type { Notification } from "#contract/notifications.ts"
import type { PaymentState } from "#contract/payments.ts"
import { queries } from "../../platform/api/queries.ts"
import { withoutLanguage } from "../../platform/language.ts"
import { lastPayment, paymentQuery } from "../../shopfront/orders/pay.ts"

const resultPages = ["/success", "/success-subscription", "/cancel", "/cancel-subscription"]

/** Whether the open page already shows it: the order, the list of notifications, or the result of the payment. */
export async function isOnScreen({ kind, link }: Pick<Notification, "kind" | "link">): Promise<boolean> {
  const path = withoutLanguage(location.pathname)
  const params = new URLSearchParams(location.search)
  if (link?.startsWith("/order/") && link === path) return true
  if (path.endsWith("dashboard") && params.get("tab") === "notifications") return true
  if (!resultPages.includes(path)) return false
  const id = Number(params.get("payment") ?? lastPayment())
  if (Number.isSafeInteger(id) && id > 0)
    await queries()
      .ensureQueryData(paymentQuery(id))
      .catch(() => null)
  // The address may not name the payment, and the tab forgets the payment once its result was shown.
  return queries()
    .getQueriesData<PaymentState>({ queryKey: ["payment"] })
    .some(([, payment]) =>
      payment?.order_id ? link === `/order/${payment.order_id}` : payment?.membership && kind === "membership_bought",
    )
}
