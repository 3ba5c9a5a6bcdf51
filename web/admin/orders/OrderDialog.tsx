import { useQuery } from "@tanstack/react-query"
import { Link } from "react-router"
import type { AdminOrderDetail } from "#contract/admin.ts"
import { accountTexts, orderStatusText } from "#contract/texts.ts"
import { OrderBadge } from "../../account/OrderBadge.tsx"
import { ask, explain } from "../../api/client.ts"
import { Dialog } from "../../ui/Dialog.tsx"
import { dateTimeOf, money } from "../../ui/format.ts"
import { Notice } from "../../ui/Notice.tsx"
import { ErrorState, Skeleton } from "../../ui/states.tsx"
import { PaymentState } from "../payments/PaymentState.tsx"
import { Move } from "./Move.tsx"

/** One order: what was bought, where it goes, its money, everything that happened, and what can be done. */
export function OrderDialog({ id, onClose }: { id: number | undefined; onClose(): void }) {
  return (
    <Dialog open={id !== undefined} onClose={onClose} title="Order" shape="side" className="w-[min(44rem,100vw)]!">
      {id !== undefined && <Detail id={id} />}
    </Dialog>
  )
}

function Detail({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "orders", "one", id],
    queryFn: async () => {
      const { data, response } = await ask<AdminOrderDetail>(`GET /admin/orders/${id}`, {})
      return { order: data, tag: response.headers.get("etag") ?? "*" }
    },
  })
  if (error && !data)
    return <ErrorState title={accountTexts.orderLoadFailed} detail={explain(error)} retry={() => void refetch()} />
  if (!data) return <Skeleton className="h-96 w-full" />
  const { order, tag } = data
  const { shippingAddress: to } = order
  const email = order.user_email ?? to.email
  const subject = `subject=${encodeURIComponent(`Order ${order.orderNumber}`)}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="tabular font-semibold text-lead">{order.orderNumber}</h3>
        <OrderBadge status={order.status} />
        <span className="tabular ml-auto font-semibold text-lead">{money(order.paymentAmount)}</span>
      </div>
      {order.attention && (
        <Notice kind="warn" title={order.attention.what}>
          {order.attention.todo}
        </Notice>
      )}
      <Move key={order.id} order={order} tag={tag} />
      <Part title="Items">
        <ul>
          {order.items.map((item) => (
            <li key={item.doll_id} className="flex justify-between gap-4 border-line border-b py-2">
              <span>{`${item.quantity} × ${item.name}`}</span>
              <span className="tabular">{money(item.price * item.quantity)}</span>
            </li>
          ))}
        </ul>
      </Part>
      <div className="grid gap-6 sm:grid-cols-2">
        <Part title="Goes to">
          <address className="not-italic">
            {to.name}
            <br />
            {to.street}
            <br />
            {`${to.city}, ${to.state} ${to.zipCode}`}
            <br />
            {to.country}
          </address>
        </Part>
        <Part title="Customer">
          <p className="wrap-anywhere">{order.user ?? to.name}</p>
          <a href={`mailto:${email}?${subject}`} className="link wrap-anywhere inline-flex min-h-11 items-center">
            {email}
          </a>
          <p className="tabular text-ink-2">{to.phone}</p>
        </Part>
      </div>
      <Part title="Payments">
        {order.payments.length === 0 && <p className="text-ink-3">None was heard of.</p>}
        <ul>
          {order.payments.map((payment) => (
            <li key={payment.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2">
              <Link
                to={`/admin?${new URLSearchParams({ tab: "payments", q: payment.payment_id })}`}
                className="link inline-flex min-h-11 items-center"
              >
                <code className="wrap-anywhere text-meta">{payment.payment_id}</code>
              </Link>
              <PaymentState status={payment.status} />
              <span className="tabular ml-auto">{money(payment.amount)}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Part title="What happened">
        <ol>
          {order.events.map((event) => (
            <li key={event.id} className="border-line border-b py-2">
              <span className="tabular text-ink-3 text-meta">{dateTimeOf(event.created_at)}</span>
              <span className="block">
                {event.from && event.from !== event.to ? `${orderStatusText(event.from)} → ` : ""}
                {orderStatusText(event.to)}
                {event.actor && `, by ${event.actor}`}
                {event.note && ` (${event.note})`}
              </span>
            </li>
          ))}
        </ol>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 text-ui">
      <h4 className="mb-1 font-semibold text-ink-2 text-meta">{title}</h4>
      {children}
    </section>
  )
}
