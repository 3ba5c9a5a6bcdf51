import { useState } from "react"
import { useParams } from "react-router"
import { placeLine } from "#contract/addressRules.ts"
import { countryName } from "#contract/countries.ts"
import { accountTexts } from "#contract/memberText.ts"
import type { Order } from "#contract/orders.ts"
import { t } from "#contract/t.ts"
import { shippingTexts } from "#contract/texts.ts"
import { ApiError, explain } from "../../platform/api/client.ts"
import { Logo } from "../../platform/meta/Logo.tsx"
import { useRootData } from "../../platform/meta/rootData.ts"
import { returnDays, shopName, titled } from "../../platform/meta/shop.ts"
import { useTitle } from "../../platform/meta/useTitle.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { Link, useNavigate } from "../../platform/router.ts"
import { Back } from "../../platform/ui/Back.tsx"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { EmailText } from "../../platform/ui/EmailText.tsx"
import { dateTimeOf, money, sentences } from "../../platform/ui/format.ts"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { Thumb } from "../../platform/ui/Thumb.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { totalOf } from "../../shopfront/cart/lines.ts"
import { OrderBadge } from "../../shopfront/orders/OrderBadge.tsx"
import { OrderQuestion } from "../../shopfront/orders/OrderQuestion.tsx"
import { useOrder, useOrderActions } from "../../shopfront/orders/orders.ts"
import { Amounts, discountRows, SummaryCard, shippingRow } from "../../shopfront/orders/Summary.tsx"
import { BuyAgain } from "./BuyAgain.tsx"
import { OrderReturns } from "./OrderReturns.tsx"
import { OrderState } from "./OrderState.tsx"
import { PayBox } from "./PayBox.tsx"

export const meta = () => [{ title: titled(t`Your order`) }, { name: "robots", content: "noindex" }]

export default function OrderRoute() {
  const { orderId = "" } = useParams()
  const isId = /^[1-9]\d{0,8}$/.test(orderId)
  return (
    <Guard roles={["user"]}>
      <div className="wrap py-8 sm:py-12">
        {isId ? <OrderPage key={orderId} id={Number(orderId)} /> : <NoSuchOrder />}
      </div>
    </Guard>
  )
}

