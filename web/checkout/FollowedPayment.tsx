import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { CircleAlert, CircleCheck, Hourglass } from "lucide-react"
import { type ReactNode, useEffect } from "react"
import { Link } from "react-router"
import { tierOf } from "#contract/membership.ts"
import type { PaymentState } from "#contract/payments.ts"
import { ApiError, call, explain } from "../api/client.ts"
import { knowAgain } from "../session/account.ts"
import { useCart } from "../shop/cart/cart.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { dateOf, money } from "../ui/format.ts"
import { ErrorState, PageSpinner } from "../ui/states.tsx"
import { Bought } from "./Bought.tsx"
import { forgetDraft } from "./draft.ts"
import { forgetPayment } from "./pay.ts"
import { nextQuestion, type Story, tellMembership, tellPayment } from "./paymentStory.ts"
import { wayToBuy } from "./plan.ts"
import { ResultFrame } from "./ResultFrame.tsx"
import { SendRest } from "./SendRest.tsx"
import { UnknownPayment } from "./UnknownPayment.tsx"

/** What became of a payment, asked again until it is confirmed. */
export function FollowedPayment({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({
    ...paymentQuery(id),
    refetchInterval: ({ state }) =>
      (state.data && tell(state.data).kind === "confirmed") || (state.error && isUnknown(state.error))
        ? false
        : nextQuestion(state.dataUpdateCount),
    refetchIntervalInBackground: false,
  })
  const story = data && tell(data)
  useAfterConfirmation(story?.kind === "confirmed" ? data! : null)
  if (error && !data && isUnknown(error)) return <UnknownPayment />
  if (error && !data) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  if (!data || !story) return <PageSpinner />
  const Icon = icons[story.kind]
  return (
    <ResultFrame
      icon={<Icon aria-hidden size={40} strokeWidth={1.25} className={colours[story.kind]} />}
      title={story.title}
      text={story.text}
    >
      <dl className="mt-8 grid w-full gap-2 border-line border-y py-4 text-ui">
        {data.orderNumber && (
          <Fact label="Order number">
            {data.order_id ? (
              <Link to={`/order/${data.order_id}`} className="link">
                {data.orderNumber}
              </Link>
            ) : (
              data.orderNumber
            )}
          </Fact>
        )}
        {data.membership && <Fact label="Membership">{tierOf(data.membership.level).name}</Fact>}
        {data.membership && <TimeBought {...data.membership} />}
        <Fact label="Amount">{money(data.amount)}</Fact>
      </dl>
      {story.kind === "confirmed" && data.order_id && <Bought orderId={data.order_id} />}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {data.status === "partially_paid" && data.invoice_url && <SendRest id={id} url={data.invoice_url} />}
        {story.kind === "trouble" && data.order_status === "unpaid" && data.order_id ? (
          <ButtonLink to={`/order/${data.order_id}`} look={data.status === "partially_paid" ? "outline" : "primary"}>
            Back to the order
          </ButtonLink>
        ) : data.membership && data.status === "failed" ? (
          <ButtonLink {...wayToBuy(tierOf(data.membership.level))}>Try the payment again</ButtonLink>
        ) : (
          <ButtonLink to="/dashboard" look={data.status === "partially_paid" ? "outline" : "primary"}>
            Go to dashboard
          </ButtonLink>
        )}
        <ButtonLink to="/" look="outline">
          Back to home
        </ButtonLink>
      </div>
    </ResultFrame>
  )
}

function tell(state: PaymentState): Story {
  const { membership } = state
  return membership ? tellMembership({ ...state, membership }) : tellPayment(state)
}

function TimeBought({ starts_at, ends_at }: NonNullable<PaymentState["membership"]>) {
  if (!starts_at || !ends_at) return null
  const isAhead = Date.parse(starts_at) > Date.now()
  return (
    <>
      {isAhead && <Fact label="Begins">{dateOf(starts_at)}</Fact>}
      <Fact label="Runs until">{dateOf(ends_at)}</Fact>
    </>
  )
}

export const paymentQuery = (id: number) =>
  queryOptions({
    queryKey: ["payment", id],
    queryFn: ({ signal }) => call<PaymentState>(`GET /payments/${id}/status`, { signal }),
    retry: (failed, error) => failed < 2 && !isUnknown(error),
  })

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422)
}

const icons: Record<Story["kind"], typeof CircleCheck> = {
  waiting: Hourglass,
  confirmed: CircleCheck,
  trouble: CircleAlert,
}
const colours: Record<Story["kind"], string> = {
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

/** What was paid has left the cart on the server, or raised the level: both are asked for again, with what depends on them. */
function useAfterConfirmation(confirmed: PaymentState | null): void {
  const { retry } = useCart()
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it becomes confirmed
  useEffect(() => {
    if (!confirmed) return
    forgetPayment()
    const changed = confirmed.membership ? ["access-status", "quote", "notifications"] : ["orders", "order"]
    for (const key of changed) void client.invalidateQueries({ queryKey: [key] })
    if (confirmed.membership) return void knowAgain(client)
    forgetDraft()
    retry()
  }, [confirmed !== null])
}
