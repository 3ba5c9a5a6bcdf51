import { t } from "#contract/t.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import "../../platform/ui/zod.ts"
import { useEffect, useRef, useState } from "react"
import { LookUpOrder, type OrderProgress } from "#contract/orders.ts"
import { call } from "../../platform/api/client.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { titled } from "../../platform/meta/shop.ts"
import { loginFor } from "../../platform/navigation/links.ts"
import { Link } from "../../platform/router.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { OrderBadge } from "../../shopfront/orders/OrderBadge.tsx"
import { OrderQuestion } from "../../shopfront/orders/OrderQuestion.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { EmailField } from "./EmailField.tsx"
import { OrderState } from "./OrderState.tsx"

export const meta = () => [
  { title: titled(t`Track an order`) },
  { name: "description", content: t`Check the status of an order with its number and your email address.` },
  { name: "robots", content: "noindex" },
]

/** Finds an order without logging in. Emails link here with the number after `#`, which browsers do not send. */
export default function OrderLookup() {
  const [order, setOrder] = useState<OrderProgress>()
  return (
    <AuthFrame title={t`Track an order`}>
      {order ? <Found order={order} onBack={() => setOrder(undefined)} /> : <LookupForm onFound={setOrder} />}
    </AuthFrame>
  )
}

function LookupForm({ onFound }: { onFound(order: OrderProgress): void }) {
  const form = useZodForm(LookUpOrder, { order_number: "", email: "" })
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, async (body) => onFound(await call("POST /orders/lookup", { body })))
  const { setValue } = form
  useEffect(() => {
    if (location.hash) setValue("order_number", decodeURIComponent(location.hash.slice(1)))
  }, [setValue])
  return (
    <SentForm onSubmit={submit} failure={failure} className="mt-6">
      <p className="text-ink-2">{t`Enter the order number from our emails and the email address you ordered with.`}</p>
      <TextField
        label={t`Order number`}
        placeholder="ORD-123456"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-required
        error={errors.order_number?.message}
        {...form.register("order_number")}
      />
      <EmailField autoComplete="email" error={errors.email?.message} {...form.register("email")} />
      <Button type="submit" busy={isSubmitting} className="w-full">{t`Track order`}</Button>
    </SentForm>
  )
}

function Found({ order, onBack }: { order: OrderProgress; onBack(): void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2">
        <h2 ref={heading} tabIndex={-1} className="font-display text-h3">
          <Trans>Order {order.orderNumber}</Trans>
        </h2>
        <OrderBadge status={order.status} />
      </div>
      <p className="mt-1 mb-6 text-ink-2">
        <Trans>Placed on {dateTimeOf(order.createdAt)}</Trans>
      </p>
      <OrderState order={order} />
      <div className="mt-8">
        <OrderQuestion orderNumber={order.orderNumber} />
      </div>
      <p className="mt-6 text-ink-2 text-ui">
        <Trans>
          For full details, see{" "}
          <Link to={loginFor("/dashboard?tab=orders")} className="link">
            your account
          </Link>
          .
        </Trans>
      </p>
      <Button variant="outline" className="mt-6 w-full" onClick={onBack}>{t`Track another order`}</Button>
    </>
  )
}
