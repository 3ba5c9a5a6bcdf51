import { useQuery } from "@tanstack/react-query"
import { maxNoteLength } from "#contract/adminLimits.ts"
import { HandOver } from "#contract/desk.ts"
import { t } from "#contract/t.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import "../../platform/ui/zod.ts"
import { LoadingRows } from "../../people/account/OrderTable.tsx"
import { call, explain } from "../../platform/api/client.ts"
import { draftOf } from "../../platform/forms/drafts.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { SelectField, TextArea } from "../../platform/ui/Field.tsx"
import { ErrorState } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { z } from "../../platform/ui/zod.ts"

const schema = z.object({
  moderator_id: HandOver.shape.moderator_id,
  note: z
    .string()
    .transform((text) => text.trim() || undefined)
    .pipe(HandOver.shape.note),
})

/** Chooses who takes over a chat, and adds a note for them. */
export function HandOverForm({ roomId, done }: { roomId: number; done(): void }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["chat-moderators"],
    queryFn: ({ signal }) => call("GET /chat/moderators", { signal }),
    refetchOnMount: "always",
  })
  const form = useZodForm(schema, { moderator_id: "" as unknown as number, note: "" })
  const { errors, isDirty, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, async (body) => {
    await call(`POST /chat/rooms/${roomId}/hand-over`, { body })
    toast(t`Chat handed over`, { kind: "success" })
    return done
  })
  if (isPending) return <LoadingRows rows={2} />
  if (error && !data) {
    return <ErrorState title={t`Failed to load moderators`} detail={explain(error)} retry={() => void refetch()} />
  }
  if (data?.length === 0) return <p className="text-ink-2">{t`There is no other moderator to take over this chat.`}</p>
  return (
    <SentForm
      onSubmit={submit}
      failed={t`Failed to hand over the chat`}
      failure={failure}
      isDirty={isDirty && !isSubmitting}
      draft={draftOf(form, `hand-over-${roomId}`)}
    >
      <p className="text-ink-2 text-ui">
        <Trans>
          Only this chat is handed over. The member sees the new moderator's name, and your note is added to the notes
          on this chat.
        </Trans>
      </p>
      <SelectField
        label={t`Moderator`}
        required
        error={errors.moderator_id?.message}
        {...form.register("moderator_id")}
      >
        <option value="">{t`Choose a moderator`}</option>
        {data?.map(({ id, full_name, online }) => (
          <option key={id} value={id}>
            {online ? t`${full_name} (online)` : full_name}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={t`Note`}
        rows={4}
        maxLength={maxNoteLength}
        hint={t`Optional. What the next person needs to know.`}
        error={errors.note?.message}
        {...form.register("note")}
      />
      <Button type="submit" busy={isSubmitting} className="justify-self-start">{t`Hand over`}</Button>
    </SentForm>
  )
}
