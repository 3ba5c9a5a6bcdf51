import { type FormEvent, useState } from "react"
import { type EditModerator, type Moderator, NewModerator, type SentInvitation } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { t } from "#contract/t.ts"
import { Depends } from "../../backoffice/staff-ui/Depends.tsx"
import { Loaded, useOpened } from "../../backoffice/staff-ui/Loaded.tsx"
import { refresh } from "../../backoffice/table/useRows.ts"
import { ApiError, call } from "../../platform/api/client.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { useSendOnce } from "../../platform/forms/sendOnce.ts"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import type { z } from "../../platform/ui/zod.ts"
import { ItemForm } from "../parts/ItemForm.tsx"
import { ModelPicker } from "../parts/ModelPicker.tsx"
import { invitationNote, PersonFields } from "./fields.tsx"

const fields = NewModerator.pick({ full_name: true, email: true, is_active: true })

interface ModeratorDialogProps {
  /** The id of a moderator to edit, "new" to create one, or null while closed. */
  shown: "new" | number | null
  /** Called after an invitation. */
  onInvited(person: Pick<Moderator, "email">, sent: Pick<SentInvitation, "invitation_link">): void
  onClose(): void
}

/** Creates or edits a moderator, with the models assigned to them. */
export function ModeratorDialog({ shown, onInvited, onClose }: ModeratorDialogProps) {
  return (
    <Dialog open={shown !== null} onClose={onClose} title={shown === "new" ? t`Invite moderator` : t`Edit moderator`}>
      {shown === "new" && <ModeratorForm known={null} onInvited={onInvited} onDone={onClose} />}
      {typeof shown === "number" && <Known id={shown} onInvited={onInvited} onDone={onClose} />}
    </Dialog>
  )
}

interface FormProps extends Pick<ModeratorDialogProps, "onInvited"> {
  onDone(): void
}

function Known({ id, ...done }: FormProps & { id: number }) {
  const query = useOpened(["admin", "moderators", "one", id], () => call(`GET /moderators/moderators/${id}`))
  return (
    <Loaded query={query} failed={adminTexts.moderatorFetchFailed} fields={4}>
      {(known) => <ModeratorForm key={known.version} known={known} {...done} />}
    </Loaded>
  )
}

function ModeratorForm({ known, onInvited, onDone }: FormProps & { known: Moderator | null }) {
  const [asking, setAsking] = useState(false)
  const [models, setModels] = useState(known?.assignedModels.map(({ id, name }) => ({ id, name })) ?? [])
  const form = useZodForm(fields, {
    full_name: known?.full_name ?? "",
    email: known?.email ?? "",
    is_active: known?.is_active ?? true,
  })
  const once = useSendOnce()
  const send = async (values: z.output<typeof fields>) => {
    const assigned_dolls = models.map(({ id }) => id)
    const { full_name, email, is_active } = values
    if (known) {
      const body: EditModerator = { full_name, is_active, assigned_dolls, ...(email === known.email ? {} : { email }) }
      await call(`PUT /moderators/moderators/${known.id}`, { body, headers: { "if-match": `"v${known.version}"` } })
    } else {
      const body = { full_name, email, is_active, assigned_dolls }
      const sent = once((headers) => call("POST /admin/moderators", { body, headers }))
      onInvited(body, await sent.finally(() => void refresh("moderators", "unassigned")))
    }
    if (known) toast(t`${full_name} saved`, { kind: "success" })
    refresh("moderators", "unassigned")
    onDone()
  }
  const sending = useSending(form, send, (error) =>
    error instanceof ApiError && error.detail
      ? error.detail
      : known
        ? adminTexts.moderatorUpdateFailed
        : adminTexts.moderatorCreateFailed,
  )
  const hasOthers = models.map(({ id }) => id).join() !== (known?.assigned_dolls ?? []).join()
  const ask = (event: FormEvent) => {
    if (!known?.is_active || form.getValues("is_active")) return sending.submit(event)
    event.preventDefault()
    setAsking(true)
  }
  return (
    <>
      <ItemForm
        form={form}
        sending={sending}
        onSubmit={ask}
        failed={known ? adminTexts.moderatorUpdateFailed : adminTexts.moderatorAddFailed}
        isChanged={hasOthers}
        action={known ? t`Save changes` : t`Send invitation`}
      >
        <PersonFields form={form} />
        {known ? (
          <label className="flex min-h-11 items-center gap-3 text-ui">
            <input type="checkbox" {...form.register("is_active")} />
            {t`Active: can log in and answer chats`}
          </label>
        ) : (
          <p className="text-ink-2 text-ui">{invitationNote}</p>
        )}
        <ModelPicker
          chosen={models}
          onChange={setModels}
          labels={{ chosen: t`Assigned models`, search: t`Find an unassigned model`, found: t`Unassigned models` }}
          add={t({ context: "button for a model", message: "assign" })}
          remove={t({ context: "button for a model", message: "unassign" })}
          name="unassigned"
          read={(q, signal) => call("GET /dolls/assigned/false", { query: { limit: 10, q }, signal })}
        />
      </ItemForm>
      {known && (
        <Confirm
          open={asking}
          onClose={() => setAsking(false)}
          title={t`Deactivate ${known.full_name}?`}
          action={t`Save and deactivate`}
          onConfirm={async () => sending.submit()}
        >
          <Trans>
            They will be logged out everywhere and can't log in again until you reactivate the account.
            {asking && <Depends id={known.id} />}
          </Trans>
        </Confirm>
      )}
    </>
  )
}
