import { useQuery } from "@tanstack/react-query"
import { useCallback, useEffect, useRef } from "react"
import { useSearchParams } from "react-router"
import { membershipTexts, paymentTexts } from "#contract/buyingText.ts"
import { t } from "#contract/t.ts"
import { paidTexts } from "#contract/texts.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Paused } from "../../platform/auth/Paused.tsx"
import { privateMeta } from "../../platform/meta/meta.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { Link, useNavigate } from "../../platform/router.ts"
import { useSession } from "../../platform/session/session.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { money } from "../../platform/ui/format.ts"
import { ErrorState, PageSpinner, Skeleton } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { PartPayment } from "../orders/PartPayment.tsx"
import { openSubscriptionPage, PaymentFailure, usePaying } from "../orders/pay.ts"
import { type ChosenPlan, readPlan } from "../orders/plan.ts"
import { usePlanName, usePlans } from "../orders/plans.ts"
import { Amounts, discountRows, SummaryCard } from "../orders/Summary.tsx"
import { TierFeatures } from "../orders/TierFeatures.tsx"
import { DiscountCode } from "./DiscountCode.tsx"
import { PaymentMethod } from "./PaymentMethod.tsx"
import { type PlanDiscount, usePlanDiscount } from "./planDiscount.ts"
import { giftView, type QuoteView, quoteView } from "./quoteView.ts"
import { Steps } from "./Steps.tsx"

export const meta = () => privateMeta(t`Checkout`)

export default function SubscriptionCheckoutRoute() {
  return (
    <Guard roles={["user"]}>
      <SubscriptionCheckout />
    </Guard>
  )
}

function SubscriptionCheckout() {
  const [params] = useSearchParams()
  const { data: plans, error, refetch } = usePlans()
  const chosen = plans && readPlan(params, plans)
  const goBack = useBackToPlans()
  const fault =
    chosen === "missing" ? paymentTexts.missingPlan : chosen === "unknown" ? paymentTexts.invalidPlan : undefined
  useEffect(() => {
    if (fault) goBack(fault)
  }, [fault, goBack])
  if (error && !plans) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  if (typeof chosen === "string") return <PageSpinner />
  return (
    <div className="wrap py-8 sm:py-12">
      <Steps of="membership" current="first" />
      {/* It is there before the plan is, because it is focused when the page opens. */}
      <h1 className="mt-8 font-display text-h1">{params.has("gift") ? t`Give a membership` : t`Your membership`}</h1>
      {chosen ? <ChosenPlanParts {...chosen} /> : <Skeleton className="mt-8 h-64" />}
    </div>
  )
}

function ChosenPlanParts(chosen: ChosenPlan) {
  const { plan, price, shown, isGift, days } = chosen
  return (
    <>
      <PartPayment level={plan.level} className="mt-6 max-w-measure" />
      {shown !== price ? (
        <OtherPrice {...chosen} />
      ) : isGift ? (
        <Plan {...chosen} view={giftView(plan.name, days)} />
      ) : (
        <OwnPlan {...chosen} />
      )}
    </>
  )
}

/** Shows the failure in a toast, and goes back to the plans. */
function useBackToPlans() {
  const navigate = useNavigate()
  return useCallback(
    (title: string, description?: string) => {
      toast(title, { kind: "error", description })
      void navigate("/upgrade", { replace: true })
    },
    [navigate],
  )
}

function OtherPrice({ plan, price, days }: ChosenPlan) {
  return (
    <div className="mt-8 max-w-measure">
      <Alert kind="danger">{membershipTexts.priceDiffers(plan.name, money(price), days)}</Alert>
      <ButtonLink to="/upgrade" className="mt-6">{t`See memberships`}</ButtonLink>
    </div>
  )
}

