import * as z from "zod"
import { ThemedImage } from "./catalog.ts"
import { Id, paging, prose, Search, Timestamp } from "./common.ts"
import { maxReviewLength } from "./limits.ts"
import { t } from "./t.ts"

const Rating = z
  .number({ error: t`Please select a rating` })
  .int(t`Please select a rating`)
  .min(1, t`Please select a rating`)
  .max(5, t`Please select a rating`)
const Comment = prose(maxReviewLength, t`Please enter a review comment`)

export const NewReview = z.object({ doll_id: Id, rating: Rating, comment: Comment })
export type NewReview = z.infer<typeof NewReview>
export const EditReview = z.object({ rating: Rating, comment: Comment })
export type EditReview = z.infer<typeof EditReview>

/** A review as everyone sees it. `author` is a first name and an initial, or "Former member". */
export const Review = z.object({
  id: Id,
  doll_id: Id,
  author: z.string(),
  rating: z.number().int(),
  comment: z.string(),
  verified_purchase: z.boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Review = z.infer<typeof Review>
export const OwnReview = Review.extend({
  doll_name: z.string(),
  image_url: z.string().nullable(),
  picture: ThemedImage.nullable(),
})
export type OwnReview = z.infer<typeof OwnReview>
/** A verified review, which the owner may show on the home page. */
export const VerifiedReview = Review.extend({ doll_name: z.string(), is_on_home: z.boolean() })
export type VerifiedReview = z.infer<typeof VerifiedReview>
/** A review on the home page. */
export type Voice = Pick<Review, "id" | "author" | "rating" | "comment">
export const voicesOnHome = 3
export const VerifiedReviewsQuery = z.object({ ...paging(10), q: Search })
export type VerifiedReviewsQuery = z.infer<typeof VerifiedReviewsQuery>
export const ReviewQuery = z.object(paging(10))
