import { Plus, X } from "lucide-react"
import { type UseFormReturn, useFieldArray } from "react-hook-form"
import { categories, type Doll } from "#contract/catalog.ts"
import { categoryNames } from "../../shop/categories.ts"
import { Button, IconButton } from "../../ui/Button.tsx"
import { SelectField, TextArea, TextField } from "../../ui/Field.tsx"
import { type DollInput, type DollValues, labels } from "./form.ts"

export type DollForm = UseFormReturn<DollValues, unknown, DollInput>
type Simple = Exclude<keyof DollValues, "specifications" | "is_available">

const units: Partial<Record<Simple, string>> = {
  doll_height: "cm",
  doll_vaginal_depth: "cm",
  doll_anal_depth: "cm",
  doll_oral_depth: "cm",
  doll_weight: "kg",
  doll_gross_weight: "kg",
}

/** Everything that is known about a model. A star marks what a new model needs, and what one that has it must keep. */
export function DollFields({ form, known }: { form: DollForm; known?: Doll }) {
  const { errors } = form.formState
  const field = (name: Simple) => ({
    label: units[name] ? `${labels[name]} (${units[name]})` : labels[name],
    ...form.register(name),
    error: errors[name]?.message,
  })
  const isNeeded = (name: Simple) => !known || known[name] !== null
  const measure = (name: Simple) => ({
    ...field(name),
    type: "number",
    step: 0.1,
    min: 0,
    inputMode: "decimal" as const,
    required: isNeeded(name),
  })
  return (
    <div className="grid gap-8">
      <Group title="Details">
        <TextField {...field("name")} required maxLength={120} autoComplete="off" className="sm:col-span-2" />
        <TextField
          {...field("price")}
          label="Price (USD)"
          type="number"
          step={0.01}
          min={0}
          inputMode="decimal"
          required
        />
        <SelectField {...field("doll_category")}>
          {categories.map((category) => (
            <option key={category} value={category}>
              {categoryNames[category]}
            </option>
          ))}
        </SelectField>
        <TextArea
          {...field("description")}
          required
          rows={3}
          hint="The first 100 characters stand on its card, the first 150 on its page."
          className="sm:col-span-2"
        />
        <TextArea {...field("long_description")} rows={5} className="sm:col-span-2" />
        <TextField {...field("release_date")} type="date" required={isNeeded("release_date")} />
        <TextField
          {...field("stock")}
          type="number"
          step={1}
          min={0}
          inputMode="numeric"
          hint="Empty: made to order."
        />
        <label className="flex min-h-11 items-center gap-3 text-ui sm:col-span-2">
          <input type="checkbox" {...form.register("is_available")} />
          Available in the shop
        </label>
      </Group>
      <Group title="Measures">
        <TextField {...measure("doll_height")} hint="Under 140 cm it waits for a second admin." />
        <TextField
          {...field("doll_material")}
          required={isNeeded("doll_material")}
          maxLength={120}
          autoComplete="off"
        />
        <TextField {...measure("doll_vaginal_depth")} hint="0 for a piece without." />
        <TextField {...measure("doll_anal_depth")} />
        <TextField {...measure("doll_oral_depth")} />
        <TextField {...measure("doll_weight")} />
        <TextField {...measure("doll_gross_weight")} />
        <TextField
          {...field("doll_packing_size")}
          required={isNeeded("doll_packing_size")}
          maxLength={120}
          hint="Such as 170 × 45 × 35 cm"
          autoComplete="off"
        />
        <TextField
          {...field("doll_body_size")}
          required={isNeeded("doll_body_size")}
          maxLength={120}
          autoComplete="off"
        />
      </Group>
      <Specifications form={form} />
    </div>
  )
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="placard w-full pt-3 pb-4 font-display text-h3">{title}</legend>
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}

function Specifications({ form }: { form: DollForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "specifications" })
  const faults = form.formState.errors.specifications
  return (
    <fieldset className="min-w-0">
      <legend className="placard w-full pt-3 pb-4 font-display text-h3">Specifications</legend>
      <div className="grid gap-4">
        {fields.map(({ id }, at) => (
          <div key={id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem] items-start gap-3">
            <TextField
              label={`Name ${at + 1}`}
              {...form.register(`specifications.${at}.name`)}
              error={faults?.[at]?.name?.message}
              maxLength={80}
            />
            <TextField
              label={`Value ${at + 1}`}
              {...form.register(`specifications.${at}.value`)}
              error={faults?.[at]?.value?.message}
              maxLength={200}
            />
            <IconButton label={`Remove specification ${at + 1}`} className="mt-6" onClick={() => remove(at)}>
              <X aria-hidden size={18} />
            </IconButton>
          </div>
        ))}
        <div>
          <Button look="outline" disabled={fields.length >= 40} onClick={() => append({ name: "", value: "" })}>
            <Plus aria-hidden size={16} />
            Add a specification
          </Button>
        </div>
      </div>
    </fieldset>
  )
}
