import { useState } from "react"
import { modelApprovalTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { TextArea } from "../../platform/ui/Field.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { z } from "../../platform/ui/zod.ts"
import { ItemForm } from "../parts/ItemForm.tsx"

interface ApproveAloneProps {
  name: string
  onApprove(reason: string): Promise<void>
}

/** The approval of one's own model, in a shop without another admin who could give it. */
export function ApproveAlone({ name, onApprove }: ApproveAloneProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <p className="mt-3">
        <Trans>
          You're the only admin who can approve models, so you can approve your own. You'll be asked to confirm who you
          are, and the audit log keeps your reason.
        </Trans>
      </p>
      <Button variant="outline" className="mt-3" onClick={() => setOpen(true)}>{t`Approve it myself`}</Button>
      <Dialog open={open} onClose={close} title={t`Approve ${name} yourself?`}>
        <Reason onApprove={(reason) => onApprove(reason).then(close)} />
      </Dialog>
    </>
  )
}

const Form = z.object({ reason: z.string().trim().min(1, modelApprovalTexts.reason).max(500) })

function Reason({ onApprove }: Pick<ApproveAloneProps, "onApprove">) {
  const form = useZodForm(Form, { reason: "" })
  const sending = useSending(form, ({ reason }) => onApprove(reason))
  return (
    <ItemForm form={form} sending={sending} failed={t`Failed to approve model`} action={t`Approve`}>
      <TextArea
        label={t`Reason`}
        hint={t`For example: the height is that of a seated figure of an adult.`}
        rows={3}
        maxLength={500}
        required
        {...form.register("reason")}
        error={form.formState.errors.reason?.message}
      />
    </ItemForm>
  )
}
