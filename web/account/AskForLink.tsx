import { useState } from "react"
import { call, explain } from "../api/client.ts"
import { Button } from "../ui/Button.tsx"
import { TextField } from "../ui/Field.tsx"
import { Notice } from "../ui/Notice.tsx"
import type { z } from "../ui/zod.ts"
import { placeErrors, useZodForm } from "./form.ts"

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
  const [answer, setAnswer] = useState<{ kind: "success" | "danger"; text: string }>()
  const { errors, isSubmitting } = form.formState
  const ask = form.handleSubmit(async (values) => {
    setAnswer(undefined)
    try {
      const { message } = await call<{ message: string }>(`POST ${path}`, { body: values })
      setAnswer({ kind: "success", text: message })
      onAsked?.()
    } catch (error) {
      if (!placeErrors(form, error)) setAnswer({ kind: "danger", text: explain(error) })
    }
  })
  return (
    <form noValidate onSubmit={ask} className="mt-6 grid gap-5">
      {answer && <Notice kind={answer.kind}>{answer.text}</Notice>}
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
    </form>
  )
}
