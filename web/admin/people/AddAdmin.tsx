import { adminTypes } from "#contract/accounts.ts"
import { NewAdmin } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { useSending, useZodForm } from "../../account/form.ts"
import { ApiError, call } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { SelectField } from "../../ui/Field.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { toast } from "../../ui/toast.tsx"
import { z } from "../../ui/zod.ts"
import { refresh } from "../table/useRows.ts"
import { adminTypeNames } from "./adminTypes.ts"
import { PersonFields } from "./fields.tsx"

/** The length first, in this form's own words; then all that a password needs. */
const schema = NewAdmin.pick({ full_name: true, email: true, admin_type: true }).extend({
  password: z.string().min(8, adminTexts.passwordShort).pipe(NewAdmin.shape.password),
})

export function AddAdmin({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Add admin">
      <AdminForm onDone={onClose} />
    </Dialog>
  )
}

function AdminForm({ onDone }: { onDone(): void }) {
  const form = useZodForm(schema, { full_name: "", email: "", password: "", admin_type: "content_admin" as const })
  const send = async (values: z.infer<typeof schema>) => {
    await call("POST /admin/admins", { body: values })
    toast(`${values.full_name} is an admin now.`, { kind: "success" })
    refresh("admins")
    onDone()
  }
  const { submit, failure } = useSending(form, send, (error) =>
    error instanceof ApiError && error.detail ? error.detail : adminTexts.adminCreateFailed,
  )
  const { errors, isSubmitting } = form.formState
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {failure && (
        <Notice kind="danger" title={adminTexts.adminAddFailed}>
          {failure}
        </Notice>
      )}
      <PersonFields form={form} withPassword />
      <SelectField label="May do" {...form.register("admin_type")} error={errors.admin_type?.message}>
        {adminTypes.map((type) => (
          <option key={type} value={type}>
            {adminTypeNames[type]}
          </option>
        ))}
      </SelectField>
      <div className="flex justify-end">
        <Button type="submit" busy={isSubmitting}>
          Add admin
        </Button>
      </div>
    </form>
  )
}
