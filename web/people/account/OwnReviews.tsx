import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useSearchParams } from "react-router"
import type { User } from "#contract/accounts.ts"
import type { OwnReview } from "#contract/reviews.ts"
import { plural, t } from "#contract/t.ts"
import { reviewTexts } from "#contract/texts.ts"
import { call, explain, list } from "../../platform/api/client.ts"
import { Paused } from "../../platform/auth/Paused.tsx"
import { Link } from "../../platform/router.ts"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { dateOf } from "../../platform/ui/format.ts"
import { EmptyState, ErrorState } from "../../platform/ui/states.tsx"
import { Thumb } from "../../platform/ui/Thumb.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { Pagination } from "../../shopfront/shop/Pagination.tsx"
import { LoadingRows } from "./OrderTable.tsx"
import { PanelTitle } from "./PanelTitle.tsx"
import { ReviewEditor } from "./ReviewEditor.tsx"
import { Stars } from "./Stars.tsx"

const perPage = 10

export function OwnReviews({ user }: { user: User }) {
  const [params] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(params.get("page"))) || 1)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["own-reviews", page],
    queryFn: ({ signal }) =>
      list("GET /reviews/user/", { query: { skip: (page - 1) * perPage, limit: perPage }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PanelTitle
        note={data?.total ? plural(data.total, { one: "1 review", other: `${data.total} reviews` }) : null}
      >{t`Reviews`}</PanelTitle>
      {isPending && <LoadingRows />}
      {error && !data && (
        <ErrorState title={reviewTexts.fetchOwnFailed} detail={explain(error)} retry={() => void refetch()} />
      )}
      {data?.items.length === 0 && (
        <EmptyState title={t`No reviews yet.`}>
          <p className="w-full text-ink-2">{t`Review a model on its page, and edit your review here.`}</p>
          <ButtonLink to="/models" variant="outline">{t`Browse Models`}</ButtonLink>
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <>
          <ul className="divide-y divide-line">
            {data.items.map((review) => (
              <li key={review.id} className="flex gap-4 py-6 sm:gap-8 sm:py-8">
                <Thumb picture={review.picture} sizes="8rem" className="w-20 shrink-0 sm:w-32" />
                <ReviewCard review={review} isPaused={user.suspended} />
              </li>
            ))}
          </ul>
          <Pagination
            page={page}
            pages={Math.ceil(data.total / perPage)}
            addressOf={(one) => `/dashboard?tab=reviews&page=${one}`}
          />
        </>
      )}
    </>
  )
}

function ReviewCard({ review, isPaused }: { review: OwnReview; isPaused: boolean }) {
  const [mode, setMode] = useState<"shown" | "editing" | "asking">("shown")
  const client = useQueryClient()
  const show = () => setMode("shown")
  const changed = async (text: string) => {
    toast(text, { kind: "success", key: `review ${review.id}`, description: review.doll_name })
    await client.invalidateQueries({ queryKey: ["own-reviews"] })
    show()
  }
  const remove = async () => {
    try {
      await call(`DELETE /reviews/${review.id}`)
      await changed(reviewTexts.deleted)
    } catch (error) {
      toast(reviewTexts.deleteFailed, { kind: "error", key: `review ${review.id}`, description: explain(error) })
    }
  }
  return (
    <div className="min-w-0 flex-1">
      <Link to={`/model/${review.doll_id}`} className="font-display text-h3 underline-offset-4 hover:underline">
        {review.doll_name}
      </Link>
      {mode === "editing" ? (
        <>
          {isPaused && <Paused className="mt-3" />}
          <ReviewEditor review={review} onDone={() => void changed(reviewTexts.updated)} onCancel={show} />
        </>
      ) : (
        <>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Stars rating={review.rating} />
            <span className="text-ink-3 text-meta">{dateOf(review.created_at)}</span>
          </div>
          <p className="mt-4 max-w-measure whitespace-pre-line text-lead">{review.comment}</p>
          {!isPaused && (
            <div className="mt-2 flex flex-wrap gap-x-5">
              <Button variant="quiet" className="-ms-5" onClick={() => setMode("editing")}>
                <Trans>
                  Edit<span className="sr-only"> review of {review.doll_name}</span>
                </Trans>
              </Button>
              <Button variant="quiet" className="-ms-5" onClick={() => setMode("asking")}>
                <Trans>
                  Delete<span className="sr-only"> review of {review.doll_name}</span>
                </Trans>
              </Button>
            </div>
          )}
        </>
      )}
      <Confirm
        open={mode === "asking"}
        onClose={show}
        title={t`Delete this review?`}
        action={t`Delete review`}
        onConfirm={remove}
      >
        {t`Your review of ${review.doll_name} will be deleted. This can't be undone.`}
      </Confirm>
    </div>
  )
}
