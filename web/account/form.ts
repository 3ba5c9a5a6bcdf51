import { zodResolver } from "@hookform/resolvers/zod"
import { useState } from "react"
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from "react-hook-form"
import { ApiError, explain } from "../api/client.ts"
import type { z } from "../ui/zod.ts"

/** A form checked by a schema of the contract: first when a field is left, or only when it is sent, then with every change. */
export function useZodForm<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  defaultValues: DefaultValues<In>,
  mode: "onTouched" | "onSubmit" = "onTouched",
): UseFormReturn<In, unknown, Out> {
  return useForm<In, unknown, Out>({ resolver: zodResolver(schema), mode, defaultValues })
}

/** Sends a form that holds: the server's sentences come to stand at their fields, any other failure (`failure`) above them. */
export function useSending<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  send: (values: Out) => Promise<unknown>,
  why: (error: unknown) => string | undefined = explain,
) {
  const [failure, setFailure] = useState<string>()
  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined)
    try {
      await send(values)
    } catch (error) {
      if (!placeErrors(form, error)) setFailure(why(error))
    }
  })
  return { submit, failure }
}

/** Shows the server's sentences at their fields and moves there; false when none of them has a field here. */
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
