import { useId } from "react"
import type { UseFormRegisterReturn } from "react-hook-form"

interface ChecksProps {
  legend: string
  options: readonly (readonly [value: string, label: string])[]
  error: string | undefined
  register: UseFormRegisterReturn
}

/** A choice of several options, as checkboxes. */
export function Checks({ legend, options, error, register }: ChecksProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1 font-medium text-ui">{legend}</legend>
      {options.map(([value, label]) => (
        <label key={value} className="flex min-h-11 items-center gap-3 text-ui">
          <input type="checkbox" value={value} {...register} />
          {label}
        </label>
      ))}
      {error && (
        <p id={id} className="text-danger text-meta">
          {error}
        </p>
      )}
    </fieldset>
  )
}