function OrderPage({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useOrder(id)
  if (isPending) return <LoadingOrder />
  // The order does not exist, or was deleted just now.
  if (error instanceof ApiError && error.status === 404) return <NoSuchOrder />
  if (data) return <FoundOrder order={data} />
  return (
    <>
      <h1 className="sr-only">{t`Order`}</h1>
      <ErrorState title={accountTexts.orderLoadFailed} detail={explain(error)} retry={() => void refetch()} />
    </>
  )
}

function FoundOrder({ order }: { order: Order }) {
  useTitle(t`Order ${order.orderNumber}`)
  return (
    <>
      <PrintedHead id={order.id} />
      <Back to="/dashboard?tab=orders">{t`All orders`}</Back>
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
        <h1 className="font-display text-h1">
          <Trans>Order {order.orderNumber}</Trans>
        </h1>
        <OrderBadge status={order.status} payment={order.payment} refund={order.refund} />
      </div>
      <p className="mt-2 text-ink-2">
        <Trans>Placed on {dateTimeOf(order.createdAt)}</Trans>
      </p>
      <div className="mt-8 grid gap-10 lg:grid-cols-[7fr_5fr] lg:gap-16 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid content-start gap-10">
          <StatusText order={order} />
          <Items order={order} />
          <OrderReturns order={order} />
        </div>
        <div className="grid content-start gap-10">
          <SummaryCard title={t`Summary`} isSticky={false}>
            <Amounts rows={amountsOf(order)} tax={order.tax} total={order.paymentAmount} />
            <PaymentFacts order={order} />
            {!settled.includes(order.status) && (
              <p className="mt-4 text-pretty text-ink-3 text-meta">{shippingTexts.returns(returnDays())}</p>
            )}
            <Actions order={order} />
          </SummaryCard>
          <Address order={order} />
          <OrderQuestion orderNumber={order.orderNumber} items={order.items} />
        </div>
      </div>
    </>
  )
}

/** Shown in print only. */
function PrintedHead({ id }: { id: number }) {
  const support = useRootData()?.supportEmail
  return (
    <div className="mb-6 hidden print:block">
      <p className="font-display text-h2">
        <Logo on="paper">{shopName()}</Logo>
      </p>
      <p>{`${location.origin}/order/${id}`}</p>
      <p>{t`Support: ${support}, ${location.origin}/contact`}</p>
    </div>
  )
}

function StatusText({ order }: { order: Order }) {
  return order.status === "unpaid" ? <PayBox order={order} /> : <OrderState order={order} reason={order.cancelReason} />
}

function Items({ order }: { order: Order }) {
  return (
    <section aria-labelledby="items">
      <h2 id="items" className="placard pt-3 font-display text-h3">{t`Items`}</h2>
      <ul className="mt-2 divide-y divide-line">
        {order.items.map((item) => (
          <li key={item.doll_id} className="flex flex-wrap gap-4 py-4">
            <Thumb picture={item.picture} sizes="9rem" className="w-24 shrink-0 self-start sm:w-36" />
            <div className="min-w-0 flex-[1_1_9rem]">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <Link to={`/model/${item.doll_id}`} className="font-display text-h3 underline-offset-4 hover:underline">
                  {item.name}
                </Link>
                <span className="tabular font-semibold">{money(totalOf([item]))}</span>
              </div>
              <p className="tabular text-ink-3 text-meta">
                {item.quantity} × {money(item.price)}
              </p>
              <p className="mt-1 max-w-measure text-ink-2 text-ui">{sentences(item.description, 160)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Address({ order: { shippingAddress: to } }: { order: Order }) {
  return (
    <section aria-labelledby="address">
      <h2 id="address" className="placard pt-3 font-display text-h3">{t`Shipping to`}</h2>
      <address className="mt-3 not-italic">
        {to.name}
        <br />
        {to.street}
        <br />
        {placeLine(to)}
        <br />
        {countryName(to.country)}
      </address>
      <p className="mt-3 text-ink-2 text-ui">
        <EmailText>{to.email}</EmailText>
        <br />
        <bdi dir="ltr">{to.phone}</bdi>
      </p>
    </section>
  )
}

function amountsOf(order: Order) {
  return [
    { label: t`Subtotal`, amount: money(order.productsAmount) },
    ...discountRows(order.discount),
    shippingRow(order.shippingFee, order.shippingMethod?.is_standard === false ? order.shippingMethod.name : null),
    ...(order.shippingDiscount === 0
      ? []
      : [{ label: t`Shipping discount`, amount: `-${money(order.shippingDiscount)}` }]),
  ]
}

function PaymentFacts({ order }: { order: Order }) {
  return (
    <dl className="mt-5 grid gap-2 border-line border-t pt-4 text-ui">
      <div className="flex flex-wrap justify-between gap-x-4">
        <dt className="text-ink-2">{t`Payment method`}</dt>
        <dd>{order.paymentMethod}</dd>
      </div>
      <div className="flex flex-wrap justify-between gap-x-4">
        <dt className="text-ink-2">{t`Paid`}</dt>
        <dd>{paidOf(order)}</dd>
      </div>
      {order.refund.refunded > 0 && (
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-2">{t`Refunded`}</dt>
          <dd className="tabular">{money(order.refund.refunded)}</dd>
        </div>
      )}
      {order.payment && (
        <>
          <div className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-2">{t`Received`}</dt>
            <dd className="tabular">{money(order.payment.arrived)}</dd>
          </div>
          {order.payment.missing > 0 && (
            <div className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-ink-2">{t`Missing`}</dt>
              <dd className="tabular">{money(order.payment.missing)}</dd>
            </div>
          )}
        </>
      )}
    </dl>
  )
}

function paidOf({ paymentTime, payment, status }: Order): string {
  if (paymentTime) return dateTimeOf(paymentTime)
  if (payment?.state === "partial") return t`Partially`
  // These orders no longer expect a payment.
  if (status === "cancelled") return t`Not paid`
  if (status === "refunded") return t`Refunded`
  if (status === "refund_due") return t`Refund due`
  return status === "needs_review" ? t`Being checked` : t`Not yet`
}

const again = ["shipped", "completed", "cancelled", "refunded"]
/** Nothing of these can be returned any more. */
const settled = ["cancelled", "refunded"]
const ended = ["completed", "cancelled", "refunded"]

function Actions({ order }: { order: Order }) {
  const [asking, setAsking] = useState<"cancel" | "delete">()
  const navigate = useNavigate()
  const { cancel, remove, forget } = useOrderActions(order.id)
  const close = () => setAsking(undefined)
  const key = `order ${order.id}`
  const showError = (title: string) => (error: unknown) =>
    toast(title, { kind: "error", key, description: explain(error) })
  return (
    <div className="no-print mt-6 flex flex-wrap gap-3">
      <Button variant="outline" onClick={() => window.print()}>{t`Print`}</Button>
      {order.invoiceNumber && (
        <ButtonLink variant="outline" to={`/invoice?number=${order.invoiceNumber}`}>{t`Invoice`}</ButtonLink>
      )}
      {again.includes(order.status) && <BuyAgain order={order} />}
      {order.status === "unpaid" && !order.payment && (
        <Button variant="danger" onClick={() => setAsking("cancel")}>{t`Cancel order`}</Button>
      )}
      {ended.includes(order.status) && (
        <Button variant="danger" onClick={() => setAsking("delete")}>{t`Delete order`}</Button>
      )}
      <Confirm
        open={asking === "cancel"}
        onClose={close}
        title={t`Cancel this order?`}
        action={t`Cancel order`}
        keep={t`Keep order`}
        onConfirm={() =>
          cancel()
            .then(() => toast(t`Order ${order.orderNumber} cancelled`, { kind: "success", key }))
            .catch(showError(t`Failed to cancel order`))
        }
      >
        {t`${order.orderNumber} will no longer be reserved for you. Your cart stays the same.`}
      </Confirm>
      <Confirm
        open={asking === "delete"}
        onClose={close}
        title={t`Delete this order?`}
        action={t`Delete order`}
        onConfirm={() =>
          remove()
            .then(() => {
              toast(t`Order ${order.orderNumber} deleted`, { kind: "success", key })
              // Replacing the history entry keeps Back from leading to the deleted order.
              return navigate("/dashboard", { replace: true })
            })
            .then(forget)
            .catch(showError(t`Failed to delete order`))
        }
      >
        {t`${order.orderNumber} will be removed from your list. We keep a record of it, as required by law.`}
      </Confirm>
    </div>
  )
}

function NoSuchOrder() {
  useTitle(t`Order not found`)
  return (
    <div className="flex min-h-[50svh] flex-col items-start justify-center gap-4">
      <h1 className="font-display text-h1">{t`Order not found`}</h1>
      <p className="text-ink-2">{t`We couldn't find this order in your account.`}</p>
      <ButtonLink to="/dashboard?tab=orders">{t`My orders`}</ButtonLink>
    </div>
  )
}

function LoadingOrder() {
  return (
    <div role="status">
      <h1 className="sr-only">{t`Order`}</h1>
      <span className="sr-only">{t`Loading the order`}</span>
      <Skeleton className="mt-8 h-12 w-72 max-w-full" />
      <div className="mt-12 grid gap-10 lg:grid-cols-[7fr_5fr] lg:gap-16">
        <Skeleton className="h-80" />
        <Skeleton className="h-64" />
      </div>
    </div>
  )
}
