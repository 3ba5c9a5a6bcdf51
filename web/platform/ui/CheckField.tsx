import { type ComponentProps, type ReactNode, useId } from "react"

/** A checkbox with its label and error. */
export function CheckField({ label, error, ...rest }: ComponentProps<"input"> & { label: ReactNode; error?: string }) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-ui" htmlFor={id}>
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="shrink-0"
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className="text-danger text-meta">
          {error}
        </p>
      )}
    </div>
  )
}
