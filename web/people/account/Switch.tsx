import { type ReactNode, useId } from "react"
import { cx } from "../../platform/ui/cx.ts"

interface SwitchProps {
  label: string
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange(on: boolean): void
}

/** A switch that saves at once; the whole row is its label. */
export function Switch({ label, hint, checked, disabled = false, onChange }: SwitchProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={cx("flex min-h-11 items-start gap-4 py-3", disabled ? "cursor-default" : "cursor-pointer")}
    >
      <span className="min-w-0 flex-1">
        <span id={`${id}-label`} className="block font-medium text-ui">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="mt-0.5 block text-ink-2 text-meta">
            {hint}
          </span>
        )}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="switch mt-0.5 shrink-0"
      />
    </label>
  )
}
