import { type UseFormReturn, useWatch } from "react-hook-form"
import { maxAddresses, type SavedAddress } from "#contract/addresses.ts"
import type { ShippingForm } from "#contract/orders.ts"
import { t } from "#contract/t.ts"
import { CheckField } from "../../platform/ui/CheckField.tsx"
import { SelectField } from "../../platform/ui/Field.tsx"
import { addressText, shippingOf } from "../orders/addresses.ts"

type Form = UseFormReturn<ShippingForm, unknown, ShippingForm>

/** Fills the form with a saved address, or empties it for a new one. */
export function AddressChoice({ form, saved, empty }: { form: Form; saved: SavedAddress[]; empty: ShippingForm }) {
  const chosen = useSavedAddress(form, saved)
  if (saved.length === 0) return null
  const choose = (id: string) => {
    const address = saved.find((one) => String(one.id) === id)
    form.reset(address ? shippingOf(address) : empty, { keepDefaultValues: true })
  }
  return (
    <SelectField
      label={t`Saved addresses`}
      className="mt-5 mb-4"
      value={chosen ? String(chosen.id) : ""}
      onChange={(event) => choose(event.target.value)}
    >
      {saved.map((one) => (
        <option key={one.id} value={one.id}>
          {addressText(one)}
        </option>
      ))}
      <option value="">{t`Another address`}</option>
    </SelectField>
  )
}

interface SaveAddressProps {
  form: Form
  saved: SavedAddress[]
  isChecked: boolean
  onChange(isChecked: boolean): void
}

export function SaveAddress({ form, saved, isChecked, onChange }: SaveAddressProps) {
  if (useSavedAddress(form, saved) || saved.length >= maxAddresses) return null
  return (
    <div className="mt-4">
      <CheckField
        label={t`Save this address for next time`}
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  )
}

/** Finds the saved address whose values the form has. */
function useSavedAddress({ control }: Form, saved: SavedAddress[]): SavedAddress | undefined {
  const held = useWatch({ control })
  return saved.find((one) =>
    Object.entries(shippingOf(one)).every(([name, value]) => held[name as keyof ShippingForm] === value),
  )
}
