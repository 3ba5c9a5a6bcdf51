import { zodResolver } from "@hookform/resolvers/zod"
import { type BaseSyntheticEvent, useState } from "react"
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from "react-hook-form"
import { ApiError, explain } from "../api/client.ts"
import type { z } from "../ui/zod.ts"

/** Validates a form with a schema of the contract: first on blur or submit, then on every change. */
export function useZodForm<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  defaultValues: DefaultValues<In>,
  mode: "onTouched" | "onSubmit" = "onTouched",
): UseFormReturn<In, unknown, Out> {
  return useForm<In, unknown, Out>({ resolver: zodResolver(schema), mode, defaultValues })
}

/**
 * Sends a valid form. The server's messages appear at their fields, and any other failure (`failure`) above them.
 * `send` may resolve with a function that runs once the form counts as submitted. A reset before that would leave it
 * submitted, and the next blur would report the emptied fields as invalid.
 */
export function useSending<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  send: (values: Out) => Promise<unknown>,
  why: (error: unknown) => string | undefined = explain,
) {
  const [failure, setFailure] = useState<string>()
  // Sending closes a dialog by going back in the history, which asks about what is dirty.
  const [isSent, setIsSent] = useState(false)
  // A previous failure is hidden while there are new errors.
  const forget = () => setFailure(undefined)
  const submit = async (event?: BaseSyntheticEvent) => {
    let after: unknown
    await form.handleSubmit(async (values) => {
      forget()
      try {
        after = await send(values)
        setIsSent(true)
      } catch (error) {
        if (!placeErrors(form, error)) setFailure(why(error))
      }
    }, forget)(event)
    if (typeof after === "function") after()
  }
  return { submit, failure, isSent }
}

/** Shows the server's errors at their fields and focuses the first. Returns false if none belongs to a field. */
export function placeErrors<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false
  const values = form.getValues()
  const faults = error.code === "WRONG_PASSWORD" ? { current_password: error.detail ?? "" } : error.fields
  const placed = Object.entries(faults).filter(([path]) => path in values)
  placed.forEach(([path, message], index) => {
    form.setError(path as Path<In>, { message }, { shouldFocus: index === 0 })
  })
  return placed.length > 0
}
