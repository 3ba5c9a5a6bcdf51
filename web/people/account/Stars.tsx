import { t } from "#contract/t.ts"
import { cx } from "../../platform/ui/cx.ts"
import { Star } from "../../platform/ui/icons.ts"

export function Stars({ rating }: { rating: number }) {
  return (
    <p role="img" aria-label={t`${rating} of 5`} className="flex gap-0.5">
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          aria-hidden
          size={16}
          className={cx(star <= rating ? "fill-current text-gilt" : "text-line-strong")}
        />
      ))}
    </p>
  )
}
