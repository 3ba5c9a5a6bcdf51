/** A star (from theme.css) and the rating; 4.5 is a model's rating before its first review. */
export function Rating({ rating, count }: { rating: number; count: number }) {
  return (
    <span className="rating">
      {`${rating.toFixed(1)} of 5 `}
      <span>{count === 1 ? "(1 review)" : `(${count} reviews)`}</span>
    </span>
  )
}
