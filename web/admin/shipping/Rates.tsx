import { type UseFormReturn, useWatch } from "react-hook-form"
import { countryName } from "#contract/countries.ts"
import { t } from "#contract/t.ts"
import { TextField } from "../../platform/ui/Field.tsx"
import { CountryList } from "../settings/Regions.tsx"
import { labels, type SellingInput, type SellingOutput } from "./form.ts"

interface RatesProps {
  form: UseFormReturn<SellingInput, unknown, SellingOutput>
  mayEdit: boolean
}

/** The table of rates: in countries that are not in it, nothing is said of VAT. */
export function Rates({ form, mayEdit }: RatesProps) {
  const { control, register, setValue, formState } = form
  const rates = useWatch({ control, name: "rates" })
  const set = (changed: typeof rates) => setValue("rates", changed, { shouldDirty: true })
  return (
    <CountryList
      label={labels.rates}
      adding={t`Add a country with VAT`}
      none={t`None: orders and invoices don't mention VAT.`}
      codes={rates.map(({ country }) => country)}
      readOnly={!mayEdit}
      onAdd={(country) => set([...rates, { country, percent: "" }])}
      onRemove={(country) => set(rates.filter((one) => one.country !== country))}
      end={(country) => {
        const at = rates.findIndex((one) => one.country === country)
        return (
          <TextField
            label={t`VAT in ${countryName(country)}, in percent`}
            className="basis-56"
            inputMode="decimal"
            autoComplete="off"
            required
            error={formState.errors.rates?.[at]?.percent?.message}
            {...register(`rates.${at}.percent`)}
          />
        )
      }}
    />
  )
}
