import { zodResolver } from "@hookform/resolvers/zod"
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from "react-hook-form"
import { ApiError } from "../api/client.ts"
import type { z } from "../ui/zod.ts"

/** A form checked by a schema of the contract: first when a field is left, then with every change. */
export function useZodForm<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  defaultValues: DefaultValues<In>,
): UseFormReturn<In, unknown, Out> {
  return useForm<In, unknown, Out>({ resolver: zodResolver(schema), mode: "onTouched", defaultValues })
}

/** Shows the server's sentences at their fields and moves there; false when none of them has a field here. */
export function placeErrors<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false
  const values = form.getValues()
  const placed = Object.entries(error.fields).filter(([path]) => path in values)
  placed.forEach(([path, message], index) => {
    form.setError(path as Path<In>, { message }, { shouldFocus: index === 0 })
  })
  return placed.length > 0
}
