import { useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import type { FieldValues, UseFormRegisterReturn, UseFormReturn } from "react-hook-form"
import { maxMembershipReasonLength } from "#contract/adminLimits.ts"
import { CorrectEmail, type Customer, EndMembership, GrantMembership } from "#contract/customers.ts"
import { levelName, paidLevels } from "#contract/membership.ts"
import { t } from "#contract/t.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { timelineKey } from "../../backoffice/staff-ui/subject.ts"
import { call, explain } from "../../platform/api/client.ts"
import { DialogButtons } from "../../platform/forms/DialogButtons.tsx"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { useSendOnce } from "../../platform/forms/sendOnce.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { SelectField, TextField } from "../../platform/ui/Field.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { customerKey } from "./Part.tsx"

type Asked = "grant" | "end" | "email" | "reset"

/** Corrections of an account, for super admins. */
export function Account({ customer }: { customer: Customer }) {
  const { id, email, full_name: name, membership_level: level } = customer
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  /** Refetches the page and shows the outcome in a toast. */
  const done = async (text: string) => {
    toast(text, { kind: "success", key: "account" })
    await client.invalidateQueries({ queryKey: customerKey(id) })
    await client.invalidateQueries({ queryKey: timelineKey(`/admin/customers/${id}`) })
    close()
  }
  const reset = async () => {
    try {
      await call(`POST /admin/customers/${id}/password-reset`)
      await done(customerTexts.resetSent)
    } catch (error) {
      toast(customerTexts.resetFailed, { kind: "error", key: "account", description: explain(error) })
    }
  }
  const isMember = level !== "free"
  const grantTitle = isMember ? t`Extend membership` : t`Grant membership`
  return (
    <section aria-label={t`Account`} className="mt-4 flex flex-wrap gap-3">
      <Button variant="outline" onClick={() => setAsked("grant")}>
        {grantTitle}
      </Button>
      {isMember && <Button variant="outline" onClick={() => setAsked("end")}>{t`End membership`}</Button>}
      <Button variant="outline" onClick={() => setAsked("email")}>{t`Correct email address`}</Button>
      <Button variant="outline" onClick={() => setAsked("reset")}>{t`Send password email`}</Button>
      <Dialog open={asked === "grant"} onClose={close} title={`${grantTitle}: ${name}`}>
        <Grant customer={customer} action={grantTitle} onDone={done} onCancel={close} />
      </Dialog>
      <Dialog open={asked === "end"} onClose={close} title={t`End membership: ${name}`}>
        <End id={id} onDone={done} onCancel={close} />
      </Dialog>
      <Dialog open={asked === "email"} onClose={close} title={t`Correct email address: ${name}`}>
        <Address id={id} onDone={done} onCancel={close} />
      </Dialog>
      <Confirm
        open={asked === "reset"}
        onClose={close}
        title={t`Send password email: ${name}`}
        action={t`Send email`}
        onConfirm={reset}
      >
        {t`A link to choose a new password goes to ${email}. It works for an hour, and the password stays until then.`}
      </Confirm>
    </section>
  )
}

interface FormProps {
  onDone(text: string): Promise<void>
  onCancel(): void
}

function Grant({ customer, action, onDone, onCancel }: FormProps & { customer: Customer; action: string }) {
  const { id, membership_level: level } = customer
  const form = useZodForm(GrantMembership, { level: level === "free" ? "standard" : level, days: 30, reason: "" })
  const { errors } = form.formState
  const once = useSendOnce()
  const send = async (body: GrantMembership) => {
    await once((headers) => call(`POST /admin/customers/${id}/memberships`, { body, headers }), body)
    await onDone(customerTexts.granted)
  }
  return (
    <AccountForm form={form} send={send} failed={customerTexts.grantFailed} action={action} onCancel={onCancel}>
      <p className="text-ink-2">
        <Trans>
          The time is free. It is added to the time of this level; time of a lower level is converted, as by a purchase.
        </Trans>
      </p>
      <SelectField label={t`Level`} error={errors.level?.message} {...form.register("level")}>
        {paidLevels.map((level) => (
          <option key={level} value={level}>
            {levelName(level)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t`Days`}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        error={errors.days?.message}
        required
        {...form.register("days", { valueAsNumber: true })}
      />
      <ReasonField error={errors.reason?.message} {...form.register("reason")} />
    </AccountForm>
  )
}

function End({ id, onDone, onCancel }: FormProps & { id: number }) {
  const form = useZodForm(EndMembership, { reason: "" })
  const send = async (body: EndMembership) => {
    await call(`POST /admin/customers/${id}/memberships/end`, { body })
    await onDone(customerTexts.ended)
  }
  return (
    <AccountForm
      form={form}
      send={send}
      failed={customerTexts.endFailed}
      action={t`End membership`}
      variant="danger"
      onCancel={onCancel}
    >
      <p className="text-ink-2">
        <Trans>
          All time ends now, also what was paid for and what is to come. This can't be undone. Refund a payment
          separately.
        </Trans>
      </p>
      <ReasonField error={form.formState.errors.reason?.message} {...form.register("reason")} />
    </AccountForm>
  )
}

function Address({ id, onDone, onCancel }: FormProps & { id: number }) {
  const form = useZodForm(CorrectEmail, { email: "" })
  const send = async (body: CorrectEmail) => {
    await call(`PUT /admin/customers/${id}/email`, { body })
    await onDone(customerTexts.emailSent)
  }
  return (
    <AccountForm form={form} send={send} failed={customerTexts.emailFailed} action={t`Send link`} onCancel={onCancel}>
      <p className="text-ink-2">
        <Trans>
          A link goes to the new address, and the account changes when it is opened. The present address is told, and
          can undo it for seven days.
        </Trans>
      </p>
      <TextField
        label={t`New email address`}
        type="email"
        autoComplete="off"
        error={form.formState.errors.email?.message}
        required
        {...form.register("email")}
      />
    </AccountForm>
  )
}

interface AccountFormProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  send(values: Out): Promise<void>
  failed: string
  action: string
  variant?: "danger"
  onCancel(): void
  children: ReactNode
}

function AccountForm<In extends FieldValues, Out>(props: AccountFormProps<In, Out>) {
  const { form, send, failed, children, ...buttons } = props
  const { isDirty, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, send)
  return (
    <SentForm
      onSubmit={(event) => void submit(event)}
      failed={failed}
      failure={failure}
      isDirty={isDirty && !isSubmitting}
    >
      {children}
      <DialogButtons busy={isSubmitting} {...buttons} />
    </SentForm>
  )
}

const ReasonField = (props: UseFormRegisterReturn & { error: string | undefined }) => (
  <TextField
    label={t`Reason`}
    maxLength={maxMembershipReasonLength}
    autoComplete="off"
    hint={customerTexts.reasonHint}
    required
    {...props}
  />
)
