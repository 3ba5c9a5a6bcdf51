import { useState } from "react"
import { call } from "../api/client.ts"
import { Button } from "../ui/Button.tsx"
import { TextField } from "../ui/Field.tsx"
import { Notice } from "../ui/Notice.tsx"
import type { z } from "../ui/zod.ts"
import { useSending, useZodForm } from "./form.ts"
import { SentForm } from "./SentForm.tsx"

interface AskForLinkProps {
  schema: z.ZodType<{ email: string }, { email: string }>
  path: string
  button: string
  email?: string
  onAsked?(): void
}

/** One address, one letter. The answer is the same whether there is such an account or not. */
export function AskForLink({ schema, path, button, email = "", onAsked }: AskForLinkProps) {
  const form = useZodForm(schema, { email })
  const [answer, setAnswer] = useState<string>()
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, async (values) => {
    setAnswer(undefined)
    const { message } = await call<{ message: string }>(`POST ${path}`, { body: values })
    setAnswer(message)
    onAsked?.()
  })
  return (
    <SentForm onSubmit={submit} failure={failure} className="mt-6">
      {answer && <Notice kind="success">{answer}</Notice>}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        aria-required
        error={errors.email?.message}
        {...form.register("email")}
      />
      <Button type="submit" busy={isSubmitting} className="w-full">
        {button}
      </Button>
    </SentForm>
  )
}
