import "../ui/zod.ts"
import { useState } from "react"
import { useWatch } from "react-hook-form"
import { ConfirmReset } from "#contract/accounts.ts"
import { loginTexts } from "#contract/texts.ts"
import { call } from "../api/client.ts"
import { titled } from "../shell/shop.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Notice } from "../ui/Notice.tsx"
import { PageSpinner } from "../ui/states.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { useSending, useZodForm } from "./form.ts"
import { useOneTimeCode } from "./oneTimeCode.ts"
import { PasswordField } from "./PasswordField.tsx"
import { PasswordRules } from "./PasswordRules.tsx"
import { SentForm } from "./SentForm.tsx"
import { isBadCode } from "./useSpentCode.ts"

export const meta = () => [
  { title: titled("Choose a new password") },
  { name: "description", content: "Choose a new password for your account." },
  { name: "robots", content: "noindex" },
]

const Form = ConfirmReset.pick({ new_password: true })

export default function ResetPassword() {
  const code = useOneTimeCode()
  const [state, setState] = useState<"open" | "done" | "bad">("open")
  const shown = code === null ? "bad" : state
  return (
    <AuthFrame title="Choose a new password">
      {code === undefined && <PageSpinner />}
      {shown === "bad" && (
        <div className="mt-6 grid gap-5">
          <Notice kind="danger">{loginTexts.badLink}</Notice>
          <ButtonLink to="/forgot-password">Ask for a new link</ButtonLink>
        </div>
      )}
      {shown === "done" && (
        <div className="mt-6 grid gap-5">
          <Notice kind="success">Your new password is set, and your other devices were signed out.</Notice>
          <ButtonLink to="/login">Sign In</ButtonLink>
        </div>
      )}
      {shown === "open" && code && (
        <NewPasswordForm code={code} onDone={() => setState("done")} onBadCode={() => setState("bad")} />
      )}
    </AuthFrame>
  )
}

function NewPasswordForm({ code, onDone, onBadCode }: { code: string; onDone(): void; onBadCode(): void }) {
  const form = useZodForm(Form, { new_password: "" })
  const password = useWatch({ control: form.control, name: "new_password" })
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, async ({ new_password }) => {
    try {
      await call("POST /auth/password-reset/confirm", { body: { oob_code: code, new_password } })
      onDone()
    } catch (error) {
      if (!isBadCode(error)) throw error
      onBadCode()
    }
  })
  return (
    <SentForm onSubmit={submit} failure={failure} className="mt-6">
      <div>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          aria-required
          error={errors.new_password?.message}
          {...form.register("new_password", { onChange: () => form.trigger("new_password") })}
        />
        <PasswordRules password={password} />
      </div>
      <Button type="submit" busy={isSubmitting} className="w-full">
        Set the password
      </Button>
    </SentForm>
  )
}
