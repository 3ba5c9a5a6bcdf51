import { ButtonLink } from "../../ui/Button.tsx"

/** The call to action at the end of the page. CSS picks the one for the visitor's role before hydration. */
export function Calling() {
  return (
    <section aria-labelledby="calling-title" className="night-room mt-24 -mb-24 bg-canvas text-ink">
      <div className="wrap flex flex-col items-start gap-8 py-20 lg:flex-row lg:items-end lg:justify-between">
        <div>
          <h2 id="calling-title" className="font-display text-h1">
            Come in and look around
          </h2>
          <p className="mt-4 max-w-measure text-ink-2 text-lead">
            <span className="if-out">An account keeps your cart, favorites and orders together.</span>
            <span className="if-in">New pieces arrive every month, and few are ever made twice.</span>
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/login?mode=register" className="if-out">
            Sign Up Now
          </ButtonLink>
          <ButtonLink to="/upgrade" className="if-upgrade">
            Upgrade to VIP
          </ButtonLink>
          <ButtonLink to="/models" variant="outline" prefetch="intent">
            Browse Collection
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
