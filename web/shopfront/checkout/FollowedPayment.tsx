import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useEffect } from "react"
import type { PaymentState } from "#contract/payments.ts"
import { t } from "#contract/t.ts"
import { explain } from "../../platform/api/client.ts"
import { refetchUser } from "../../platform/auth/user.ts"
import { Link } from "../../platform/router.ts"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { dateOf, money } from "../../platform/ui/format.ts"
import { CircleAlert, CircleCheck, Hourglass } from "../../platform/ui/icons.ts"
import { ErrorState, PageSpinner } from "../../platform/ui/states.tsx"
import { useCart } from "../cart/cart.ts"
import { GiftCode } from "../orders/GiftCode.tsx"
import { useOrder } from "../orders/orders.ts"
import { forgetPayment, isUnknown, paymentQuery } from "../orders/pay.ts"
import { membershipView, nextQuestion, type PaymentView, paymentView } from "../orders/paymentView.ts"
import { purchaseLink } from "../orders/plan.ts"
import { usePlan, usePlanName } from "../orders/plans.ts"
import { SendRest } from "../orders/SendRest.tsx"
import { BoughtPieces, NextSteps } from "./Bought.tsx"
import { forgetEntered } from "./draft.ts"
import { ResultFrame } from "./ResultFrame.tsx"
import { Steps } from "./Steps.tsx"
import { UnknownPayment } from "./UnknownPayment.tsx"

interface FollowedPaymentProps {
  id: number
  /** What the page's address says was bought. */
  of: "order" | "membership"
}

/** Shows the state of a payment, and polls it until it is confirmed. */
export function FollowedPayment({ id, of }: FollowedPaymentProps) {
  const { data, error, refetch } = useQuery({
    ...paymentQuery(id),
    refetchInterval: ({ state }) =>
      (state.data && viewOf(state.data).kind === "confirmed") || (state.error && isUnknown(state.error))
        ? false
        : nextQuestion(state.dataUpdateCount),
    refetchIntervalInBackground: false,
  })
  const view = data && viewOf(data)
  const nameOf = usePlanName()
  const plan = usePlan(data?.membership?.level)
  useAfterConfirmation(view?.kind === "confirmed" ? data! : null)
  const order = useOrder(data?.order_id ?? null).data
  if (error && !data && isUnknown(error)) return <UnknownPayment of={of} />
  if (error && !data) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  if (!data || !view) return <PageSpinner />
  const Icon = icons[view.kind]
  return (
    <ResultFrame
      steps={<Steps of={data.membership ? "membership" : "order"} current={stepOf(view)} />}
      piece={order && <BoughtPieces items={order.items} />}
      icon={<Icon aria-hidden size={40} strokeWidth={1.25} className={colours[view.kind]} />}
      title={view.title}
      text={view.text}
    >
      <dl className="mt-8 grid w-full gap-2 border-line border-y py-4 text-ui">
        {data.orderNumber && (
          <Fact label={t`Order number`}>
            {data.order_id ? (
              <Link to={`/order/${data.order_id}`} className="link">
                {data.orderNumber}
              </Link>
            ) : (
              data.orderNumber
            )}
          </Fact>
        )}
        {data.membership && <Fact label={t`Membership`}>{nameOf(data.membership.level)}</Fact>}
        {data.membership && <TimeBought {...data.membership} />}
        {data.gift && <Fact label={t`Redeem it until`}>{dateOf(data.gift.expires_at)}</Fact>}
        <Fact label={t`Amount`}>{`${money(data.amount)} ${data.currency}`}</Fact>
      </dl>
      {data.gift && (
        <div className="mt-6">
          <GiftCode gift={data.gift} />
        </div>
      )}
      {order && <NextSteps order={order} />}
      <div className={cx("mt-8 flex flex-wrap gap-3", !order && "justify-center")}>
        {data.status === "partially_paid" && data.invoice_url && <SendRest id={id} url={data.invoice_url} />}
        {view.kind === "trouble" && data.order_status === "unpaid" && data.order_id ? (
          <ButtonLink
            to={`/order/${data.order_id}`}
            variant={data.status === "partially_paid" ? "outline" : "primary"}
          >{t`Back to order`}</ButtonLink>
        ) : data.membership && data.status === "failed" ? (
          <ButtonLink
            to={purchaseLink(plan, { days: data.membership.days, isGift: data.is_gift })}
          >{t`Retry payment`}</ButtonLink>
        ) : (
          <ButtonLink
            to="/dashboard"
            variant={data.status === "partially_paid" ? "outline" : "primary"}
          >{t`Go to dashboard`}</ButtonLink>
        )}
        <ButtonLink to="/" variant="outline">{t`Back to home`}</ButtonLink>
      </div>
    </ResultFrame>
  )
}

const stepOf = ({ kind }: PaymentView) => (kind === "confirmed" ? "done" : "payment")

function viewOf(state: PaymentState): PaymentView {
  const { membership } = state
  return membership ? membershipView({ ...state, membership }) : paymentView(state)
}

function TimeBought({ starts_at, ends_at }: NonNullable<PaymentState["membership"]>) {
  if (!starts_at || !ends_at) return null
  const isAhead = Date.parse(starts_at) > Date.now()
  return (
    <>
      {isAhead && <Fact label={t`Starts`}>{dateOf(starts_at)}</Fact>}
      <Fact label={t`Active until`}>{dateOf(ends_at)}</Fact>
    </>
  )
}

const icons: Record<PaymentView["kind"], typeof CircleCheck> = {
  waiting: Hourglass,
  confirmed: CircleCheck,
  trouble: CircleAlert,
}
const colours: Record<PaymentView["kind"], string> = {
  waiting: "text-ink-2",
  confirmed: "text-success",
  trouble: "text-warn",
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-2">{label}</dt>
      <dd className="tabular font-semibold">{children}</dd>
    </div>
  )
}

/** A confirmed payment has emptied the cart or raised the level on the server, so both are refetched. */
function useAfterConfirmation(confirmed: PaymentState | null): void {
  const { retry } = useCart()
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the payment is confirmed
  useEffect(() => {
    if (!confirmed) return
    forgetPayment()
    const changed = confirmed.membership ? ["access-status", "quote", "notifications", "gifts"] : ["orders", "order"]
    for (const key of changed) void client.invalidateQueries({ queryKey: [key] })
    if (confirmed.membership) return void refetchUser(client)
    forgetEntered()
    retry()
  }, [confirmed !== null])
}
