import "../ui/zod.ts"
import { useEffect, useState } from "react"
import { Link } from "react-router"
import type { User } from "#contract/accounts.ts"
import { paymentTexts } from "#contract/buyingText.ts"
import { type Order, ShippingForm } from "#contract/orders.ts"
import { cartTexts } from "#contract/texts.ts"
import { placeErrors, useZodForm } from "../account/form.ts"
import { ApiError, call, explain } from "../api/client.ts"
import { useSession } from "../session/session.ts"
import { Guard } from "../shell/Guard.tsx"
import { titled } from "../shell/shop.ts"
import { useCart } from "../shop/cart/cart.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Notice } from "../ui/Notice.tsx"
import { randomKey } from "../ui/random.ts"
import { EmptyState, ErrorState, PageSpinner } from "../ui/states.tsx"
import { AlreadyHeld } from "./AlreadyHeld.tsx"
import { firstValues, keepDraft } from "./draft.ts"
import { PaymentMethod } from "./PaymentMethod.tsx"
import { openPaymentPage, PaymentFailure, usePaying } from "./pay.ts"
import { ShippingFields } from "./ShippingFields.tsx"
import { CartAmounts, SummaryCard } from "./Summary.tsx"
import { SummaryLines } from "./SummaryLines.tsx"

export const meta = () => [{ title: titled("Checkout") }, { name: "robots", content: "noindex" }]

export default function CheckoutRoute() {
  return (
    <Guard roles={["user"]}>
      <Checkout />
    </Guard>
  )
}

function Checkout() {
  const { user } = useSession()
  const cart = useCart()
  return (
    <div className="wrap py-8 sm:py-12">
      <h1 className="font-display text-h1">Checkout</h1>
      {cart.status === "loading" && <PageSpinner label="Loading your cart" />}
      {cart.status === "failed" && cart.items.length === 0 && (
        <ErrorState title={cartTexts.fetchFailed} detail={explain(cart.error)} retry={cart.retry} />
      )}
      {cart.status === "ready" && cart.items.length === 0 && (
        <EmptyState title={cartTexts.empty}>
          <ButtonLink to="/models">Browse Models</ButtonLink>
        </EmptyState>
      )}
      {cart.items.length > 0 && <AlreadyHeld lines={cart.items} />}
      {cart.items.length > 0 && user && <CheckoutForm user={user} cart={cart} />}
    </div>
  )
}

interface Failure {
  text: string
  /** Something in the cart stands in the way. */
  cart: boolean
}

function CheckoutForm({ user, cart }: { user: User; cart: ReturnType<typeof useCart> }) {
  const [initial] = useState(() => firstValues(user))
  const form = useZodForm(ShippingForm, initial)
  const [failure, setFailure] = useState<Failure>()
  const { isPaying, setPaying } = usePaying()
  const stands = cart.items.some((line) => line.notice)

  useEffect(() => {
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(user.uuid, values) })
  }, [form, user.uuid])

  const pay = form.handleSubmit(async (shipping) => {
    if (isPaying || stands) return
    setPaying(true)
    setFailure(undefined)
    try {
      const headers = { "idempotency-key": randomKey() }
      const order = await call<Order>("POST /orders", { body: shipping, headers })
      await openPaymentPage(order.reference)
    } catch (error) {
      setPaying(false)
      if (placeErrors(form, error)) return
      const isCart = isAboutCart(error)
      if (isCart) cart.retry()
      setFailure({ text: error instanceof PaymentFailure ? error.message : explain(error), cart: isCart })
    }
  })

  return (
    <form noValidate onSubmit={pay} className="mt-8 grid gap-10 lg:grid-cols-[7fr_5fr] lg:gap-16">
      <div className="grid content-start gap-10">
        <ShippingFields form={form} />
        <PaymentMethod />
      </div>
      <div>
        <SummaryCard title="Order summary">
          <SummaryLines lines={cart.items} />
          <div className="mt-5 border-line border-t pt-5">
            <CartAmounts total={cart.total} />
          </div>
          {stands && !failure?.cart && (
            <Notice kind="warn" className="mt-5">
              <p>{cartTexts.lineStands}</p>
              <Link to="/cart" className="link inline-flex min-h-11 items-center">
                Change the cart
              </Link>
            </Notice>
          )}
          {failure && (
            <Notice kind="danger" title={paymentTexts.checkoutFailed} className="mt-5">
              <p>{failure.text}</p>
              {failure.cart && (
                <Link to="/cart" className="link inline-flex min-h-11 items-center">
                  Change the cart
                </Link>
              )}
            </Notice>
          )}
          <Button type="submit" busy={isPaying} disabled={stands} className="mt-5 w-full">
            Continue to payment
          </Button>
          <p className="mt-4 text-ink-3 text-meta">
            The pieces are held for you for 60 minutes. Payments are non-refundable, see the{" "}
            <Link to="/terms" className="link">
              terms
            </Link>
            .
          </p>
        </SummaryCard>
      </div>
    </form>
  )
}

function isAboutCart(error: unknown): boolean {
  return error instanceof ApiError && ["OUT_OF_STOCK", "UNAVAILABLE", "EMPTY_CART"].includes(error.code)
}
