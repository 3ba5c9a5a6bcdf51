import type { Review } from "#contract/reviews.ts"
import { t } from "#contract/t.ts"
import { cx } from "../../platform/ui/cx.ts"
import { Day } from "../../platform/ui/Day.tsx"
import { Star } from "../../platform/ui/icons.ts"
import { Tag } from "../../platform/ui/states.tsx"

export function ReviewText({ review }: { review: Review }) {
  return (
    <article className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ui">
        <Stars rating={review.rating} />
        <span className="font-semibold">{review.author}</span>
        <Day of={review.created_at} className="text-ink-3 text-meta" />
        {review.verified_purchase && <Tag tone="celadon">{t`Verified purchase`}</Tag>}
      </p>
      <p className="max-w-measure whitespace-pre-line text-ink-2">{review.comment}</p>
    </article>
  )
}

function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={t`${rating} of 5 stars`} className="inline-flex gap-0.5 text-gilt">
      {[1, 2, 3, 4, 5].map((star) => (
        <Star key={star} aria-hidden size={15} className={cx(star <= rating ? "fill-current" : "opacity-45")} />
      ))}
    </span>
  )
}
