import "../ui/zod.ts"
import { useQuery } from "@tanstack/react-query"
import { Trash2 } from "lucide-react"
import { useState } from "react"
import { type CannedReply, NewCannedReply } from "#contract/chat.ts"
import { useSending, useZodForm } from "../account/form.ts"
import { LoadingRows } from "../account/OrderTable.tsx"
import { SentForm } from "../account/SentForm.tsx"
import { call, explain } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import { Button, IconButton } from "../ui/Button.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { TextArea, TextField } from "../ui/Field.tsx"
import { ErrorState } from "../ui/states.tsx"
import { toast } from "../ui/toast.tsx"
import { cannedQuery } from "./canned.ts"

/** The list of one's ready-made replies, and the way to add and forget them. */
export default function CannedReplies({ owner }: { owner: string }) {
  const { data, error, isPending, refetch } = useQuery(cannedQuery(owner))
  const [leaving, setLeaving] = useState<CannedReply | null>(null)
  const remove = async (reply: CannedReply) => {
    try {
      await call(`DELETE /chat/canned-replies/${reply.id}`)
      toast("Reply deleted", { kind: "success" })
    } catch (error) {
      toast("Failed to delete the reply", { kind: "error", description: explain(error) })
    }
    await refresh(owner)
  }
  return (
    <>
      {isPending && <LoadingRows rows={3} />}
      {error && !data && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
      {data?.length === 0 && <p className="text-ink-2">You have no ready-made replies yet.</p>}
      {data && data.length > 0 && (
        <ul aria-label="Ready-made replies" className="divide-y divide-line border-line border-y">
          {data.map((reply) => (
            <li key={reply.id} className="flex items-start gap-3 py-3">
              <div className="min-w-0 flex-1">
                <p className="font-semibold text-ui">{reply.title}</p>
                <p className="wrap-anywhere whitespace-pre-wrap text-ink-2 text-ui">{reply.content}</p>
              </div>
              <IconButton label={`Delete ${reply.title}`} onClick={() => setLeaving(reply)}>
                <Trash2 aria-hidden size={18} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <AddReply owner={owner} />
      <Confirm
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title="Delete this reply?"
        action={`Delete ${leaving?.title ?? ""}`}
        onConfirm={() => remove(leaving!)}
      >
        It is gone for good; what was sent with it stays.
      </Confirm>
    </>
  )
}

function AddReply({ owner }: { owner: string }) {
  const form = useZodForm(NewCannedReply, { title: "", content: "" })
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, async (body) => {
    await call("POST /chat/canned-replies", { body })
    form.reset()
    toast("Reply kept", { kind: "success" })
    await refresh(owner)
  })
  return (
    <section aria-label="Add a reply" className="mt-6">
      <h3 className="font-display text-h3">Add a reply</h3>
      <SentForm onSubmit={submit} failed="The reply was not kept" failure={failure} className="mt-3">
        <TextField
          label="Title"
          hint="What you type after the slash."
          maxLength={60}
          error={errors.title?.message}
          {...form.register("title")}
        />
        <TextArea
          label="Text"
          rows={4}
          hint="{first_name} becomes the member's first name."
          error={errors.content?.message}
          {...form.register("content")}
        />
        <Button type="submit" busy={isSubmitting} className="justify-self-start">
          Keep reply
        </Button>
      </SentForm>
    </section>
  )
}

const refresh = (owner: string) => queries().invalidateQueries(cannedQuery(owner))
