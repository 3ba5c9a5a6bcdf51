import { useEffect, useState } from "react"
import { maxQuantity } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import { Minus, Plus } from "../../platform/ui/icons.ts"
import { bounded } from "./lines.ts"

interface StepperProps {
  value: number
  onChange(quantity: number): void
  /** The field's accessible name. */
  label: string
  disabled?: boolean
  /** The available quantity, and the most that can be chosen. */
  limit?: number
}

/** Chooses a quantity from 1 to `limit` by two buttons and an input. */
export function Stepper({ value, onChange, label, disabled = false, limit = maxQuantity }: StepperProps) {
  const [typed, setTyped] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value replaces the typed text
  useEffect(() => setTyped(null), [value])
  const choose = (quantity: number) => {
    const next = bounded(quantity, limit)
    setTyped(null)
    if (next !== value) onChange(next)
  }
  return (
    <fieldset
      disabled={disabled}
      className="inline-flex rounded-card border border-line-strong bg-surface focus-within:border-ink disabled:opacity-50"
    >
      <legend className="sr-only">{label}</legend>
      <button
        type="button"
        aria-label={t`Decrease quantity`}
        aria-disabled={value <= 1}
        onClick={() => choose(value - 1)}
        className={step}
      >
        <Minus aria-hidden size={16} />
      </button>
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={Math.min(maxQuantity, limit)}
        step={1}
        aria-label={label}
        value={typed ?? value}
        onChange={(event) => {
          setTyped(event.target.value)
          const quantity = event.target.valueAsNumber
          if (quantity === bounded(quantity, limit) && quantity !== value) onChange(quantity)
        }}
        onBlur={() => typed !== null && choose(Number(typed))}
        className="w-11 min-w-0 appearance-none bg-transparent text-center font-semibold tabular [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none"
      />
      <button
        type="button"
        aria-label={t`Increase quantity`}
        aria-disabled={value >= Math.min(maxQuantity, limit)}
        onClick={() => choose(value + 1)}
        className={step}
      >
        <Plus aria-hidden size={16} />
      </button>
    </fieldset>
  )
}

const step = "inline-flex size-11 shrink-0 items-center justify-center aria-disabled:opacity-40 enabled:hover:bg-sunken"
