import { maxReplyTitleLength } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import "../../platform/ui/zod.ts"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useWatch } from "react-hook-form"
import { type CannedReply, NewCannedReply } from "#contract/chat.ts"
import { LoadingRows } from "../../people/account/OrderTable.tsx"
import { call, explain, unlessGone } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { draftOf } from "../../platform/forms/drafts.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { useSendOnce } from "../../platform/forms/sendOnce.ts"
import { leaveForm } from "../../platform/forms/UnsavedChanges.tsx"
import { Button, IconButton } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { TextArea, TextField } from "../../platform/ui/Field.tsx"
import { Pencil, Trash2 } from "../../platform/ui/icons.ts"
import { ErrorState } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { cannedQuery, filled } from "./canned.ts"

export default function CannedReplies({ owner }: { owner: string }) {
  const { data, error, isPending, refetch } = useQuery(cannedQuery(owner))
  const [leaving, setLeaving] = useState<CannedReply | null>(null)
  const [editing, setEditing] = useState<number | null>(null)
  const remove = async (reply: CannedReply) => {
    try {
      await call(`DELETE /chat/canned-replies/${reply.id}`).catch(unlessGone)
      toast(t`Reply deleted`, { key: `reply-${reply.id}`, kind: "success" })
    } catch (error) {
      toast(t`Failed to delete reply`, { key: `reply-${reply.id}`, kind: "error", description: explain(error) })
    }
    await refresh(owner)
  }
  return (
    <>
      {isPending && <LoadingRows rows={3} />}
      {error && !data && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
      {data?.length === 0 && <p className="text-ink-2">{t`You have no saved replies yet.`}</p>}
      {data && data.length > 0 && (
        <ul aria-label={t`Saved replies`} className="divide-y divide-line border-line border-y">
          {data.map((reply) => (
            <li key={reply.id} className={cx("py-3", editing !== reply.id && "flex items-start gap-3")}>
              {editing === reply.id && <ReplyForm owner={owner} reply={reply} close={() => setEditing(null)} />}
              {editing !== reply.id && (
                <>
                  <div className="min-w-0 flex-1">
                    <p className="font-semibold text-ui">{reply.title}</p>
                    <p className="wrap-anywhere whitespace-pre-wrap text-ink-2 text-ui">{reply.content}</p>
                  </div>
                  <IconButton label={t`Edit ${reply.title}`} onClick={() => setEditing(reply.id)}>
                    <Pencil aria-hidden size={18} />
                  </IconButton>
                  <IconButton label={t`Delete ${reply.title}`} onClick={() => setLeaving(reply)}>
                    <Trash2 aria-hidden size={18} />
                  </IconButton>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <section aria-label={t`Add a reply`} className="mt-6">
        <h3 className="font-display text-h3">{t`Add a reply`}</h3>
        <ReplyForm owner={owner} />
      </section>
      <Confirm
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t`Delete saved reply?`}
        action={t`Delete reply`}
        onConfirm={() => remove(leaving!)}
      >
        {t`“${leaving?.title ?? ""}” will be deleted. Messages you sent with it stay.`}
      </Confirm>
    </>
  )
}

interface ReplyFormProps {
  owner: string
  /** The reply to change; undefined for a new one. */
  reply?: CannedReply
  close?(): void
}

function ReplyForm({ owner, reply, close }: ReplyFormProps) {
  const { title = "", content = "" } = reply ?? {}
  const form = useZodForm(NewCannedReply, { title, content })
  const { errors, isDirty, isSubmitting } = form.formState
  const once = useSendOnce()
  const { submit, failure } = useSending(form, async (body) => {
    const sent = reply
      ? call(`PATCH /chat/canned-replies/${reply.id}`, { body })
      : once((headers) => call("POST /chat/canned-replies", { body, headers }))
    await sent.finally(() => refresh(owner))
    toast(t`Reply saved`, { kind: "success" })
    return close ?? (() => form.reset())
  })
  const example = useWatch({ control: form.control, name: "content" })
  return (
    <SentForm
      onSubmit={submit}
      failed={t`Failed to save reply`}
      failure={failure}
      isDirty={isDirty && !isSubmitting}
      draft={draftOf(form, `reply-${reply?.id ?? "new"}`)}
      className="mt-3"
    >
      <TextField
        label={t`Title`}
        hint={t`Type / and this title to find the reply.`}
        maxLength={maxReplyTitleLength}
        error={errors.title?.message}
        {...form.register("title")}
      />
      <TextArea
        label={t`Text`}
        rows={4}
        hint={t`{member} becomes the member's first name, and {model} the model's name.`}
        error={errors.content?.message}
        {...form.register("content")}
      />
      {/\{\w+\}/.test(example) && (
        <p className="wrap-anywhere whitespace-pre-wrap text-ink-2 text-ui">
          <span className="block text-ink-3 text-meta">{t`Preview`}</span>
          {filled(example, { member: "Vera", model: "Isolde" })}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting}>{t`Save reply`}</Button>
        {close && (
          <Button variant="quiet" onClick={(event) => leaveForm(event.currentTarget, close)}>{t`Cancel`}</Button>
        )}
      </div>
    </SentForm>
  )
}

const refresh = (owner: string) => queries().invalidateQueries(cannedQuery(owner))
