import { homeCopy } from "#contract/copy/home.ts"
import { wordsOf } from "../../../platform/meta/words.ts"
import { ButtonLink } from "../../../platform/ui/Button.tsx"
import { EmptyPlinth } from "../../../platform/ui/EmptyPlinth.tsx"

const words = wordsOf(homeCopy)

/** The call to action at the end of the page. CSS picks the one for the visitor's role, even before hydration. */
export function Calling() {
  return (
    <section aria-labelledby="calling-title" className="night-room -mb-24 bg-surface text-ink">
      <div className="wrap grid gap-x-6 md:grid-cols-12">
        <div className="flex flex-col items-start justify-center py-16 md:col-span-7 md:py-24">
          <h2 id="calling-title" className="font-display text-display">
            {words("home_calling")}
          </h2>
          <p className="mt-4 max-w-measure text-ink-2 text-lead">
            <span className="if-out">{words("home_calling_out")}</span>
            <span className="if-in">{words("home_calling_in")}</span>
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/login?mode=register" className="if-out min-h-12 px-6">
              {words("home_sign_up")}
            </ButtonLink>
            <ButtonLink to="/upgrade" className="if-upgrade min-h-12 px-6">
              {words("home_upgrade")}
            </ButtonLink>
            <ButtonLink to="/models" variant="outline" prefetch="intent" className="min-h-12 px-6">
              {words("home_browse")}
            </ButtonLink>
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
