import { useEffect, useRef } from "react"
import { t } from "#contract/t.ts"
import { cartTexts, shippingTexts } from "#contract/texts.ts"
import { explain } from "../../platform/api/client.ts"
import { returnDays, shipsFree } from "../../platform/meta/shop.ts"
import { loginFor } from "../../platform/navigation/links.ts"
import { useSession } from "../../platform/session/session.ts"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { money } from "../../platform/ui/format.ts"
import { Check } from "../../platform/ui/icons.ts"
import { EmptyState, ErrorState, PageSpinner } from "../../platform/ui/states.tsx"
import { CartLines } from "./CartLines.tsx"
import { isStaff, useCart } from "./cart.ts"
import { closeCartDrawer, useDrawer } from "./drawer.ts"
import { useFreshPrices } from "./prices.ts"

/** The cart beside the page, and the only one for guests, who have no cart page. */
export default function CartDrawer() {
  const { open, message, about, old } = useDrawer()
  const session = useSession()
  const { items, count, total, status, error, retry } = useCart()
  const top = useRef<HTMLDivElement>(null)
  const isGuest = session.status === "guest"
  useFreshPrices(open && isGuest)
  const focusHeading = () => top.current?.closest("dialog")?.querySelector("h2")?.focus()
  // Focuses the heading, so that a second Enter buys nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the drawer opens
  useEffect(() => void (open && focusHeading()), [open])
  return (
    <Dialog
      open={open}
      onClose={closeCartDrawer}
      title={count > 0 ? t`Your cart (${count})` : t`Your cart`}
      shape="side"
    >
      <div ref={top} className="flex min-h-full flex-col">
        <p role="status" className="text-ui">
          {message && (
            <span
              className={cx(
                "mb-2 flex items-center gap-2 rounded-card bg-success-soft px-3 py-2 font-semibold text-success",
                old && "invisible",
              )}
            >
              <Check aria-hidden size={18} className="shrink-0" />
              <span>{message}</span>
              {about && <span className="min-w-0 font-normal">{about}</span>}
            </span>
          )}
        </p>
        {isStaff(session) && <EmptyState title={cartTexts.staff} />}
        {status === "loading" && <PageSpinner label={t`Loading your cart`} />}
        {status === "failed" && <ErrorState title={cartTexts.fetchFailed} detail={explain(error)} retry={retry} />}
        {status === "ready" && items.length === 0 && !isStaff(session) && (
          <EmptyState title={t`Your cart is empty`}>
            <ButtonLink to="/models" onClick={closeCartDrawer} variant="outline">{t`Browse Models`}</ButtonLink>
          </EmptyState>
        )}
        {items.length > 0 && (
          <>
            <div className="flex-1">
              <CartLines
                items={items}
                readOnly={status === "failed"}
                onLeave={closeCartDrawer}
                onEmptied={focusHeading}
              />
            </div>
            <div className="sticky-bar -mx-5 sticky -bottom-5 -mb-5 border-line border-t bg-surface px-5 py-4">
              <p role="status" className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span>{t`Subtotal`}</span>
                <span className="whitespace-nowrap font-semibold text-lead tabular">{money(total)}</span>
              </p>
              <p className="mt-1 text-ink-3 text-meta">
                {shipsFree() && t`Shipping is free.`}
                {isGuest && t` You'll be asked to log in first. Your cart comes with you.`}
              </p>
              <p className="mt-1 text-ink-3 text-meta">{shippingTexts.returns(returnDays())}</p>
              <div className="mt-4 flex flex-wrap gap-3">
                {!isGuest && (
                  <ButtonLink
                    to="/cart"
                    onClick={closeCartDrawer}
                    variant="outline"
                    className="flex-[1_1_9rem]"
                  >{t`View cart`}</ButtonLink>
                )}
                {!session.user?.suspended && (
                  <ButtonLink
                    to={isGuest ? loginFor("/checkout") : "/checkout"}
                    onClick={closeCartDrawer}
                    className="flex-[1_1_9rem]"
                  >{t`Checkout`}</ButtonLink>
                )}
              </div>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}
