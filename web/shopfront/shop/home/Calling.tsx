import { t } from "#contract/t.ts"
import { ButtonLink } from "../../../platform/ui/Button.tsx"
import { EmptyPlinth } from "../../../platform/ui/EmptyPlinth.tsx"

/** The call to action at the end of the page. CSS picks the one for the visitor's role, even before hydration. */
export function Calling() {
  return (
    <section aria-labelledby="calling-title" className="night-room -mb-24 bg-surface text-ink">
      <div className="wrap grid gap-x-6 md:grid-cols-12">
        <div className="flex flex-col items-start justify-center py-16 md:col-span-7 md:py-24">
          <h2 id="calling-title" className="font-display text-display">{t`Come in and look around`}</h2>
          <p className="mt-4 max-w-measure text-ink-2 text-lead">
            <span className="if-out">{t`An account keeps your cart, favorites and orders together.`}</span>
            <span className="if-in">{t`New models arrive every month, and few are ever made twice.`}</span>
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/login?mode=register" className="if-out min-h-12 px-6">{t`Sign Up Now`}</ButtonLink>
            <ButtonLink to="/upgrade" className="if-upgrade min-h-12 px-6">{t`Upgrade to VIP`}</ButtonLink>
            <ButtonLink
              to="/models"
              variant="outline"
              prefetch="intent"
              className="min-h-12 px-6"
            >{t`Browse Collection`}</ButtonLink>
          </div>
        </div>
        <EmptyPlinth
          night
          sizes="(min-width: 48rem) 40vw, 1px"
          className="mask-[linear-gradient(90deg,#0000,#000_25%_75%,#0000)] h-0 min-h-full rounded-none! max-md:hidden md:col-span-5"
        />
      </div>
    </section>
  )
}
