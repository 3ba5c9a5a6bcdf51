import { plural, t } from "#contract/t.ts"
import { decimal } from "../../platform/ui/format.ts"

/** A star (from theme.css) and the rating; 4.5 is a model's rating before its first review. */
export function Rating({ rating, count }: { rating: number; count: number }) {
  return (
    <span className="rating">
      {t`${decimal(rating)} of 5 `}
      <span>{plural(count, { one: "(1 review)", other: `(${count} reviews)` })}</span>
    </span>
  )
}
