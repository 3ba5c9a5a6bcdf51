import { useState } from "react"
import { call } from "../../platform/api/client.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import type { z } from "../../platform/ui/zod.ts"
import { EmailField } from "./EmailField.tsx"

interface AskForLinkProps {
  schema: z.ZodType<{ email: string }, { email: string }>
  what: "POST /auth/password-reset/request" | "POST /auth/verify-email/request"
  button: string
  email?: string
  onAsked?(): void
}

/** Requests an email with a link. The response is the same whether the account exists or not. */
export function RequestLink({ schema, what, button, email = "", onAsked }: AskForLinkProps) {
  const form = useZodForm(schema, { email })
  const [answer, setAnswer] = useState<string>()
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, async (values) => {
    setAnswer(undefined)
    const { message } = await call(what, { body: values })
    setAnswer(message)
    onAsked?.()
  })
  return (
    <SentForm onSubmit={submit} failure={failure} className="mt-6">
      {answer && <Alert kind="success">{answer}</Alert>}
      <EmailField autoComplete="username" error={errors.email?.message} {...form.register("email")} />
      <Button type="submit" busy={isSubmitting} className="w-full">
        {button}
      </Button>
    </SentForm>
  )
}
