import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import type { Doll } from "#contract/catalog.ts"
import type { OwnReview as Own, Review } from "#contract/reviews.ts"
import { t } from "#contract/t.ts"
import { reviewTexts } from "#contract/texts.ts"
import { call, explain } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { Paused } from "../../platform/auth/Paused.tsx"
import { useSession } from "../../platform/session/session.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { ErrorState } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { shownFirst } from "./card.ts"
import { ownReviewsQuery } from "./ownReviews.ts"
import { ReviewForm } from "./ReviewForm.tsx"
import { ReviewText } from "./ReviewText.tsx"

interface OwnReviewProps {
  doll: Doll
  owner: string
  /** Reports the id of the visitor's own review, which the list leaves out. */
  onFound(id: number | null): void
  onChange(before: Review | null, after: Review | null): void
}

/** Lets visitors create, edit and delete their own review. */
export default function OwnReview({ doll, owner, onFound, onChange }: OwnReviewProps) {
  const { user } = useSession()
  const { queryKey, ...query } = ownReviewsQuery(owner)
  const { data, error, refetch } = useQuery({ queryKey, ...query })
  const [isEditing, setEditing] = useState(false)
  const [isTyped, setTyped] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  // The input stays if this very review has suspended its author.
  const isPaused = user?.suspended === true && !isTyped
  const heading = useRef<HTMLHeadingElement>(null)
  const own = data?.find((review) => review.doll_id === doll.id) ?? null
  const ownId = own?.id ?? null
  useEffect(() => onFound(ownId), [onFound, ownId])
  if (error && !data)
    return <ErrorState title={reviewTexts.fetchOwnFailed} detail={explain(error)} retry={() => void refetch()} />
  if (!data) return null

  const [image] = shownFirst(doll.images)
  const changed = (after: Review | null) => {
    queries().setQueryData(queryKey, (now: Own[] = []) => [
      ...(after
        ? [{ ...after, doll_name: doll.name, image_url: image?.image_url ?? null, picture: image ?? null }]
        : []),
      ...now.filter((review) => review.doll_id !== doll.id),
    ])
    onChange(own, after)
    setEditing(false)
    setTyped(false)
    heading.current?.focus()
  }
  async function remove(id: number) {
    setBusy(true)
    try {
      await call(`DELETE /reviews/${id}`)
      toast(reviewTexts.deleted, { kind: "success", key: "review", description: doll.name })
      setAsking(false)
      changed(null)
    } catch (error) {
      toast(reviewTexts.deleteFailed, { kind: "error", key: "review", description: explain(error) })
    }
    setBusy(false)
  }
  return (
    <section aria-labelledby="own-review" className="mb-8 rounded-card border border-line bg-surface p-5">
      <h2 id="own-review" ref={heading} tabIndex={-1} className="font-display text-h3">
        {own && (isPaused || !isEditing) ? t`Your review` : own ? t`Edit your review` : t`Write a review`}
      </h2>
      <div className="mt-4">
        {isPaused ? (
          <>
            {own && <ReviewText review={own} />}
            <Paused className={own ? "mt-4" : undefined} />
          </>
        ) : own && !isEditing ? (
          <>
            <ReviewText review={own} />
            <div className="mt-4 flex flex-wrap gap-3">
              <Button variant="outline" onClick={() => setEditing(true)}>{t`Edit review`}</Button>
              <Button variant="danger" onClick={() => setAsking(true)}>{t`Delete review`}</Button>
            </div>
          </>
        ) : (
          <div onInput={() => setTyped(true)}>
            {user?.suspended && <Paused className="mb-4" />}
            <ReviewForm
              doll={doll}
              own={own}
              onSaved={changed}
              onStored={(review) => {
                changed(review)
                setEditing(true)
              }}
              onCancel={
                own
                  ? () => {
                      setEditing(false)
                      setTyped(false)
                    }
                  : undefined
              }
            />
          </div>
        )}
      </div>
      <Dialog open={isAsking} onClose={() => setAsking(false)} title={t`Delete your review?`}>
        <p className="text-ink-2">
          <Trans>Your rating and review of {doll.name} will be deleted. This can't be undone.</Trans>
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => setAsking(false)}>{t`Cancel`}</Button>
          <Button
            variant="danger"
            busy={busy}
            onClick={() => ownId !== null && void remove(ownId)}
          >{t`Delete review`}</Button>
        </div>
      </Dialog>
    </section>
  )
}
