import type { ComponentProps } from "react"
import { t } from "#contract/t.ts"
import { SelectField } from "../../platform/ui/Field.tsx"
import { regionNames } from "./regions.ts"

export function RegionSelect(props: ComponentProps<"select"> & { error?: string }) {
  return (
    <SelectField label={t`Region`} {...props}>
      <option value="">{t`Choose your region`}</option>
      {Object.entries(regionNames).map(([region, name]) => (
        <option key={region} value={region}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
