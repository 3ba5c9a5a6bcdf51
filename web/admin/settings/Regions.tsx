import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useId, useState } from "react"
import { type UseFormReturn, useWatch } from "react-hook-form"
import type { EditShopSettings } from "#contract/admin.ts"
import { type AgeRule, type AgeState, ageRules } from "#contract/age.ts"
import { type CountryCode, countriesByName, countryName } from "#contract/countries.ts"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { inSentence } from "../../platform/language.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { SelectField } from "../../platform/ui/Field.tsx"
import { Select } from "../../platform/ui/Select.tsx"
import type { SettingsInput } from "./form.ts"

export const ruleNames: Record<AgeRule, string> = {
  none: t`No age check`,
  declared: t`Visitors declare their age`,
  verified: t`Age verified by a provider`,
}

interface RegionsProps {
  form: UseFormReturn<SettingsInput, unknown, Required<EditShopSettings>>
}

/** How visitors' ages are checked in each country, and to which countries nothing is shipped. */
export function Regions({ form }: RegionsProps) {
  const { control, setValue } = form
  const [rule, rules, noShipping] = useWatch({ control, name: ["age_rule", "age_rules", "no_shipping"] })
  const { data: state } = useQuery({ queryKey: ["admin", "age"], queryFn: () => call("GET /admin/age") })
  const change = { shouldDirty: true } as const
  const setRules = (changed: typeof rules) =>
    setValue(
      "age_rules",
      changed.toSorted((a, b) => countryName(a.country).localeCompare(countryName(b.country))),
      change,
    )
  const setNoShipping = (changed: typeof noShipping) =>
    setValue(
      "no_shipping",
      changed.toSorted((a, b) => countryName(a).localeCompare(countryName(b))),
      change,
    )
  return (
    <>
      <fieldset className="grid gap-5">
        <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Age and regions`}</legend>
        {state && <Sources state={state} verifies={[rule, ...rules.map((one) => one.rule)].includes("verified")} />}
        <SelectField
          label={t`Age check`}
          hint={t`For visitors from all countries that aren't listed below.`}
          {...form.register("age_rule")}
        >
          <RuleOptions />
        </SelectField>
        <CountryList
          label={t`Countries with another age check`}
          adding={t`Add a country with another age check`}
          codes={rules.map((one) => one.country)}
          onAdd={(country) => setRules([...rules, { country, rule: "verified" }])}
          onRemove={(country) => setRules(rules.filter((one) => one.country !== country))}
          end={(country) => (
            <Select
              aria-label={t`Age check in ${countryName(country)}`}
              className="h-11 rounded-card border border-line-strong bg-surface px-3 text-body text-ink"
              value={rules.find((one) => one.country === country)!.rule}
              onChange={({ target }) =>
                setRules(
                  rules.map((one) => (one.country === country ? { country, rule: target.value as AgeRule } : one)),
                )
              }
            >
              <RuleOptions />
            </Select>
          )}
        />
      </fieldset>
      <fieldset className="grid gap-5">
        <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Shipping`}</legend>
        <CountryList
          label={t`Countries you don't ship to`}
          adding={t`Add a country you don't ship to`}
          codes={noShipping}
          onAdd={(country) => setNoShipping([...noShipping, country])}
          onRemove={(country) => setNoShipping(noShipping.filter((one) => one !== country))}
        />
      </fieldset>
    </>
  )
}

function RuleOptions() {
  return ageRules.map((rule) => (
    <option key={rule} value={rule}>
      {ruleNames[rule]}
    </option>
  ))
}

/** Says who verifies ages, and how the server knows a visitor's country. */
function Sources({ state, verifies }: { state: AgeState; verifies: boolean }) {
  const { provider, country_header, country, rule } = state
  return (
    <>
      {verifies && (provider === null || provider === "sandbox") && (
        <Alert kind="warn" title={provider ? t`Ages are verified by a test page` : t`No age provider is configured`}>
          {provider
            ? t`The sandbox approves everyone. Set AGE_PROVIDER_ISSUER to use a real provider.`
            : t`Where ages must be verified, the shop stays closed to everyone but staff until AGE_PROVIDER_ISSUER is set.`}
        </Alert>
      )}
      <p className="text-ink-2 text-ui">
        {country_header
          ? t`A visitor's country comes from your proxy, in ${country_header}. You're seen in ${country ? countryName(country) : t`an unknown country`}: ${inSentence(ruleNames[rule])}. Where the country is unknown, the strictest check applies.`
          : t`This server doesn't know a visitor's country, so the strictest check applies to everyone. Set COUNTRY_HEADER if your proxy sends the country.`}
      </p>
    </>
  )
}

interface CountryListProps {
  label: string
  adding: string
  /** What an empty list means. */
  none?: string
  readOnly?: boolean
  codes: CountryCode[]
  onAdd(code: CountryCode): void
  onRemove(code: CountryCode): void
  /** Content beside the name of a country. */
  end?(code: CountryCode): ReactNode
}

/** Adds countries to a list, and removes them. */
export function CountryList({
  label,
  adding,
  none = t`None`,
  readOnly = false,
  codes,
  onAdd,
  onRemove,
  end,
}: CountryListProps) {
  const [chosen, setChosen] = useState<CountryCode | "">("")
  const id = useId()
  const others = countriesByName().filter(([code]) => !codes.includes(code))
  const remove = (code: CountryCode) => {
    onRemove(code)
    // The button that was pressed is gone.
    document.getElementById(`${id}-add`)?.focus()
  }
  return (
    <div>
      <p id={id} className="text-ui font-medium">
        {label}
      </p>
      {codes.length === 0 && <p className="mt-1 text-ink-2 text-meta">{none}</p>}
      <ul aria-labelledby={id}>
        {codes.map((code) => (
          <li key={code} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-2 text-ui">
            <span className="grow">{countryName(code)}</span>
            {end?.(code)}
            {!readOnly && (
              <Button
                variant="outline"
                aria-label={t`Remove ${countryName(code)}`}
                onClick={() => remove(code)}
              >{t`Remove`}</Button>
            )}
          </li>
        ))}
      </ul>
      {!readOnly && (
        <div className="mt-3 flex flex-wrap items-end gap-3">
          <SelectField
            label={adding}
            id={`${id}-add`}
            className="grow"
            value={chosen}
            onChange={({ target }) => setChosen(target.value as CountryCode)}
          >
            <option value="">{t`Choose a country`}</option>
            {others.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          <Button
            variant="outline"
            aria-label={adding}
            disabled={chosen === ""}
            // The field before keeps the focus: an error that shows when it is left would move the button away.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              if (chosen) onAdd(chosen)
              setChosen("")
            }}
          >{t`Add`}</Button>
        </div>
      )}
    </div>
  )
}
