import { useState } from "react"
import { Link, useNavigate, useParams, useRouteLoaderData } from "react-router"
import { countryName } from "#contract/countries.ts"
import type { Order } from "#contract/orders.ts"
import { accountTexts } from "#contract/texts.ts"
import { ApiError, explain } from "../api/client.ts"
import { Amounts, SummaryCard } from "../checkout/Summary.tsx"
import type { loader as rootLoader } from "../root.tsx"
import { Guard } from "../shell/Guard.tsx"
import { shopName, titled } from "../shell/shop.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { dateTimeOf, money } from "../ui/format.ts"
import { ErrorState, Skeleton } from "../ui/states.tsx"
import { toast } from "../ui/toast.tsx"
import { ExpectedDelivery } from "./ExpectedDelivery.tsx"
import { OrderBadge } from "./OrderBadge.tsx"
import { useOrder, useOrderActions } from "./orders.ts"
import { PayBox } from "./PayBox.tsx"
import { Thumb } from "./Thumb.tsx"
import { TrackOrder } from "./TrackOrder.tsx"

export const meta = () => [{ title: titled("Your order") }, { name: "robots", content: "noindex" }]

export default function OrderRoute() {
  const { orderId = "" } = useParams()
  return (
    <Guard roles={["user"]}>
      <div className="wrap py-8 sm:py-12">
        <OrderPage key={orderId} id={orderId} />
      </div>
    </Guard>
  )
}

