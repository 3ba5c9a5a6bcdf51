import * as z from "zod"
import { regions } from "#contract/accounts.ts"
import { dayOf, days } from "../../platform/clock.ts"
import { demoModels } from "./catalogue.ts"
import { Duration, readContent, Text } from "./content.ts"
import { Slug } from "./piece.ts"

const Review = z.strictObject({ rating: z.int().min(1).max(5), comment: Text })

const content = readContent(
  "content/reviews.json",
  z.strictObject({
    reviewers: z.array(z.strictObject({ key: Text, name: Text, region: z.enum(regions) })),
    reviews: z.partialRecord(Slug, z.array(Review)),
    own: z.array(Review.extend({ model: Slug, ago: Duration })),
  }),
)

export const demoReviewers = content.reviewers

/** Each with the slug of its model and the key of its reviewer, which never come twice together, some days after the release. */
export const demoReviews = Object.entries(content.reviews).flatMap(([model, reviews = []], row) => {
  const released = demoModels.find((piece) => piece.slug === model)!.release_date
  return reviews.map((review, index) => ({
    ...review,
    model,
    reviewer: demoReviewers[(row * 5 + index * 3) % demoReviewers.length]!.key,
    created: dayOf(new Date(Date.parse(released) + days(9 + ((row * 7 + index * 11) % 31)))),
  }))
})

/** By the demo customer, about what has been delivered. */
export const ownReviews = content.own
