import { useRef, useState } from "react"
import { paymentTexts } from "#contract/buyingText.ts"
import { countryName } from "#contract/countries.ts"
import { plural, t } from "#contract/t.ts"
import { cartTexts, shippingTexts } from "#contract/texts.ts"
import { explain } from "../../platform/api/client.ts"
import { Paused } from "../../platform/auth/Paused.tsx"
import { returnDays, titled } from "../../platform/meta/shop.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { Link } from "../../platform/router.ts"
import { useSession } from "../../platform/session/session.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { money } from "../../platform/ui/format.ts"
import { EmptyState, ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { CartLines } from "../cart/CartLines.tsx"
import { type Cart, clearCart, useCart } from "../cart/cart.ts"
import { priceOf } from "../orders/delivery.ts"
import { CartAmounts, SummaryCard, shippingRow } from "../orders/Summary.tsx"
import { StickyBar } from "../shop/StickyBar.tsx"

import { DiscountCode } from "./DiscountCode.tsx"
import { type CartDiscount, useDiscount } from "./discount.ts"

export const meta = () => [{ title: titled(t`Your cart`) }, { name: "robots", content: "noindex" }]

export default function CartRoute() {
  return (
    <Guard roles={["user"]}>
      <CartPage />
    </Guard>
  )
}

function CartPage() {
  const cart = useCart()
  const heading = useRef<HTMLHeadingElement>(null)
  const { items, count, status, error, retry } = cart
  return (
    <div className="wrap py-8 sm:py-12">
      <h1 ref={heading} tabIndex={-1} className="font-display text-h1">{t`Your cart`}</h1>
      {count > 0 && <p className="mt-2 text-ink-2">{plural(count, { one: "1 model", other: `${count} models` })}</p>}
      {status === "loading" && <LoadingCart />}
      {status === "failed" && items.length === 0 && (
        <ErrorState title={cartTexts.fetchFailed} detail={explain(error)} retry={retry} />
      )}
      {status === "ready" && items.length === 0 && (
        <EmptyState title={cartTexts.empty}>
          <ButtonLink to="/models">{t`Browse Models`}</ButtonLink>
        </EmptyState>
      )}
      {items.length > 0 && <FullCart cart={cart} onEmptied={() => heading.current?.focus()} />}
    </div>
  )
}

function FullCart({ cart, onEmptied }: { cart: Cart; onEmptied(): void }) {
  const { items, status, error, retry } = cart
  const discount = useDiscount(cart)
  const [asking, setAsking] = useState(false)
  const isKnownOnly = status === "failed"
  return (
    <div className="mt-8 grid gap-10 lg:grid-cols-[7fr_5fr] lg:gap-16">
      <div>
        {isKnownOnly && (
          <Alert kind="warn" title={cartTexts.fetchFailed} className="mb-5">
            <p>
              <Trans>{explain(error)} You're seeing a saved copy of your cart.</Trans>
            </p>
            <Button variant="quiet" className="-ms-5" onClick={retry}>{t`Try again`}</Button>
          </Alert>
        )}
        <div className="placard">
          <CartLines items={items} readOnly={isKnownOnly} onEmptied={onEmptied} />
        </div>
        <div className="flex flex-wrap justify-between gap-3 border-line border-t pt-4">
          <ButtonLink to="/models" variant="outline">{t`Continue Shopping`}</ButtonLink>
          <Button
            variant="quiet"
            className="-mx-4"
            disabled={isKnownOnly}
            onClick={() => setAsking(true)}
          >{t`Clear Cart`}</Button>
        </div>
        <Confirm
          open={asking}
          onClose={() => setAsking(false)}
          title={t`Clear cart?`}
          action={t`Clear cart`}
          onConfirm={async () => {
            await clearCart()
            onEmptied()
          }}
        >{t`All items will be removed from your cart.`}</Confirm>
      </div>
      <div>
        {discount.isFirst ? (
          <Skeleton className="h-96" />
        ) : (
          <SummaryCard title={t`Order summary`}>
            <CartAmounts {...discount.amounts} shipping={shippingOf(discount.shipping)} />
            <DiscountCode discount={discount} />
            <Proceed total={discount.amounts.total} stands={items.some((line) => line.notice)} />
            <AcceptedMethods />
            <p className="mt-4 text-ink-3 text-meta">{shippingTexts.returns(returnDays())}</p>
            <p className="mt-2 text-ink-3 text-meta">
              <Trans>
                By placing an order, you agree to our{" "}
                <Link to="/terms" className="link">
                  Terms of Service
                </Link>{" "}
                and{" "}
                <Link to="/privacy" className="link">
                  Privacy Policy
                </Link>
                .
              </Trans>
            </p>
          </SummaryCard>
        )}
      </div>
    </div>
  )
}

/** The cart has no address yet, so a shop with terms of its own says to where they are. */
function shippingOf(shipping: CartDiscount["shipping"]) {
  if (!shipping || shipping.is_standard) return shippingRow(shipping?.price ?? 0, null)
  const label = t`Shipping to ${countryName(shipping.country)}`
  return { label, amount: shipping.chosen === null ? t`Not available` : priceOf(shipping.price) }
}

function Proceed({ total, stands }: { total: number; stands: boolean }) {
  const { user } = useSession()
  const place = useRef<HTMLDivElement>(null)
  if (user?.suspended) return <Paused className="mt-5" />
  if (stands) {
    return (
      <>
        <Alert kind="warn" className="mt-5">
          {cartTexts.lineStands}
        </Alert>
        <Button disabled className="mt-5 w-full">{t`Proceed to Checkout`}</Button>
      </>
    )
  }
  return (
    <>
      <div ref={place}>
        <ButtonLink to="/checkout" className="mt-6 w-full">{t`Proceed to Checkout`}</ButtonLink>
      </div>
      <StickyBar label={t`Checkout`} after={place}>
        <p className="whitespace-nowrap font-semibold tabular">{money(total)}</p>
        <ButtonLink to="/checkout" className="min-w-0">{t`Proceed to Checkout`}</ButtonLink>
      </StickyBar>
    </>
  )
}

function AcceptedMethods() {
  return (
    <div className="mt-6 border-line border-t pt-4">
      <h3 className="font-semibold text-ui">{t`We accept`}</h3>
      <ul className="mt-2 flex flex-wrap gap-2 text-meta">
        {[t`Credit/Debit Card`, paymentTexts.wallet].map((method) => (
          <li key={method} className="rounded-card border border-line px-2 py-1">
            {method}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-ink-3 text-meta">
        <Trans>
          You pay in crypto. If you'd rather use a card, our payment provider may let you buy crypto with one on its
          page.
        </Trans>
      </p>
    </div>
  )
}

function LoadingCart() {
  return (
    <div role="status" className="mt-8 grid gap-10 lg:grid-cols-[7fr_5fr] lg:gap-16">
      <span className="sr-only">{t`Loading your cart`}</span>
      <div className="grid gap-4">
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
      <Skeleton className="h-64" />
    </div>
  )
}
