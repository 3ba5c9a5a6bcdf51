import { decimal } from "../ui/format.ts"

/** A star (from theme.css) and the rating; 4.5 is a model's rating before its first review. */
export function Rating({ rating, count }: { rating: number; count: number }) {
  return (
    <span className="rating">
      {`${decimal(rating)} of 5 `}
      <span>{count === 1 ? "(1 review)" : `(${count} reviews)`}</span>
    </span>
  )
}
