import type { Doll } from "#contract/catalog.ts"
import type { Review } from "#contract/reviews.ts"
import { dateOf } from "../ui/format.ts"

export function Reviews({ first }: { doll: Doll; first: { items: Review[]; total: number } }) {
  return (
    <ul>
      {first.items.map((review) => (
        <li key={review.id} className="border-line border-b py-4">
          <p className="font-semibold text-ui">
            {review.author}, {review.rating} of 5
          </p>
          <p className="text-ink-3 text-meta">{dateOf(review.created_at)}</p>
          <p className="mt-2 max-w-measure whitespace-pre-line">{review.comment}</p>
        </li>
      ))}
    </ul>
  )
}
