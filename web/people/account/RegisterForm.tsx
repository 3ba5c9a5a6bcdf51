import { useState } from "react"
import { useWatch } from "react-hook-form"
import { Register } from "#contract/accounts.ts"
import { loginTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { supportTexts } from "#contract/texts.ts"
import { call } from "../../platform/api/client.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { Link, useNavigate } from "../../platform/router.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { CheckField } from "../../platform/ui/CheckField.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { EmailField } from "./EmailField.tsx"
import { nextHere, withNext } from "./next.ts"
import { PasswordField } from "./PasswordField.tsx"
import { PasswordRules } from "./PasswordRules.tsx"
import { RegionSelect } from "./RegionSelect.tsx"

const Form = Register.pick({ full_name: true, email: true, password: true, region: true })

export function RegisterForm() {
  const navigate = useNavigate()
  const form = useZodForm(Form, { full_name: "", email: "", password: "", region: "" as never })
  const [agreed, setAgreed] = useState(false)
  const [boxLeft, setBoxLeft] = useState(false)
  const password = useWatch({ control: form.control, name: "password" })
  const { errors, isDirty, isSubmitting } = form.formState

  const { submit, failure } = useSending(form, async (values) => {
    if (!agreed) return setBoxLeft(true)
    await call("POST /auth/register", {
      body: { ...values, role: "user", membership_level: "free", terms_version: supportTexts.termsUpdated },
    })
    await navigate(withNext("/login", nextHere()), { replace: true, state: { registered: values.email } })
  })

  return (
    <SentForm
      onSubmit={submit}
      failed={loginTexts.registrationFailed}
      failure={failure}
      isDirty={isDirty && !isSubmitting}
      className="mt-6"
    >
      <TextField
        label={t`Full Name`}
        autoComplete="name"
        aria-required
        error={errors.full_name?.message}
        {...form.register("full_name")}
      />
      <EmailField autoComplete="email" error={errors.email?.message} {...form.register("email")} />
      <div>
        <PasswordField
          label={t`Password`}
          autoComplete="new-password"
          aria-required
          error={errors.password?.message}
          {...form.register("password", { onChange: () => form.trigger("password") })}
        />
        <PasswordRules password={password} />
      </div>
      <RegionSelect aria-required error={errors.region?.message} {...form.register("region")} />
      <CheckField
        label={
          <Trans>
            I am 18 or older and agree to the{" "}
            <Link to="/terms" target="_blank" className="link">
              Terms of Service
            </Link>{" "}
            and the{" "}
            <Link to="/privacy" target="_blank" className="link">
              Privacy Policy
            </Link>
          </Trans>
        }
        checked={agreed}
        onChange={(event) => setAgreed(event.target.checked)}
        onBlur={() => setBoxLeft(true)}
        aria-required
        error={boxLeft && !agreed ? loginTexts.termsRequired : undefined}
      />
      <Button type="submit" busy={isSubmitting} disabled={!agreed} className="w-full">{t`Create Account`}</Button>
    </SentForm>
  )
}
