import { Link, useNavigate } from "react-router"
import { Login, type SignedIn } from "#contract/accounts.ts"
import { loginTexts } from "#contract/texts.ts"
import { ApiError, call, explain } from "../api/client.ts"
import { enter } from "../session/session.ts"
import { mergeGuestCart } from "../shop/cart/cart.ts"
import { Button } from "../ui/Button.tsx"
import { TextField } from "../ui/Field.tsx"
import { Notice } from "../ui/Notice.tsx"
import { toast } from "../ui/toast.tsx"
import { CheckField } from "./CheckField.tsx"
import { useSending, useZodForm } from "./form.ts"
import { afterSignIn } from "./next.ts"
import { PasswordField } from "./PasswordField.tsx"
import { SentForm } from "./SentForm.tsx"

/** `registered`: the address of an account that was created a moment ago. */
export function SignInForm({ next, registered }: { next: string | null; registered?: string }) {
  const navigate = useNavigate()
  const form = useZodForm(Login, { email: registered ?? "", password: "", remember_me: false })
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, signIn, whySignInFailed)

  async function signIn(values: Login): Promise<void> {
    const answer = await call<SignedIn>("POST /auth/login", { body: values })
    enter(answer, values.remember_me)
    toast(loginTexts.success, { kind: "success" })
    if (answer.user.role === "user") await mergeGuestCart()
    await navigate(afterSignIn(answer.user.role, next), { replace: true })
  }

  return (
    <SentForm onSubmit={submit} failure={failure} className="mt-6">
      {registered && !failure && <Notice kind="success">{loginTexts.registered}</Notice>}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        aria-required
        error={errors.email?.message}
        {...form.register("email")}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        aria-required
        error={errors.password?.message}
        {...form.register("password")}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <CheckField label="Remember me" {...form.register("remember_me")} />
        <Link to="/forgot-password" className="link inline-flex min-h-11 items-center text-ui">
          Forgot password?
        </Link>
      </div>
      <Button type="submit" busy={isSubmitting} className="w-full">
        Sign In
      </Button>
    </SentForm>
  )
}

function whySignInFailed(error: unknown): string {
  const isWrong = error instanceof ApiError && error.status === 401
  return isWrong ? loginTexts.failed : explain(error)
}
