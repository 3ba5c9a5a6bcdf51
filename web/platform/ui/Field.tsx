import { type ComponentProps, type ReactNode, useId } from "react"
import { cx } from "./cx.ts"
import { Select } from "./Select.tsx"

interface Shared {
  label: string
  /** Shown under the field, and read out with it. */
  hint?: ReactNode
  error?: string
}

const box =
  "block w-full rounded-card border bg-surface px-3 text-body text-ink placeholder:text-ink-3 aria-invalid:border-danger border-line-strong disabled:opacity-60"

/** `end` is placed inside the box at its end, and should be a 44 px button. */
export function TextField({
  label,
  hint,
  error,
  className,
  id,
  end,
  ...rest
}: Shared & ComponentProps<"input"> & { end?: ReactNode }) {
  const ids = useFieldIds(id)
  return (
    <Frame label={label} hint={hint} error={error} ids={ids} className={className} required={rest.required}>
      <div className="relative">
        <input {...rest} {...described(ids, hint, error)} className={cx(box, "h-11", Boolean(end) && "pe-12")} />
        {end && <div className="absolute inset-y-0 inset-e-0 flex items-center">{end}</div>}
      </div>
    </Frame>
  )
}

export function TextArea({
  label,
  hint,
  error,
  className,
  id,
  rows = 5,
  ...rest
}: Shared & ComponentProps<"textarea">) {
  const ids = useFieldIds(id)
  return (
    <Frame label={label} hint={hint} error={error} ids={ids} className={className} required={rest.required}>
      <textarea {...rest} rows={rows} {...described(ids, hint, error)} className={cx(box, "py-2")} />
    </Frame>
  )
}

export function SelectField({ label, hint, error, className, id, ...rest }: Shared & ComponentProps<"select">) {
  const ids = useFieldIds(id)
  return (
    <Frame label={label} hint={hint} error={error} ids={ids} className={className} required={rest.required}>
      <Select {...rest} {...described(ids, hint, error)} className={cx(box, "h-11")} />
    </Frame>
  )
}

interface Ids {
  field: string
  hint: string
  error: string
}

function useFieldIds(given?: string): Ids {
  const made = useId()
  const field = given ?? made
  return { field, hint: `${field}-hint`, error: `${field}-error` }
}

function described(ids: Ids, hint: ReactNode, error?: string) {
  const by = [error ? ids.error : "", hint ? ids.hint : ""].filter(Boolean).join(" ")
  return { id: ids.field, "aria-invalid": error ? true : undefined, "aria-describedby": by || undefined }
}

function Frame({
  label,
  hint,
  error,
  ids,
  className,
  required,
  children,
}: Shared & { ids: Ids; className?: string; required?: boolean; children: ReactNode }) {
  return (
    <div className={className}>
      <label htmlFor={ids.field} className="mb-1 block text-ui font-medium">
        {label}
        {required && (
          <span aria-hidden className="text-ink-3">
            {" "}
            *
          </span>
        )}
      </label>
      {children}
      {hint && (
        <p id={ids.hint} className="mt-1 text-meta text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={ids.error} className="mt-1 text-meta text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