function OrderPage({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useOrder(id)
  if (isPending) return <LoadingOrder />
  if (data) return <FoundOrder order={data} />
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return <NoSuchOrder />
  return (
    <>
      <h1 className="sr-only">Order</h1>
      <ErrorState title={accountTexts.orderLoadFailed} detail={explain(error)} retry={() => void refetch()} />
    </>
  )
}

function FoundOrder({ order }: { order: Order }) {
  return (
    <>
      <PrintedHead id={order.id} />
      <BackToOrders />
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
        <h1 className="font-display text-h1">Order {order.orderNumber}</h1>
        <OrderBadge status={order.status} payment={order.payment} />
      </div>
      <p className="mt-2 text-ink-2">Placed on {dateTimeOf(order.createdAt)}</p>
      <div className="mt-8 grid gap-10 lg:grid-cols-[7fr_5fr] lg:gap-16">
        <div className="grid content-start gap-10">
          <StatusStory order={order} />
          <Items order={order} />
          <Address order={order} />
        </div>
        <div className="grid content-start gap-4">
          <SummaryCard title="Summary">
            <Amounts rows={amountsOf(order)} total={order.paymentAmount} />
            <PaymentFacts order={order} />
            <Actions order={order} />
          </SummaryCard>
        </div>
      </div>
    </>
  )
}

function BackToOrders() {
  return (
    <Link to="/dashboard?tab=orders" className="no-print link inline-flex min-h-11 items-center text-ui">
      All orders
    </Link>
  )
}

/** On paper only, where the page's own head and links are gone. */
function PrintedHead({ id }: { id: number }) {
  const support = useRouteLoaderData<typeof rootLoader>("root")?.supportEmail
  return (
    <div className="mb-6 hidden print:block">
      <p className="font-display text-h2">{shopName()}</p>
      <p>{`${location.origin}/order/${id}`}</p>
      <p>{`Support: ${support}, ${location.origin}/contact`}</p>
    </div>
  )
}

/** What happens next, in a sentence. */
const stories: Record<string, string> = {
  to_be_shipped: "Paid, thank you. Handling takes 3-5 business days; we write when it is on its way.",
  completed: "This order has arrived. We hope it has found its place.",
  cancelled: "This order was cancelled. Nothing was charged for it.",
  needs_review:
    "A payment has arrived that was not quite what we expected. A person is looking at it; your money is accounted for.",
  refund_due: "The amount will be sent back to you.",
  refunded: "The amount was sent back to you.",
}

function StatusStory({ order }: { order: Order }) {
  if (order.status === "unpaid") return <PayBox order={order} />
  if (order.status === "shipped" && order.trackingNumber) {
    return <TrackOrder order={order} number={order.trackingNumber} />
  }
  const story = stories[order.status]
  if (!story) return null
  return (
    <div className="max-w-measure">
      <p className="text-lead">{story}</p>
      <ExpectedDelivery order={order} className="mt-2 font-semibold" />
    </div>
  )
}

function Items({ order }: { order: Order }) {
  return (
    <section aria-labelledby="items">
      <h2 id="items" className="placard pt-3 font-display text-h3">
        Items
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {order.items.map((item) => (
          <li key={item.doll_id} className="flex flex-wrap gap-4 py-4">
            <Thumb src={item.image} className="w-20 shrink-0 self-start" />
            <div className="min-w-0 flex-[1_1_9rem]">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <Link to={`/model/${item.doll_id}`} className="font-display text-h3 underline-offset-4 hover:underline">
                  {item.name}
                </Link>
                <span className="tabular font-semibold">
                  {money((Math.round(item.price * 100) * item.quantity) / 100)}
                </span>
              </div>
              <p className="tabular text-ink-3 text-meta">
                {item.quantity} × {money(item.price)}
              </p>
              <p className="mt-1 line-clamp-2 text-ink-2 text-ui print:line-clamp-none">{item.description}</p>
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
      <h2 id="address" className="placard pt-3 font-display text-h3">
        Shipping address
      </h2>
      <address className="mt-3 not-italic">
        {to.name}
        <br />
        {to.street}
        <br />
        {to.city}, {to.state} {to.zipCode}
        <br />
        {countryName(to.country)}
      </address>
      <p className="mt-3 text-ink-2 text-ui">
        {to.email}
        <br />
        {to.phone}
      </p>
    </section>
  )
}

function amountsOf(order: Order) {
  return [
    { label: "Products", amount: money(order.productsAmount) },
    { label: "Shipping", amount: order.shippingFee === 0 ? "Free" : money(order.shippingFee) },
    {
      label: "Shipping discount",
      amount: order.shippingDiscount === 0 ? money(0) : `-${money(order.shippingDiscount)}`,
    },
  ]
}

function PaymentFacts({ order }: { order: Order }) {
  return (
    <dl className="mt-5 grid gap-2 border-line border-t pt-4 text-ui">
      <div className="flex flex-wrap justify-between gap-x-4">
        <dt className="text-ink-2">Payment method</dt>
        <dd>{order.paymentMethod}</dd>
      </div>
      <div className="flex flex-wrap justify-between gap-x-4">
        <dt className="text-ink-2">Paid</dt>
        <dd>
          {order.paymentTime
            ? dateTimeOf(order.paymentTime)
            : order.payment?.state === "partial"
              ? "Not in full"
              : "Not yet"}
        </dd>
      </div>
      {order.payment && (
        <>
          <div className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-2">Arrived</dt>
            <dd className="tabular">{money(order.payment.arrived)}</dd>
          </div>
          {order.payment.missing > 0 && (
            <div className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-ink-2">Missing</dt>
              <dd className="tabular">{money(order.payment.missing)}</dd>
            </div>
          )}
        </>
      )}
    </dl>
  )
}

const ended = ["completed", "cancelled", "refunded"]

function Actions({ order }: { order: Order }) {
  const [asking, setAsking] = useState<"cancel" | "delete">()
  const navigate = useNavigate()
  const { cancel, remove } = useOrderActions(order.id)
  const close = () => setAsking(undefined)
  const told = (title: string) => (error: unknown) => toast(title, { kind: "error", description: explain(error) })
  return (
    <div className="no-print mt-6 flex flex-wrap gap-3">
      <Button look="outline" onClick={() => window.print()}>
        Print
      </Button>
      {order.status === "unpaid" && !order.payment && (
        <Button look="danger" onClick={() => setAsking("cancel")}>
          Cancel order
        </Button>
      )}
      {ended.includes(order.status) && (
        <Button look="danger" onClick={() => setAsking("delete")}>
          Delete order
        </Button>
      )}
      <Confirm
        open={asking === "cancel"}
        onClose={close}
        title="Cancel this order?"
        action="Cancel the order"
        onConfirm={() => cancel().catch(told("Failed to cancel the order"))}
      >
        {`${order.orderNumber} will not be held for you any longer. What you chose stays in your cart.`}
      </Confirm>
      <Confirm
        open={asking === "delete"}
        onClose={close}
        title="Delete this order?"
        action="Delete the order"
        onConfirm={() =>
          remove()
            .then(() => navigate("/dashboard"))
            .catch(told("Failed to delete the order"))
        }
      >
        {`${order.orderNumber} leaves your list. Our books keep it, as the law asks.`}
      </Confirm>
    </div>
  )
}

function NoSuchOrder() {
  return (
    <div className="flex min-h-[50svh] flex-col items-start justify-center gap-4">
      <h1 className="font-display text-h1">Order not found</h1>
      <p className="text-ink-2">There is no such order in your account.</p>
      <ButtonLink to="/dashboard?tab=orders">My orders</ButtonLink>
    </div>
  )
}

function LoadingOrder() {
  return (
    <div role="status">
      <h1 className="sr-only">Order</h1>
      <span className="sr-only">Loading the order</span>
      <Skeleton className="mt-8 h-12 w-72 max-w-full" />
      <div className="mt-12 grid gap-10 lg:grid-cols-[7fr_5fr] lg:gap-16">
        <Skeleton className="h-80" />
        <Skeleton className="h-64" />
      </div>
    </div>
  )
}
