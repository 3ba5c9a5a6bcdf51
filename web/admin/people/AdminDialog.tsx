import { adminTypes } from "#contract/accounts.ts"
import { type AdminAccount, type EditAdmin, NewAdmin, type SentInvitation } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { maxNameLength } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import { Loaded, useOpened } from "../../backoffice/staff-ui/Loaded.tsx"
import { refresh } from "../../backoffice/table/useRows.ts"
import { ApiError, call } from "../../platform/api/client.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { useSendOnce } from "../../platform/forms/sendOnce.ts"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { SelectField, TextField } from "../../platform/ui/Field.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import type { z } from "../../platform/ui/zod.ts"
import { ItemForm } from "../parts/ItemForm.tsx"
import { adminTypeNames } from "./adminTypes.ts"
import { invitationNote, PersonFields } from "./fields.tsx"

const edited = NewAdmin.pick({ full_name: true, email: true, admin_type: true })

interface AdminDialogProps {
  /** The id of an admin to edit, "new" to create one, or null while closed. */
  shown: "new" | number | null
  /** The current user, who cannot change their own address and type. */
  me: number
  /** Called after an invitation. */
  onInvited(person: Pick<AdminAccount, "email">, sent: Pick<SentInvitation, "invitation_link">): void
  onClose(): void
}

export function AdminDialog({ shown, me, onInvited, onClose }: AdminDialogProps) {
  return (
    <Dialog open={shown !== null} onClose={onClose} title={shown === "new" ? t`Invite admin` : t`Edit admin`}>
      {shown === "new" && <AddForm onInvited={onInvited} onDone={onClose} />}
      {typeof shown === "number" && <Known id={shown} me={me} onDone={onClose} />}
    </Dialog>
  )
}

function AddForm({ onInvited, onDone }: Pick<AdminDialogProps, "onInvited"> & { onDone(): void }) {
  const form = useZodForm(edited, { full_name: "", email: "", admin_type: "content_admin" as const })
  const once = useSendOnce()
  const send = async (values: z.infer<typeof edited>) => {
    const sent = once((headers) => call("POST /admin/admins", { body: values, headers }))
    onInvited(values, await sent.finally(() => void refresh("admins")))
    onDone()
  }
  const sending = useSending(form, send, (error) =>
    error instanceof ApiError && error.detail ? error.detail : adminTexts.adminCreateFailed,
  )
  const { errors } = form.formState
  return (
    <ItemForm form={form} sending={sending} failed={adminTexts.adminAddFailed} action={t`Send invitation`}>
      <PersonFields form={form} />
      <SelectField label={t`Permissions`} {...form.register("admin_type")} error={errors.admin_type?.message}>
        {types}
      </SelectField>
      <p className="text-ink-2 text-ui">{invitationNote}</p>
    </ItemForm>
  )
}

function Known({ id, me, onDone }: { id: number; me: number; onDone(): void }) {
  const query = useOpened(["admin", "admins", "one", id], () => call(`GET /admin/admins/${id}`))
  return (
    <Loaded query={query} failed={adminTexts.adminsLoadFailed} fields={3}>
      {(known) => <EditForm key={known.version} known={known} isMe={id === me} onDone={onDone} />}
    </Loaded>
  )
}

function EditForm({ known, isMe, onDone }: { known: AdminAccount; isMe: boolean; onDone(): void }) {
  const { full_name, email, admin_type } = known
  const form = useZodForm(edited, { full_name, email, admin_type })
  const send = async (values: z.infer<typeof edited>) => {
    const body: EditAdmin = isMe ? { full_name: values.full_name } : values
    await call(`PUT /admin/admins/${known.id}`, { body, headers: { "if-match": `"v${known.version}"` } })
    toast(t`${values.full_name} saved`, { kind: "success" })
    refresh("admins")
    onDone()
  }
  const sending = useSending(form, send, (error) =>
    error instanceof ApiError && error.detail ? error.detail : adminTexts.adminUpdateFailed,
  )
  const { errors } = form.formState
  return (
    <ItemForm form={form} sending={sending} failed={adminTexts.adminUpdateFailed} action={t`Save changes`}>
      {isMe ? (
        <>
          <TextField
            label={t`Full name`}
            autoComplete="off"
            maxLength={maxNameLength}
            required
            {...form.register("full_name")}
            error={errors.full_name?.message}
          />
          <p className="text-ink-2 text-ui">{t`Only another super admin can change your own email address and permissions.`}</p>
        </>
      ) : (
        <>
          <PersonFields form={form} />
          <SelectField label={t`Permissions`} {...form.register("admin_type")} error={errors.admin_type?.message}>
            {types}
          </SelectField>
        </>
      )}
    </ItemForm>
  )
}

const types = adminTypes.map((type) => (
  <option key={type} value={type}>
    {adminTypeNames[type]}
  </option>
))
