import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { placeLine } from "#contract/addressRules.ts"
import type { AdminOrder, AdminOrderDetail } from "#contract/admin.ts"
import { countryName } from "#contract/countries.ts"
import { accountTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { CustomerLink } from "../../backoffice/staff-ui/CustomerLink.tsx"
import { FieldsSkeleton } from "../../backoffice/staff-ui/FieldsSkeleton.tsx"
import { Notes } from "../../backoffice/staff-ui/Notes.tsx"
import { Timeline } from "../../backoffice/staff-ui/Timeline.tsx"
import { Drawer, type Place } from "../../backoffice/table/Drawer.tsx"
import { ask, explain } from "../../platform/api/client.ts"
import { Link } from "../../platform/router.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { money } from "../../platform/ui/format.ts"
import { ErrorState } from "../../platform/ui/states.tsx"
import { OrderBadge } from "../../shopfront/orders/OrderBadge.tsx"
import { Amounts, discountRows, shippingRow } from "../../shopfront/orders/Summary.tsx"
import { AcceptedVersion } from "../parts/AcceptedVersion.tsx"
import { Amount } from "../payments/Amount.tsx"
import { PaymentState } from "../payments/PaymentState.tsx"
import { arrivedText, isShort } from "./arrived.ts"
import { CorrectAddress } from "./CorrectAddress.tsx"
import { Move } from "./Move.tsx"
import { OrderReturns } from "./OrderReturns.tsx"
import { type PrintKind, printAddress } from "./printing.ts"
import { Refunds } from "./Refunds.tsx"

/** One order: items, address, payments, notes, timeline and actions. */
export function OrderDialog({ place }: { place: Place<AdminOrder> }) {
  const { id } = place
  // Shipping this order opens the next one.
  const [goesOn, setGoesOn] = useState<number>()
  const next = place.nearest(({ status }) => status === "to_be_shipped")
  return (
    <Drawer place={place} title={t`Order`} of="order">
      {id !== null && (
        <Detail
          key={id}
          id={id}
          goesOn={goesOn === id}
          onShipped={() => {
            setGoesOn(next?.id)
            if (next) place.go(next)
          }}
        />
      )}
    </Drawer>
  )
}

interface DetailProps {
  id: number
  /** True if shipping the previous order opened this one, which focuses the tracking number. */
  goesOn: boolean
  onShipped(): void
}

function Detail({ id, goesOn, onShipped }: DetailProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "orders", "one", id],
    queryFn: async () => {
      const { data, response } = await ask(`GET /admin/orders/${id}`, {})
      return { order: data, tag: response.headers.get("etag") ?? "*" }
    },
  })
  if (error && !data)
    return <ErrorState title={accountTexts.orderLoadFailed} detail={explain(error)} retry={() => void refetch()} />
  if (!data) return <FieldsSkeleton />
  const { order, tag } = data
  const { shippingAddress: to } = order
  const email = order.user_email ?? to.email
  const subject = `subject=${encodeURIComponent(t`Order ${order.orderNumber}`)}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="tabular font-semibold text-lead">{order.orderNumber}</h3>
        <OrderBadge status={order.status} refund={order.refund} />
        <span className="tabular ms-auto font-semibold text-lead">{money(order.paymentAmount)}</span>
      </div>
      {order.attention ? (
        <Alert kind="warn" title={order.attention.what}>
          {isShort(order) && <span className="tabular block font-semibold">{arrivedText(order)}</span>}
          {order.attention.todo}
        </Alert>
      ) : (
        isShort(order) && <Alert kind="warn" title={arrivedText(order)} />
      )}
      <Move key={order.id} order={order} tag={tag} goesOn={goesOn} onShipped={onShipped} />
      <Printing order={order} />
      <Part title={t`Items`}>
        <ul>
          {order.items.map((item) => (
            <li key={item.doll_id} className="flex justify-between gap-4 border-line border-b py-2">
              <span>
                {`${item.quantity} × ${item.name}`}
                {refundedOf(order, item.doll_id) > 0 && (
                  <span className="text-ink-3">{t`, ${refundedOf(order, item.doll_id)} refunded`}</span>
                )}
              </span>
              <span className="tabular">{money(item.price * item.quantity)}</span>
            </li>
          ))}
        </ul>
        {(order.discount || order.shippingFee > 0 || order.tax) && (
          <div className="mt-3">
            <Amounts
              rows={[
                { label: t`Subtotal`, amount: money(order.productsAmount) },
                ...discountRows(order.discount),
                ...(order.shippingFee > 0 ? [shippingRow(order.shippingFee, null)] : []),
              ]}
              tax={order.tax}
              total={order.paymentAmount}
            />
          </div>
        )}
      </Part>
      <div className="grid gap-6 sm:grid-cols-2">
        <Part title={t`Shipping to`}>
          <address className="not-italic">
            {to.name}
            <br />
            {to.street}
            <br />
            {placeLine(to)}
            <br />
            {countryName(to.country)}
            {/* The address that the order's emails go to, and that its customer looks it up by. */}
            {to.email !== email && <span className="wrap-anywhere block">{to.email}</span>}
          </address>
          {order.shippingMethod && !order.shippingMethod.is_standard && (
            <p className="mt-2 text-ink-2">{order.shippingMethod.name}</p>
          )}
          <CorrectAddress order={order} tag={tag} />
        </Part>
        <Part title={t`Customer`}>
          <p>
            <CustomerLink id={order.user_email ? order.user_id : null}>{order.user || to.name}</CustomerLink>
          </p>
          <a href={`mailto:${email}?${subject}`} className="link wrap-anywhere inline-flex min-h-11 items-center">
            {email}
          </a>
          <p className="tabular text-ink-2">
            <bdi dir="ltr">{to.phone}</bdi>
          </p>
        </Part>
      </div>
      {(order.terms_version !== null || order.privacy_version !== null) && (
        <Part title={t`Placed under`}>
          <p className="flex flex-wrap gap-x-5">
            <AcceptedVersion of="terms" version={order.terms_version} />
            <AcceptedVersion of="privacy" version={order.privacy_version} />
          </p>
        </Part>
      )}
      <Part title={t`Payments`}>
        {order.payments.length === 0 && <p className="text-ink-3">{t`No payments yet.`}</p>}
        <ul>
          {order.payments.map((payment) => (
            <li key={payment.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2">
              <Link
                to={`/admin?${new URLSearchParams({ tab: "payments", payment: String(payment.id) })}`}
                className="link inline-flex min-h-11 items-center"
              >
                <code className="wrap-anywhere text-meta">{payment.payment_id}</code>
              </Link>
              <PaymentState status={payment.status} />
              <span className="tabular ms-auto text-end">
                <Amount asked={payment.amount} arrived={payment.arrived} />
              </span>
            </li>
          ))}
        </ul>
      </Part>
      {order.returns.length > 0 && (
        <Part title={t`Returns`}>
          <OrderReturns order={order} tag={tag} />
        </Part>
      )}
      {(order.refunds.length > 0 || order.refundable.amount > 0) && (
        <Part title={t`Refunds`}>
          <Refunds key={order.id} order={order} tag={tag} />
        </Part>
      )}
      <Part title={t`Notes`}>
        <Notes of={`/admin/orders/${id}`} />
      </Part>
      <Part title={t`Timeline`}>
        <Timeline of={`/admin/orders/${id}`} />
      </Part>
    </div>
  )
}

/** Links to its documents and to the tracking page. */
function Printing({ order }: { order: AdminOrder }) {
  const isPacked = ["to_be_shipped", "shipped", "completed"].includes(order.status)
  if (!isPacked && !order.invoiceNumber) return null
  return (
    <div className="flex flex-wrap items-center gap-x-5 text-ui">
      {isPacked && <Print kind="slips" orders={[order.id]} label={t`Packing slip`} />}
      {isPacked && <Print kind="labels" orders={[order.id]} label={t`Label`} />}
      {order.invoiceNumber && <Print kind="invoices" orders={[order.id]} label={t`Invoice ${order.invoiceNumber}`} />}
      {order.trackingUrl && (
        <a href={order.trackingUrl} target="_blank" rel="noreferrer" className="link inline-flex min-h-11 items-center">
          {t`Track at ${order.carrier}`}
        </a>
      )}
    </div>
  )
}

function Print({ kind, orders, label }: { kind: PrintKind; orders: number[]; label: string }) {
  return (
    <Link to={printAddress(kind, orders)} target="_blank" className="link inline-flex min-h-11 items-center">
      {label}
    </Link>
  )
}

/** The number of refunded pieces of a line. */
const refundedOf = ({ refunds }: AdminOrderDetail, dollId: number) =>
  refunds
    .filter(({ status }) => status !== "cancelled")
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => sum + (line.doll_id === dollId ? line.quantity : 0), 0)

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 text-ui">
      <h4 className="mb-1 font-semibold text-ink-2 text-meta">{title}</h4>
      {children}
    </section>
  )
}
