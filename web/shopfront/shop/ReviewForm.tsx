import { type FormEvent, useId, useState } from "react"
import { maxReviewLength } from "#contract/limits.ts"
import type { Review } from "#contract/reviews.ts"
import { plural, t } from "#contract/t.ts"
import { reviewTexts } from "#contract/texts.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { draftOfState } from "../../platform/forms/drafts.ts"
import { leaveForm, UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { TextArea } from "../../platform/ui/Field.tsx"
import { Star } from "../../platform/ui/icons.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { submitReview } from "./ownReviews.ts"

interface ReviewFormProps {
  doll: { id: number; name: string }
  own: Review | null
  onSaved(review: Review): void
  /** Called if a review of this model is stored already; the form then edits that one. */
  onStored(review: Review): void
  onCancel?(): void
}

/** Keeps its input if sending fails. */
export function ReviewForm({ doll, own, onSaved, onStored, onCancel }: ReviewFormProps) {
  const [rating, setRating] = useState(own?.rating ?? 0)
  const [comment, setComment] = useState(own?.comment ?? "")
  const [touched, setTouched] = useState({ rating: false, comment: false })
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const ratingFault = refused.rating ?? (touched.rating && rating === 0 ? reviewTexts.ratingRequired : undefined)
  const commentFault = refused.comment ?? (touched.comment && !comment.trim() ? reviewTexts.commentRequired : undefined)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (rating === 0 || !comment.trim()) return setTouched({ rating: true, comment: true })
    setBusy(true)
    setRefused({})
    try {
      const body = { rating, comment: comment.trim() }
      const { review, refusal } = own
        ? { review: await call(`PUT /reviews/${own.id}`, { body }), refusal: null }
        : await submitReview({ doll_id: doll.id, ...body })
      if (refusal) {
        onStored(review)
        throw refusal
      }
      toast(own ? reviewTexts.updated : reviewTexts.submitted, {
        kind: "success",
        key: "review",
        description: doll.name,
      })
      onSaved(review)
    } catch (error) {
      if (error instanceof ApiError) setRefused(error.fields)
      const title = own ? reviewTexts.updateFailed : reviewTexts.submitFailed
      toast(title, { kind: "error", key: "review", description: explain(error) })
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col items-start gap-5">
      <UnsavedChanges
        isDirty={() => !busy && (rating !== (own?.rating ?? 0) || comment.trim() !== (own?.comment ?? ""))}
        draft={draftOfState(
          `review-${doll.id}`,
          { rating, comment },
          { rating: own?.rating ?? 0, comment: own?.comment ?? "" },
          (kept) => {
            setRating(kept.rating)
            setComment(kept.comment)
          },
        )}
      />
      <StarField
        value={rating}
        onChange={(stars) => {
          setRefused({})
          setRating(stars)
        }}
        error={ratingFault}
        onLeave={() => setTouched({ ...touched, rating: true })}
      />
      <TextArea
        label={t`Your review`}
        className="w-full"
        required
        maxLength={maxReviewLength}
        value={comment}
        error={commentFault}
        onChange={(event) => {
          setRefused({})
          setComment(event.target.value)
        }}
        onBlur={() => setTouched({ ...touched, comment: true })}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} disabled={rating === 0 || !comment.trim()}>
          {own ? t`Save review` : t`Submit review`}
        </Button>
        {onCancel && (
          <Button variant="outline" onClick={(event) => leaveForm(event.currentTarget, onCancel)}>{t`Cancel`}</Button>
        )}
      </div>
    </form>
  )
}

interface StarFieldProps {
  value: number
  onChange(stars: number): void
  error?: string
  onLeave(): void
}

/** Five radio buttons drawn as stars. */
function StarField({ value, onChange, error, onLeave }: StarFieldProps) {
  const id = useId()
  const [near, setNear] = useState(0)
  return (
    <fieldset
      aria-describedby={error ? `${id}-error` : undefined}
      onPointerLeave={() => setNear(0)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onLeave()}
    >
      <legend className="mb-1 font-medium text-ui">
        <Trans>
          Your rating{" "}
          <span aria-hidden className="text-ink-3">
            *
          </span>
        </Trans>
      </legend>
      <div className="flex">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            onPointerEnter={() => setNear(stars)}
            className="inline-flex size-11 cursor-pointer items-center justify-center rounded-card text-gilt has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={id}
              value={stars}
              required
              checked={value === stars}
              onChange={() => onChange(stars)}
              className="sr-only"
            />
            <Star aria-hidden size={26} className={cx(stars <= (near || value) && "fill-current")} />
            <span className="sr-only">{plural(stars, { one: "1 star", other: `${stars} stars` })}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-danger text-meta">
          {error}
        </p>
      )}
    </fieldset>
  )
}
