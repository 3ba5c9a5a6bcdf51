import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { levels } from "#contract/accounts.ts"
import type { CountryCode } from "#contract/countries.ts"
import { languageNames, languages } from "#contract/languages.ts"
import { newsletterLimits } from "#contract/newsletters.ts"
import { locale, plural, t } from "#contract/t.ts"
import { nameOf } from "../../backoffice/staff-ui/levels.ts"
import { call, explain, list } from "../../platform/api/client.ts"
import { SelectField } from "../../platform/ui/Field.tsx"
import { Choice, Choices } from "../discounts/DiscountDialog.tsx"
import { ModelPicker } from "../parts/ModelPicker.tsx"
import { CountryList } from "../settings/Regions.tsx"
import { choiceNames, type Fields, fieldNames, listIn, type lists, modelsIn, segmentOf } from "./fields.ts"

interface RecipientsProps {
  fields: Fields
  onChange(changed: Fields): void
}

/** Who gets the newsletter, and how many they are. */
export function Recipients({ fields, onChange }: RecipientsProps) {
  const toggle = (name: (typeof lists)[number], value: string) => {
    const chosen = listIn(fields, name)
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
    onChange({ [name]: next.sort().join(" ") })
  }
  const choices = (name: "languages" | "levels", options: readonly (readonly [string, string])[]) => (
    <Choices legend={fieldNames[name]!} note={t`Everyone, if none is chosen.`}>
      {options.map(([value, label]) => (
        <Choice
          key={value}
          label={label}
          checked={listIn(fields, name).includes(value)}
          onChange={() => toggle(name, value)}
        />
      ))}
    </Choices>
  )
  return (
    <fieldset className="grid min-w-0 gap-5">
      <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Recipients`}</legend>
      <Audience fields={fields} />
      {choices(
        "languages",
        languageNames.map((name) => [name, languages[name]]),
      )}
      {choices(
        "levels",
        levels.map((level) => [level, nameOf[level]]),
      )}
      <CountryList
        label={fieldNames.countries!}
        adding={t`Add a country`}
        codes={listIn(fields, "countries") as CountryCode[]}
        onAdd={(code) => toggle("countries", code)}
        onRemove={(code) => toggle("countries", code)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        {(["bought", "favorites"] as const).map((name) => (
          <SelectField
            key={name}
            label={fieldNames[name]!}
            value={fields[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          >
            {Object.entries(choiceNames).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      {(fields.bought !== "any" || fields.favorites !== "any") && (
        <ModelPicker
          chosen={modelsIn(fields)}
          onChange={(models) => onChange({ models: JSON.stringify(models.slice(0, newsletterLimits.models)) })}
          labels={{ chosen: fieldNames.models!, search: t`Find a model`, found: t`Models found` }}
          add={t({ context: "button for a model", message: "add" })}
          remove={t({ context: "button for a model", message: "remove" })}
          name="models-of-newsletter"
          read={async (q, signal) => (await list("GET /dolls", { query: { limit: 10, q }, signal })).items}
        />
      )}
    </fieldset>
  )
}

/** Reads how many subscribers match. */
export const useAudience = (fields: Fields) => {
  const segment = segmentOf(fields)
  return useQuery({
    queryKey: ["admin", "newsletter-audience", segment],
    queryFn: ({ signal }) => call("POST /admin/newsletters/audience", { body: segment, signal }),
    placeholderData: keepPreviousData,
  })
}

export const peopleIn = (n: number) =>
  plural(n, { one: "1 subscriber", other: `${n.toLocaleString(locale)} subscribers` })

function Audience({ fields }: { fields: Fields }) {
  const { data, error } = useAudience(fields)
  return (
    <p role="status" className="min-h-6 text-ink-2 text-ui">
      {data ? t`Goes to ${peopleIn(data.count)}.` : error ? explain(error) : ""}
    </p>
  )
}
