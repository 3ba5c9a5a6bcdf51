import { homeCopy } from "#contract/copy/home.ts"
import type { Voice } from "#contract/reviews.ts"
import { t } from "#contract/t.ts"
import { wordsOf } from "../../../platform/meta/words.ts"
import { cx } from "../../../platform/ui/cx.ts"
import { Star } from "../../../platform/ui/icons.ts"

const words = wordsOf(homeCopy)

/** Reviews of verified purchases, as the owner has chosen them. */
export function Testimonials({ voices }: { voices: Voice[] }) {
  return (
    <section aria-labelledby="voices-title" className="mt-16 bg-sunken py-16 md:mt-28 md:py-24">
      <div className="wrap">
        <h2 id="voices-title" className="font-display text-h2">
          {words("home_voices")}
        </h2>
        <div className="mt-6 grid gap-x-6 gap-y-8 md:mt-10 md:grid-cols-3">
          {voices.map(({ id, rating, comment, author }) => (
            <figure key={id} className="flex flex-col border-line-strong border-t pt-5">
              <blockquote className="flex-1 text-pretty font-display text-[1.625rem] leading-[1.2]">
                <q className="wrap-anywhere">{comment}</q>
              </blockquote>
              <figcaption className="mt-6 flex flex-wrap items-center justify-between gap-x-4 text-ink-2 text-meta">
                <span>
                  {author}, {t`Verified purchase`}
                </span>
                <span role="img" aria-label={t`${rating} of 5 stars`} className="flex gap-0.5 text-gilt">
                  {[1, 2, 3, 4, 5].map((star) => (
                    <Star key={star} aria-hidden size={14} className={cx(star <= rating && "fill-current")} />
                  ))}
                </span>
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  )
}
