import { useRef, useState } from "react"
import { Email, PasswordInput, type User } from "#contract/accounts.ts"
import { accountTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { know } from "../../platform/session/session.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { z } from "../../platform/ui/zod.ts"
import { Fold } from "./Fold.tsx"
import { PasswordField } from "./PasswordField.tsx"
import { PendingAddress } from "./PendingAddress.tsx"

const Form = z.object({ email: Email, current_password: PasswordInput })

/** Requests a new address with the password; it must then be confirmed. */
export function EmailForm({ user }: { user: User }) {
  const form = useZodForm(Form, { email: "", current_password: "" })
  const present = useRef<HTMLElement>(null)
  const [asked, setAsked] = useState(0)
  const { errors, isDirty, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, async (body) => {
    if (body.email === user.email) return form.setError("email", { message: accountTexts.sameAddress })
    const changed = await call("PATCH /auth/me", { body })
    setAsked((times) => times + 1)
    know(changed)
    return () => form.reset()
  })
  return (
    <>
      {user.pending_email && (
        <PendingAddress
          key={`${user.pending_email} ${asked}`}
          user={user}
          address={user.pending_email}
          takesFocus={asked > 0}
          onDropped={() => present.current?.focus()}
        />
      )}
      <Fold
        ref={present}
        lead={
          <Trans>
            You log in with <strong className="wrap-anywhere font-semibold text-ink">{user.email}</strong>.
          </Trans>
        }
        action={t({ context: "verb, on a button", message: "Change" })}
      >
        <SentForm
          onSubmit={submit}
          failed={accountTexts.profileFailed}
          failure={failure}
          isDirty={isDirty && !isSubmitting}
          className="mt-3 max-w-[28rem]"
        >
          <TextField
            label={t`New email address`}
            type="email"
            autoComplete="email"
            hint={t`We'll send a link to the new address. Your email address changes when you open it.`}
            error={errors.email?.message}
            {...form.register("email")}
          />
          <PasswordField
            label={t`Your password`}
            autoComplete="current-password"
            error={errors.current_password?.message}
            {...form.register("current_password")}
          />
          <Button
            type="submit"
            variant="outline"
            busy={isSubmitting}
            className="justify-self-start"
          >{t`Change email address`}</Button>
        </SentForm>
      </Fold>
    </>
  )
}
