import { Star } from "lucide-react"

/** One star and the number in words; 4.5 of 5 is what a model has before its first review. */
export function Rating({ rating, count }: { rating: number; count: number }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1 tabular">
      <Star aria-hidden size={13} className="fill-current text-gilt" />
      {rating.toFixed(1)} of 5 <span>({count === 1 ? "1 review" : `${count} reviews`})</span>
    </span>
  )
}
