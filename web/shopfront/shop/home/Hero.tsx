import { homeCopy } from "#contract/copy/home.ts"
import type { Slide } from "#contract/slideshow.ts"
import { wordsOf } from "../../../platform/meta/words.ts"
import { ButtonLink } from "../../../platform/ui/Button.tsx"
import { Slideshow } from "./Slideshow.tsx"

const words = wordsOf(homeCopy)

export function Hero({ slides }: { slides: Slide[] | null }) {
  return (
    <section id="heroSection" aria-labelledby="hero-title" className="md:wrap">
      <div className="grid md:min-h-[min(76svh,44rem)] min-[110rem]:min-h-[min(76svh,52rem)] md:grid-cols-12">
        <div className="flex flex-col justify-end bg-[light-dark(var(--sunken),var(--surface))] px-(--gutter) pt-6 pb-7 md:col-span-6 md:mb-18 lg:mb-11 md:rounded-s-card md:px-10 md:py-12 lg:px-12">
          <h1
            id="hero-title"
            className="whitespace-pre-line font-display text-display md:text-[clamp(4rem,1.5rem+5.6vw,7.5rem)]"
          >
            {words("home_title")}
          </h1>
          <p className="mt-3 max-w-[30rem] md:mt-7 text-pretty text-ink-2 text-lead">{words("home_lead")}</p>
          <div className="mt-5 flex flex-wrap md:mt-8 items-center gap-x-8 gap-y-1">
            <ButtonLink to="/models" prefetch="intent" className="min-h-12 px-6">
              {words("home_see")}
            </ButtonLink>
            <ButtonLink to="/upgrade" variant="quiet" prefetch="intent" className="px-0!">
              {words("home_memberships")}
            </ButtonLink>
          </div>
        </div>
        <div className="max-md:order-first md:col-span-6">
          <Slideshow slides={slides} />
        </div>
      </div>
    </section>
  )
}
