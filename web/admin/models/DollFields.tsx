import { type ComponentProps, Fragment, type ReactNode } from "react"
import { type UseFormReturn, useFieldArray } from "react-hook-form"
import { dollLimits } from "#contract/adminLimits.ts"
import { categories, type Doll } from "#contract/catalog.ts"
import { countriesByName } from "#contract/countries.ts"
import { maxNameLength } from "#contract/limits.ts"
import { type Fact, facts, forFacts } from "#contract/modelFacts.ts"
import { t } from "#contract/t.ts"
import { Button, IconButton } from "../../platform/ui/Button.tsx"
import { SelectField, TextArea, TextField } from "../../platform/ui/Field.tsx"
import { Plus, X } from "../../platform/ui/icons.ts"
import { categoryNames } from "../../shopfront/shop/categories.ts"
import { type DollInput, type DollValues, isNeeded, labels } from "./form.ts"

export type DollForm = UseFormReturn<DollValues, unknown, DollInput>
type Simple = Exclude<keyof DollValues, "specifications" | "is_available">

const units: Partial<Record<Simple, string>> = Object.fromEntries(facts.map(([name, { unit }]) => [name, unit]))
const hints: Partial<Record<Fact, string>> = {
  doll_height: t`Under 140 cm, a second admin has to approve it.`,
  doll_vaginal_depth: t`Enter 0 if it has none.`,
  doll_packing_size: t`For example, 170 × 45 × 35 cm`,
}

/** A star marks a field as required: for a new model, or for one that has a value in it. */
export function DollFields({ form, known }: { form: DollForm; known?: Doll }) {
  const { errors } = form.formState
  const field = (name: Simple) => ({
    label: units[name] ? `${labels[name]} (${units[name]})` : labels[name],
    ...form.register(name),
    error: errors[name]?.message,
  })
  const fact = (name: Fact, typed: Partial<ComponentProps<typeof TextField>>) => (
    <TextField {...field(name)} required={isNeeded(name, known)} hint={hints[name]} {...typed} />
  )
  // Sorted as they are shown.
  const details = {
    name: (
      <TextField {...field("name")} required maxLength={maxNameLength} autoComplete="off" className="sm:col-span-2" />
    ),
    price: (
      <TextField
        {...field("price")}
        label={t`Price (USD)`}
        type="number"
        step={0.01}
        min={0}
        inputMode="decimal"
        required
      />
    ),
    doll_category: (
      <SelectField {...field("doll_category")}>
        {categories.map((category) => (
          <option key={category} value={category}>
            {categoryNames[category]}
          </option>
        ))}
      </SelectField>
    ),
    description: (
      <TextArea
        {...field("description")}
        required
        rows={3}
        hint={t`The first 100 characters are shown on its card, the first 150 on its page.`}
        className="sm:col-span-2"
      />
    ),
    long_description: <TextArea {...field("long_description")} rows={5} className="sm:col-span-2" />,
    release_date: <TextField {...field("release_date")} type="date" required={isNeeded("release_date", known)} />,
    stock: (
      <TextField
        {...field("stock")}
        type="number"
        step={1}
        min={0}
        inputMode="numeric"
        hint={t`Leave empty if made to order.`}
      />
    ),
    reference: (
      <TextField
        {...field("reference")}
        maxLength={dollLimits.reference}
        hint={t`Your own ID for this model. Imports use it to find the model.`}
        autoComplete="off"
        className="sm:col-span-2"
      />
    ),
    is_available: (
      <label className="flex min-h-11 items-center gap-3 text-ui sm:col-span-2">
        <input type="checkbox" {...form.register("is_available")} />
        {t`Available in the shop`}
      </label>
    ),
  } satisfies Partial<Record<keyof DollValues, ReactNode>>
  const customs = {
    hs_code: <TextField {...field("hs_code")} inputMode="numeric" hint={t`6 to 10 digits`} autoComplete="off" />,
    origin_country: (
      <SelectField {...field("origin_country")}>
        <option value="">{t`Not specified`}</option>
        {countriesByName().map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    ),
    customs_value: (
      <TextField
        {...field("customs_value")}
        label={t`Declared value (USD)`}
        type="number"
        step={0.01}
        min={0}
        inputMode="decimal"
        hint={t`Leave empty to declare the price paid.`}
      />
    ),
  } satisfies Record<Exclude<keyof DollValues, Fact | "specifications" | keyof typeof details>, ReactNode>
  const measures = forFacts(
    (name) => fact(name, { type: "number", step: 0.1, min: 0, inputMode: "decimal" }),
    (name) => fact(name, { maxLength: dollLimits.line, autoComplete: "off" }),
  )
  return (
    <div className="grid gap-8">
      <Group title={t`Details`}>{shown(details)}</Group>
      <Group title={t`Measurements`}>{shown(measures)}</Group>
      <Specifications form={form} />
      <Group
        title={t`Customs`}
        note={t`Printed on the labels of parcels to other customs territories. Customers don't see it.`}
      >
        {shown(customs)}
      </Group>
    </div>
  )
}

const shown = (inputs: Record<string, ReactNode>) =>
  Object.entries(inputs).map(([name, input]) => <Fragment key={name}>{input}</Fragment>)

function Group({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="placard w-full pt-3 pb-4 font-display text-h3">{title}</legend>
      {note && <p className="mb-4 text-ink-2 text-ui">{note}</p>}
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}

/** A name and its value, one below the other on phones. Their labels are for screen readers only. */
const specification =
  "grid grid-cols-[minmax(0,1fr)_2.75rem] items-start gap-x-3 gap-y-2 [&_label]:sr-only sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_2.75rem]"

function Specifications({ form }: { form: DollForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "specifications" })
  const faults = form.formState.errors.specifications
  return (
    <fieldset className="min-w-0">
      <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Specifications`}</legend>
      <div className="grid gap-4">
        {fields.map(({ id }, at) => (
          <div key={id} className={specification}>
            <TextField
              label={t`Name ${at + 1}`}
              placeholder={t`Name`}
              {...form.register(`specifications.${at}.name`)}
              error={faults?.[at]?.name?.message}
              maxLength={dollLimits.specificationName}
            />
            <TextField
              label={t`Value ${at + 1}`}
              placeholder={t`Value`}
              className="max-sm:order-last max-sm:col-span-2"
              {...form.register(`specifications.${at}.value`)}
              error={faults?.[at]?.value?.message}
              maxLength={dollLimits.specificationValue}
            />
            <IconButton label={t`Remove specification ${at + 1}`} onClick={() => remove(at)}>
              <X aria-hidden size={18} />
            </IconButton>
          </div>
        ))}
        <div>
          <Button
            variant="outline"
            disabled={fields.length >= dollLimits.specifications}
            onClick={() => append({ name: "", value: "" })}
          >
            <Plus aria-hidden size={16} />
            {t`Add specification`}
          </Button>
        </div>
      </div>
    </fieldset>
  )
}
