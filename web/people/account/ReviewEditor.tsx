import { EditReview, type OwnReview } from "#contract/reviews.ts"
import { t } from "#contract/t.ts"
import { reviewTexts } from "#contract/texts.ts"
import { call } from "../../platform/api/client.ts"
import { draftOf } from "../../platform/forms/drafts.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { leaveForm } from "../../platform/forms/UnsavedChanges.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { SelectField, TextArea } from "../../platform/ui/Field.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"

interface ReviewEditorProps {
  review: OwnReview
  onDone(): void
  onCancel(): void
}

export function ReviewEditor({ review, onDone, onCancel }: ReviewEditorProps) {
  const form = useZodForm(EditReview, { rating: review.rating, comment: review.comment })
  const { errors, isDirty, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, async (values) => {
    await call(`PUT /reviews/${review.id}`, { body: values })
    onDone()
  })
  return (
    <SentForm
      onSubmit={submit}
      failed={reviewTexts.updateFailed}
      failure={failure}
      isDirty={isDirty && !isSubmitting}
      draft={draftOf(form, `review-${review.doll_id}`)}
      className="mt-3"
    >
      <SelectField
        label={t`Rating`}
        className="max-w-40"
        error={errors.rating?.message}
        {...form.register("rating", { valueAsNumber: true })}
      >
        {[5, 4, 3, 2, 1].map((rating) => (
          <option key={rating} value={rating}>
            <Trans>{rating} of 5</Trans>
          </option>
        ))}
      </SelectField>
      <TextArea label={t`Comment`} rows={4} error={errors.comment?.message} {...form.register("comment")} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting}>{t`Save`}</Button>
        <Button variant="outline" onClick={(event) => leaveForm(event.currentTarget, onCancel)}>{t`Cancel`}</Button>
      </div>
    </SentForm>
  )
}
