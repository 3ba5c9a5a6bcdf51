import { type UseFormReturn, useWatch } from "react-hook-form"
import { languages } from "#contract/languages.ts"
import { sellingLimits } from "#contract/selling.ts"
import { t } from "#contract/t.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { ArrowDown, ArrowUp } from "../../platform/ui/icons.ts"
import { CountryList } from "../settings/Regions.tsx"
import type { SellingInput, SellingOutput } from "./form.ts"

interface MethodProps {
  form: UseFormReturn<SellingInput, unknown, SellingOutput>
  at: number
  count: number
  mayEdit: boolean
  onMove(to: number): void
  onRemove(): void
}

/** A row of the list of shipping methods. */
export function Method({ form, at, count, mayEdit, onMove, onRemove }: MethodProps) {
  const { control, register, setValue, formState } = form
  const path = `methods.${at}` as const
  const errors = formState.errors.methods?.[at]
  const [name, countries, translations] = useWatch({
    control,
    name: [`${path}.name`, `${path}.countries`, `${path}.translations`],
  })
  const called = name || t`New method`
  const setCountries = (changed: typeof countries) => setValue(`${path}.countries`, changed, { shouldDirty: true })
  return (
    <li className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <fieldset className="grid gap-5">
        <legend className="sr-only">{called}</legend>
        <label className="flex min-h-11 items-center justify-between gap-4">
          <span className="wrap-anywhere font-semibold">{called}</span>
          <input
            type="checkbox"
            className="switch shrink-0"
            aria-label={t`Offer ${called}`}
            {...register(`${path}.is_on`)}
          />
        </label>
        <TextField
          label={t`Name`}
          required
          maxLength={sellingLimits.name}
          autoComplete="off"
          error={errors?.name?.message}
          {...register(`${path}.name`)}
        />
        <details>
          <summary className="min-h-11 content-center text-ui hover:underline">{t`Name in other languages`}</summary>
          <div className="mt-2 grid gap-4 sm:grid-cols-3">
            {translations.map(({ language }, index) => (
              <TextField
                key={language}
                label={languages[language]}
                lang={language}
                maxLength={sellingLimits.name}
                autoComplete="off"
                error={errors?.translations?.[index]?.name?.message}
                {...register(`${path}.translations.${index}.name`)}
              />
            ))}
          </div>
        </details>
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            label={t`Business days, at least`}
            required
            inputMode="numeric"
            autoComplete="off"
            error={errors?.days_from?.message}
            {...register(`${path}.days_from`)}
          />
          <TextField
            label={t`Business days, at most`}
            required
            inputMode="numeric"
            autoComplete="off"
            error={errors?.days_until?.message}
            {...register(`${path}.days_until`)}
          />
          <TextField
            label={t`Price in USD`}
            required
            inputMode="decimal"
            autoComplete="off"
            hint={t`0 for free`}
            error={errors?.price?.message}
            {...register(`${path}.price`)}
          />
        </div>
        <CountryList
          label={t`Countries`}
          adding={t`Add a country to ${called}`}
          none={t`Everywhere else: all countries that no other method in use lists.`}
          codes={countries}
          readOnly={!mayEdit}
          onAdd={(country) => setCountries([...countries, country])}
          onRemove={(country) => setCountries(countries.filter((one) => one !== country))}
        />
        {mayEdit && (
          <div className="flex flex-wrap gap-2 border-line border-t pt-4">
            <Button
              variant="outline"
              aria-label={t`Move ${called} up`}
              disabled={at === 0}
              onClick={() => onMove(at - 1)}
            >
              <ArrowUp aria-hidden size={18} />
            </Button>
            <Button
              variant="outline"
              aria-label={t`Move ${called} down`}
              disabled={at === count - 1}
              onClick={() => onMove(at + 1)}
            >
              <ArrowDown aria-hidden size={18} />
            </Button>
            <Button variant="outline" className="ms-auto" aria-label={t`Remove ${called}`} onClick={onRemove}>
              {t`Remove`}
            </Button>
          </div>
        )}
      </fieldset>
    </li>
  )
}
