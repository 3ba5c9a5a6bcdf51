/** One star (it comes from theme.css) and the number in words; 4.5 of 5 is what a model has before its first review. */
export function Rating({ rating, count }: { rating: number; count: number }) {
  return (
    <span className="rating">
      {`${rating.toFixed(1)} of 5 `}
      <span>{count === 1 ? "(1 review)" : `(${count} reviews)`}</span>
    </span>
  )
}
