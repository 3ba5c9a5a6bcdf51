import { lazy, Suspense, useState } from "react"
import type { Doll } from "#contract/catalog.ts"
import type { Review } from "#contract/reviews.ts"
import { plural, t } from "#contract/t.ts"
import { generalTexts, reviewTexts } from "#contract/texts.ts"
import { explain } from "../../platform/api/client.ts"
import { loginFor } from "../../platform/navigation/links.ts"
import { useSession } from "../../platform/session/session.ts"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { decimal } from "../../platform/ui/format.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { Report } from "./Report.tsx"
import { ReviewText } from "./ReviewText.tsx"
import { type ReviewList, type ReviewPage, verifiedOf } from "./reviewList.ts"

const OwnReview = lazy(() => import("./OwnReview.tsx"))

interface ReviewsProps {
  doll: Doll
  reviews: ReviewList
}

export function Reviews({ doll, reviews: { page, more, replace } }: ReviewsProps) {
  const session = useSession()
  const [ownId, setOwnId] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const others = page.items.filter((review) => review.id !== ownId)
  async function showMore() {
    setBusy(true)
    await more().catch((error) => toast(generalTexts.failedToLoad, { kind: "error", description: explain(error) }))
    setBusy(false)
  }
  return (
    <div className="grid gap-10 lg:grid-cols-[20rem_1fr] lg:gap-16">
      <div className="flex flex-col gap-8">
        <Distribution page={page} />
        {session.status === "guest" && (
          <div>
            <ButtonLink
              to={loginFor(`/model/${doll.id}#reviews`)}
              variant="outline"
            >{t`Log in to write a review`}</ButtonLink>
          </div>
        )}
      </div>
      <div className="min-w-0">
        {session.user?.role === "user" && (
          <Suspense>
            <OwnReview
              doll={doll}
              owner={session.user.uuid}
              onFound={setOwnId}
              onChange={(before, after) => replace(before, after)}
            />
          </Suspense>
        )}
        {page.total === 0 && (
          <p className="text-ink-2">
            <Trans>There are no reviews of {doll.name} yet.</Trans>
          </p>
        )}
        <List reviews={others.filter((review) => review.verified_purchase)} />
        {others.some((review) => !review.verified_purchase) && (
          <section aria-labelledby="unverified">
            <h3 id="unverified" className="placard mt-6 mb-5 pt-3 font-display text-h3">
              {t`Unverified reviews (${page.total - verifiedOf(page)})`}
            </h3>
            <List reviews={others.filter((review) => !review.verified_purchase)} />
          </section>
        )}
        {page.items.length < page.total && (
          <Button
            variant="outline"
            busy={busy}
            onClick={() => void showMore()}
            className="needs-js mt-4"
          >{t`Show more reviews`}</Button>
        )}
      </div>
    </div>
  )
}

function List({ reviews }: { reviews: Review[] }) {
  return (
    <ul className="divide-y divide-line">
      {reviews.map((review) => (
        <li key={review.id} className="py-5 first:pt-0">
          <ReviewText review={review} />
          <Report kind="review" id={review.id} about={t`the review by ${review.author}`} />
        </li>
      ))}
    </ul>
  )
}

/** Counts verified purchases only. */
function Distribution({ page }: { page: ReviewPage }) {
  const { counts } = page
  const total = verifiedOf(page)
  const mean = total === 0 ? null : counts.reduce((sum, count, index) => sum + count * (index + 1), 0) / total
  return (
    <div>
      <p className="font-display text-h2">{mean === null ? reviewTexts.noneVerified : t`${decimal(mean)} of 5`}</p>
      <ul className="mt-4 flex flex-col gap-2 text-ui tabular">
        {[5, 4, 3, 2, 1].map((stars) => {
          const count = counts[stars - 1] ?? 0
          return (
            <li key={stars} className="flex items-center gap-3">
              <span className="w-14 shrink-0 text-ink-2">
                {plural(stars, { one: "1 star", other: `${stars} stars` })}
              </span>
              <span aria-hidden className="h-2 flex-1 bg-sunken">
                <span
                  className="block h-full bg-gilt"
                  style={{ width: `${total === 0 ? 0 : (count / total) * 100}%` }}
                />
              </span>
              <span className="w-8 shrink-0 text-end text-ink-3">
                {count}
                <span className="sr-only">{plural(count, { one: " review", other: " reviews" })}</span>
              </span>
            </li>
          )
        })}
      </ul>
      <p className="mt-4 text-ink-3 text-meta">{reviewTexts.verification}</p>
    </div>
  )
}
