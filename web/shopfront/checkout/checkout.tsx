import { t } from "#contract/t.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import "../../platform/ui/zod.ts"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useWatch } from "react-hook-form"
import { useLoaderData } from "react-router"
import type { User } from "#contract/accounts.ts"
import type { SavedAddress } from "#contract/addresses.ts"
import { orderTexts, paymentTexts } from "#contract/buyingText.ts"
import { passesCustoms } from "#contract/customs.ts"
import { ShippingForm } from "#contract/orders.ts"
import type { OfferedShipping } from "#contract/selling.ts"
import { cartTexts, shippingTexts } from "#contract/texts.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { Paused } from "../../platform/auth/Paused.tsx"
import { draftOf } from "../../platform/forms/drafts.ts"
import { placeErrors, useZodForm } from "../../platform/forms/form.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { returnDays, selling, titled } from "../../platform/meta/shop.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { Link } from "../../platform/router.ts"
import { useSession } from "../../platform/session/session.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { EmptyState, ErrorState, PageSpinner } from "../../platform/ui/states.tsx"
import { useTablet } from "../../platform/ui/useNarrow.ts"
import { visitContext } from "../../platform/visit.ts"
import { useCart } from "../cart/cart.ts"
import { addressesQuery, shippingOf } from "../orders/addresses.ts"
import { deliveryIfPaid, methodTo } from "../orders/delivery.ts"
import { daysOfDelivery } from "../orders/deliveryDays.ts"
import { openPaymentPage, PaymentFailure, usePaying } from "../orders/pay.ts"
import { CartAmounts, SummaryCard, shippingRow } from "../orders/Summary.tsx"
import type { Route } from "./+types/checkout"
import { AddressChoice, SaveAddress } from "./AddressChoice.tsx"
import { AlreadyHeld } from "./AlreadyHeld.tsx"
import { DiscountCode } from "./DiscountCode.tsx"
import { useDiscount } from "./discount.ts"
import { draftName, knownValues } from "./draft.ts"
import { PaymentMethod } from "./PaymentMethod.tsx"
import { ShippingFields } from "./ShippingFields.tsx"
import { ShippingMethods } from "./ShippingMethods.tsx"
import { Steps } from "./Steps.tsx"
import { FoldedSummary, SummaryLines } from "./SummaryLines.tsx"

export const meta = () => [{ title: titled(t`Checkout`) }, { name: "robots", content: "noindex" }]

/** Only data that is the same for everybody may be loaded on the server. */
export function loader({ context }: Route.LoaderArgs) {
  return { noShipping: context.get(visitContext).services.notShippedTo() }
}

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
  // If the saved addresses cannot be loaded, the form is empty.
  const addresses = useQuery({ ...addressesQuery(user?.uuid ?? "me"), enabled: user !== null })
  const isLoading = cart.status === "loading" || addresses.isPending
  return (
    <div className="wrap py-8 sm:py-12">
      <Steps of="order" current="first" />
      <h1 className="mt-8 font-display text-h1">{t`Checkout`}</h1>
      {isLoading && <PageSpinner label={t`Loading your cart`} />}
      {cart.status === "failed" && cart.items.length === 0 && (
        <ErrorState title={cartTexts.fetchFailed} detail={explain(cart.error)} retry={cart.retry} />
      )}
      {cart.status === "ready" && cart.items.length === 0 && (
        <EmptyState title={cartTexts.empty}>
          <ButtonLink to="/models">{t`Browse Models`}</ButtonLink>
        </EmptyState>
      )}
      {cart.items.length > 0 && <AlreadyHeld lines={cart.items} />}
      {cart.items.length > 0 && user?.suspended && <Paused className="mt-6 max-w-measure" />}
      {!isLoading && cart.items.length > 0 && user && !user.suspended && (
        <CheckoutForm user={user} cart={cart} saved={addresses.data ?? []} />
      )}
    </div>
  )
}

interface Failure {
  text: string
  cart: boolean
}

interface CheckoutFormProps {
  user: User
  cart: ReturnType<typeof useCart>
  saved: SavedAddress[]
}

