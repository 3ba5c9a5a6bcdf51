import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { type EditModerator, type Moderator, NewModerator } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { useSending, useZodForm } from "../../account/form.ts"
import { ApiError, call, explain } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { ErrorState, Skeleton } from "../../ui/states.tsx"
import { toast } from "../../ui/toast.tsx"
import { z } from "../../ui/zod.ts"
import { refresh } from "../table/useRows.ts"
import { PersonFields } from "./fields.tsx"
import { ModelPicker } from "./ModelPicker.tsx"

const adding = NewModerator.pick({ full_name: true, email: true, password: true, is_active: true })
const editing = adding.extend({ password: z.literal("").transform(() => undefined) })

interface ModeratorDialogProps {
  /** A new one, the one of this id, or none. */
  shown: "new" | number | null
  onClose(): void
}

/** A moderator's account and models: made here, and changed here. */
export function ModeratorDialog({ shown, onClose }: ModeratorDialogProps) {
  return (
    <Dialog open={shown !== null} onClose={onClose} title={shown === "new" ? "Add moderator" : "Edit moderator"}>
      {shown === "new" && <ModeratorForm known={null} onDone={onClose} />}
      {typeof shown === "number" && <Known id={shown} onDone={onClose} />}
    </Dialog>
  )
}

function Known({ id, onDone }: { id: number; onDone(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "moderators", "one", id],
    queryFn: () => call<Moderator>(`GET /moderators/moderators/${id}`),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <ModeratorForm key={data.version} known={data} onDone={onDone} />
  if (!error) return <Skeleton className="h-72 w-full" />
  return <ErrorState title={adminTexts.moderatorFetchFailed} detail={explain(error)} retry={() => void refetch()} />
}

function ModeratorForm({ known, onDone }: { known: Moderator | null; onDone(): void }) {
  const [models, setModels] = useState(known?.assignedModels.map(({ id, name }) => ({ id, name })) ?? [])
  const form = useZodForm<z.input<typeof adding>, z.output<typeof adding> | z.output<typeof editing>>(
    (known ? editing : adding) as never,
    {
      full_name: known?.full_name ?? "",
      email: known?.email ?? "",
      password: "",
      is_active: known?.is_active ?? true,
    },
  )
  const send = async (values: z.output<typeof adding> | z.output<typeof editing>) => {
    const assigned_dolls = models.map(({ id }) => id)
    const { full_name, email, is_active, password } = values
    if (known) {
      const body: EditModerator = { full_name, is_active, assigned_dolls, ...(email === known.email ? {} : { email }) }
      await call(`PUT /moderators/moderators/${known.id}`, { body, headers: { "if-match": `"v${known.version}"` } })
    } else {
      await call("POST /admin/moderators", { body: { full_name, email, is_active, password, assigned_dolls } })
    }
    toast(known ? `${full_name} was saved.` : `${full_name} is a moderator now.`, { kind: "success" })
    refresh("moderators", "unassigned")
    onDone()
  }
  const { submit, failure } = useSending(form, send, (error) =>
    error instanceof ApiError && error.detail
      ? error.detail
      : known
        ? adminTexts.moderatorUpdateFailed
        : adminTexts.moderatorCreateFailed,
  )
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {failure && (
        <Notice kind="danger" title={known ? adminTexts.moderatorUpdateFailed : adminTexts.moderatorAddFailed}>
          {failure}
        </Notice>
      )}
      <PersonFields form={form} withPassword={!known} />
      <label className="flex min-h-11 items-center gap-3 text-ui">
        <input type="checkbox" {...form.register("is_active")} />
        Active: may sign in and answer
      </label>
      <ModelPicker chosen={models} onChange={setModels} />
      <div className="flex justify-end">
        <Button type="submit" busy={form.formState.isSubmitting}>
          {known ? "Save changes" : "Add moderator"}
        </Button>
      </div>
    </form>
  )
}