function OwnPlan(chosen: ChosenPlan) {
  const { plan, days } = chosen
  const nameOf = usePlanName()
  const { data, error, refetch } = useQuery({
    queryKey: ["quote", plan.level, days],
    queryFn: ({ signal }) => call("GET /memberships/quote", { query: { level: plan.level, days }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  if (error && !data) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  return <Plan {...chosen} view={data && quoteView(data, nameOf)} isCovered={data?.happens === "covered"} />
}

interface PlanProps extends ChosenPlan {
  /** Undefined until it is known, which shows a skeleton. */
  view?: QuoteView
  isCovered?: boolean
}

function Plan({ view, isCovered = false, ...chosen }: PlanProps) {
  const { plan } = chosen
  const discount = usePlanDiscount(chosen)
  const isPaused = useSession().user?.suspended === true
  return (
    <div className="mt-8 grid gap-10 lg:grid-cols-[7fr_5fr] lg:gap-16">
      <div className="grid content-start gap-10">
        {view ? (
          <QuoteSummary view={view} price={isCovered || isPaused ? null : discount.amounts.total} />
        ) : (
          <Skeleton className="h-64" />
        )}
        {!isCovered && !isPaused && <PaymentMethod of="membership" />}
      </div>
      <div>
        <SummaryCard title={plan.name}>
          <TierFeatures plan={plan} className="mb-5 text-ui" />
          {isCovered ? (
            <ButtonLink to="/upgrade" className="w-full">{t`See memberships`}</ButtonLink>
          ) : isPaused ? (
            <Paused />
          ) : (
            <Pay {...chosen} discount={discount} isReady={view !== undefined && !discount.isAsking} />
          )}
        </SummaryCard>
      </div>
    </div>
  )
}

interface QuoteSummaryProps {
  view: QuoteView
  /** Null if there is nothing to pay. */
  price: number | null
}

/** `price` repeats the total where the card that sums it up is out of sight. */
function QuoteSummary({ view: { title, text, rows }, price }: QuoteSummaryProps) {
  return (
    <section aria-labelledby="quote">
      <div className="placard flex flex-wrap items-baseline justify-between gap-x-4 pt-3">
        <h2 id="quote" className="font-display text-h2">
          {title}
        </h2>
        {price !== null && <p className="tabular font-semibold text-lead lg:hidden">{money(price)}</p>}
      </div>
      <p className="mt-3 max-w-measure text-ink-2">{text}</p>
      {rows.length > 0 && (
        <dl className="mt-6 border-line border-t">
          {rows.map(({ label, value }) => (
            <div key={label} className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-line border-b py-3">
              <dt className="text-ink-2">{label}</dt>
              <dd className="tabular font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function Pay({
  plan,
  days,
  price,
  isGift,
  discount,
  isReady,
}: ChosenPlan & { discount: PlanDiscount; isReady: boolean }) {
  const { amounts } = discount
  const { isPaying, setPaying, key } = usePaying()
  const clicked = useRef(false)
  const goBack = useBackToPlans()
  const pay = async () => {
    // Two clicks can arrive before the button rerenders as busy.
    if (clicked.current) return
    clicked.current = true
    setPaying(true)
    try {
      await openSubscriptionPage(
        { level: plan.level, days, price: amounts.total, discount_code: amounts.discount?.code ?? undefined },
        isGift,
        key,
      )
    } catch (error) {
      goBack(paymentTexts.subscriptionFailed, error instanceof PaymentFailure ? error.message : explain(error))
    }
    clicked.current = false
  }
  return (
    <>
      <div className="border-line border-t pt-5">
        <Amounts
          rows={[{ label: t`${plan.name}, ${days} days`, amount: money(price) }, ...discountRows(amounts.discount)]}
          total={amounts.total}
        />
      </div>
      <DiscountCode discount={discount} />
      <Button
        busy={isPaying}
        disabled={!isReady}
        onClick={() => void pay()}
        className="mt-5 w-full"
      >{t`Continue to payment`}</Button>
      <p className="mt-4 text-ink-3 text-meta">
        <Trans>
          You pay once, in crypto. It doesn't renew automatically. Payments are non-refundable. {paidTexts.notCovered}{" "}
          See the{" "}
          <Link to="/terms" className="link">
            terms
          </Link>
          .
        </Trans>
      </p>
    </>
  )
}