function CheckoutForm({ user, cart, saved }: CheckoutFormProps) {
  const { noShipping } = useLoaderData<typeof loader>()
  const [initial] = useState(() => (saved[0] ? shippingOf(saved[0]) : knownValues(user)))
  const [saves, setSaves] = useState(false)
  const form = useZodForm(ShippingForm, initial)
  const country = useWatch({ control: form.control, name: "country" })
  const [methodId, setMethodId] = useState<number>()
  const discount = useDiscount(cart, { country, shipping_method: methodId })
  const { methods = [], chosen = null } = discount.shipping ?? {}
  // The choice shows at once, its price when the server has answered.
  const shown = discount.isAsking && methods.some(({ id }) => id === methodId) ? methodId! : chosen
  const method = methods.find(({ id }) => id === shown) ?? methodTo(country)
  const [failure, setFailure] = useState<Failure>()
  const { isPaying, setPaying } = usePaying()
  const { isDirty } = form.formState
  const isOneColumn = useTablet()
  const stands = cart.items.some((line) => line.notice)

  const pay = form.handleSubmit(
    async (shipping) => {
      if (isPaying || stands) return
      setPaying(true)
      setFailure(undefined)
      try {
        // When the same cart is sent again after a lost answer, the server returns the same order.
        const { total, discount: applied } = discount.amounts
        const order = await call("POST /orders", {
          body: {
            ...shipping,
            total,
            save_address: saves,
            ...(chosen !== null && { shipping_method: chosen }),
            ...(applied?.code && { discount_code: applied.code }),
          },
        })
        await openPaymentPage(order.reference)
      } catch (error) {
        setPaying(false)
        if (placeErrors(form, error)) return
        const isCart = isAboutCart(error)
        if (error instanceof ApiError && error.code === "SHIPPING_CHANGED") discount.retry()
        if (isCart) {
          cart.retry()
          discount.retry()
        }
        setFailure({ text: error instanceof PaymentFailure ? error.message : explain(error), cart: isCart })
      }
    },
    () => setFailure(undefined),
  )

  return (
    <form noValidate onSubmit={pay} className="mt-8 grid gap-10 lg:grid-cols-[7fr_5fr] lg:gap-16">
      <UnsavedChanges
        isKept
        isDirty={() => isDirty && !isPaying}
        draft={draftOf(form, draftName)}
        className="lg:col-span-2"
      />
      {isOneColumn && <FoldedSummary lines={cart.items} total={discount.amounts.total} isOpen={stands} />}
      <div className="grid content-start gap-10">
        <ShippingFields
          form={form}
          noShipping={noShipping}
          choice={<AddressChoice form={form} saved={saved} empty={knownValues(user)} />}
        >
          <SaveAddress form={form} saved={saved} isChecked={saves} onChange={setSaves} />
        </ShippingFields>
        <ShippingMethods methods={methods} chosen={shown} onChoose={setMethodId} />
        <PaymentMethod of="order" />
      </div>
      <div>
        <SummaryCard title={t`Order summary`}>
          {!isOneColumn && (
            <div className="mb-5 border-line border-b pb-5">
              <SummaryLines lines={cart.items} />
            </div>
          )}
          <CartAmounts
            {...discount.amounts}
            shipping={shippingRow(
              discount.shipping?.price ?? 0,
              (discount.shipping && !discount.shipping.is_standard && method?.name) || null,
            )}
          />
          <Duties country={country} />
          <DiscountCode discount={discount} />
          {method && <DeliveryPromise method={method} />}
          {stands && !failure?.cart && (
            <Alert kind="warn" className="mt-5">
              <p>{cartTexts.lineStands}</p>
              <Link to="/cart" className="link inline-flex min-h-11 items-center">{t`Edit cart`}</Link>
            </Alert>
          )}
          {failure && (
            <Alert kind="danger" title={paymentTexts.checkoutFailed} className="mt-5">
              <p>{failure.text}</p>
              {failure.cart && (
                <Link to="/cart" className="link inline-flex min-h-11 items-center">{t`Edit cart`}</Link>
              )}
            </Alert>
          )}
          <Button
            type="submit"
            busy={isPaying}
            disabled={stands}
            className="mt-5 w-full"
          >{t`Continue to payment`}</Button>
          <p className="mt-4 text-ink-3 text-meta">{shippingTexts.returns(returnDays())}</p>
          <p className="mt-2 text-ink-3 text-meta">
            <Trans>
              Your models are reserved for 60 minutes. See the{" "}
              <Link to="/terms" className="link">
                terms
              </Link>
              .
            </Trans>
          </p>
        </SummaryCard>
      </div>
    </form>
  )
}

/** Customs may charge duties on top of the total. */
function Duties({ country }: { country: string }) {
  return (
    <p role="status" className="text-ink-2 text-meta">
      {passesCustoms(selling().seller_country, country) && <span className="mt-2 block">{orderTexts.duties}</span>}
    </p>
  )
}

function DeliveryPromise({ method }: { method: Pick<OfferedShipping, "name" | "days_from" | "days_until"> }) {
  return (
    <div className="mt-5 border-line border-t pt-4 text-ui">
      <p className="font-semibold">{orderTexts.expected(daysOfDelivery(deliveryIfPaid(method, new Date())))}</p>
      <p className="mt-1 text-ink-2">{method.name}</p>
      <p className="mt-1 text-ink-2">{paymentTexts.packaging}</p>
    </div>
  )
}

function isAboutCart(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    ["OUT_OF_STOCK", "UNAVAILABLE", "EMPTY_CART", "PRICE_CHANGED", "DISCOUNT_REFUSED"].includes(error.code)
  )
}
