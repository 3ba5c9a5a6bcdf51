import { useState } from "react"
import { useRevalidator } from "react-router"
import type { Review } from "#contract/reviews.ts"
import { list } from "../../platform/api/client.ts"

export const reviewsPerPage = 10

export interface ReviewPage {
  items: Review[]
  /** Counts all reviews; those of verified purchases come first. */
  total: number
  /** The numbers of verified purchases with one star, two stars, and so on up to five. */
  counts: number[]
}

export interface ReviewList {
  page: ReviewPage
  more(): Promise<void>
  /** Takes a created review (`before` is null), an edited or a deleted one (`after` is null). */
  replace(before: Review | null, after: Review | null): void
}

/** The reviews of the page, those loaded since, and the visitor's own changes. */
export function useReviews(dollId: number, first: ReviewPage): ReviewList {
  const [page, setPage] = useState(first)
  const { revalidate } = useRevalidator()
  return {
    page,
    async more() {
      const skip = page.items.length
      const { items } = await list(`GET /reviews/doll/${dollId}`, { query: { skip, limit: reviewsPerPage } })
      setPage((now) => withMore(now, items))
    },
    replace(before, after) {
      setPage((now) => withChange(now, before, after))
      void revalidate()
    },
  }
}

/** New reviews shift the pages, so duplicates are removed. */
export function withMore(page: ReviewPage, more: Review[]): ReviewPage {
  const known = new Set(page.items.map((review) => review.id))
  return { ...page, items: [...page.items, ...more.filter((review) => !known.has(review.id))] }
}

export function withChange(page: ReviewPage, before: Review | null, after: Review | null): ReviewPage {
  const isOf = (review: Review | null, stars: number) =>
    Number(review?.verified_purchase === true && review.rating === stars)
  const change = (stars: number) => isOf(after, stars) - isOf(before, stars)
  const others = page.items.filter((review) => review.id !== before?.id)
  return {
    items: after ? [after, ...others] : others,
    total: page.total + Number(after !== null) - Number(before !== null),
    counts: page.counts.map((count, index) => count + change(index + 1)),
  }
}

/** The number of reviews that the rating is based on. */
export const verifiedOf = ({ counts }: Pick<ReviewPage, "counts">) => counts.reduce((sum, count) => sum + count, 0)
