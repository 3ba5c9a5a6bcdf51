import type { UseFormReturn } from "react-hook-form"
import { type BrandForm, type ColorName, isHex, type Unreadable } from "#contract/brand.ts"
import { t } from "#contract/t.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { type BrandInput, labels } from "./form.ts"

interface ColorFieldProps {
  name: ColorName
  hint: string
  form: UseFormReturn<BrandInput, unknown, BrandForm>
  /** Why the colour cannot be published. */
  fault: Unreadable | undefined
}

/** A colour as text, with the browser's own picker at its end. */
export function ColorField({ name, hint, form, fault }: ColorFieldProps) {
  const value = form.watch(name)
  const set = (color: string) => form.setValue(name, color, { shouldDirty: true, shouldValidate: true })
  return (
    <div>
      <TextField
        label={labels[name]}
        hint={hint}
        required
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        {...form.register(name)}
        error={
          fault
            ? t`The contrast is ${ratio(fault.has)}. It has to be at least ${ratio(fault.needs)}.`
            : form.formState.errors[name]?.message
        }
        end={
          <input
            type="color"
            aria-label={t`Pick a color: ${labels[name]}`}
            value={isHex(value) ? value : "#000000"}
            onChange={({ target }) => set(target.value)}
            className="size-11 cursor-pointer border border-line-strong bg-transparent p-2"
          />
        }
      />
      {fault && (
        <Button variant="outline" className="mt-2" onClick={() => set(fault.suggestion)}>
          <span aria-hidden className="size-5 border border-line-strong" style={{ background: fault.suggestion }} />
          {t`Use ${fault.suggestion}`}
        </Button>
      )}
    </div>
  )
}

const ratio = (number: number) => `${(Math.floor(number * 10) / 10).toFixed(1)}:1`
