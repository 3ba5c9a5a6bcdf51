import { Star } from "lucide-react"
import { cx } from "../../ui/cx.ts"

const voices = [
  {
    stars: 5,
    text: "It arrived in a plain carton, wrapped like something from a museum store. The seam is finer than in the pictures.",
    from: "A VIP member",
  },
  {
    stars: 5,
    text: "I spent three evenings asking questions before I bought, and the same person answered every one.",
    from: "A VIP member",
  },
  {
    stars: 4,
    text: "Made to order took a while, but they told me upfront. She stands by the window now.",
    from: "A VIP member",
  },
]

export function Testimonials() {
  return (
    <section aria-labelledby="voices-title" className="wrap mt-24">
      <h2 id="voices-title" className="font-display text-h2">
        What collectors say
      </h2>
      <div className="mt-8 grid gap-x-6 gap-y-10 md:grid-cols-3">
        {voices.map(({ stars, text, from }) => (
          <figure key={text} className="flex flex-col border-line border-t pt-5">
            <div role="img" aria-label={`${stars} of 5 stars`} className="flex gap-1 text-gilt">
              {[1, 2, 3, 4, 5].map((star) => (
                <Star key={star} aria-hidden size={16} className={cx(star <= stars && "fill-current")} />
              ))}
            </div>
            <blockquote className="mt-4 flex-1 text-lead">“{text}”</blockquote>
            <figcaption className="mt-4 text-ink-3 text-meta">{from}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}
