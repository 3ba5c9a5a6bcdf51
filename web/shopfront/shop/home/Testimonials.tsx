import { t } from "#contract/t.ts"
import { cx } from "../../../platform/ui/cx.ts"
import { Star } from "../../../platform/ui/icons.ts"

const voices = [
  {
    stars: 5,
    text: t`It arrived in a plain carton, wrapped like something from a museum store. The seam is finer than in the pictures.`,
    from: t`A VIP member`,
  },
  {
    stars: 5,
    text: t`I spent three evenings asking questions before I bought, and the same person answered every one.`,
    from: t`A VVIP member`,
  },
  {
    stars: 4,
    text: t`Made to order took a while, but they told me upfront. She stands by the window now.`,
    from: t`A first-time buyer`,
  },
]

/** The testimonials are invented, so only a demo shows them. */
export function Testimonials() {
  return (
    <section aria-labelledby="voices-title" className="mt-16 bg-sunken py-16 md:mt-28 md:py-24">
      <div className="wrap">
        <h2 id="voices-title" className="font-display text-h2">{t`What collectors say`}</h2>
        <div className="mt-6 grid gap-x-6 gap-y-8 md:mt-10 md:grid-cols-3">
          {voices.map(({ stars, text, from }) => (
            <figure key={text} className="flex flex-col border-line-strong border-t pt-5">
              <blockquote className="flex-1 text-pretty font-display text-[1.625rem] leading-[1.2]">
                <q>{text}</q>
              </blockquote>
              <figcaption className="mt-6 flex flex-wrap items-center justify-between gap-x-4 text-ink-2 text-meta">
                {from}
                <span role="img" aria-label={t`${stars} of 5 stars`} className="flex gap-0.5 text-gilt">
                  {[1, 2, 3, 4, 5].map((star) => (
                    <Star key={star} aria-hidden size={14} className={cx(star <= stars && "fill-current")} />
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
