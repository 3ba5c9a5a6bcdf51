import { useState } from "react"
import { useWatch } from "react-hook-form"
import { levels } from "#contract/accounts.ts"
import { discountLimits } from "#contract/adminLimits.ts"
import { categories } from "#contract/catalog.ts"
import type { Discount } from "#contract/discounts.ts"
import { maxCodeLength } from "#contract/limits.ts"
import { levelName } from "#contract/membership.ts"
import { discountAdminTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { Loaded, useOpened } from "../../backoffice/staff-ui/Loaded.tsx"
import { refresh } from "../../backoffice/table/useRows.ts"
import { call, list } from "../../platform/api/client.ts"
import { type Draft, draftOf, writeInto } from "../../platform/forms/drafts.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { useSendOnce } from "../../platform/forms/sendOnce.ts"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { SelectField, TextField } from "../../platform/ui/Field.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { categoryNames } from "../../shopfront/shop/categories.ts"
import { ItemForm } from "../parts/ItemForm.tsx"
import { ModelPicker } from "../parts/ModelPicker.tsx"
import { bodyOf, type DiscountInput, type DiscountValues, discountForm, emptyDiscount, valuesOf } from "./form.ts"

interface DiscountDialogProps {
  /** The id of a discount to edit, "new" to create one, or null while closed. */
  shown: "new" | number | null
  onClose(): void
}

export function DiscountDialog({ shown, onClose }: DiscountDialogProps) {
  return (
    <Dialog open={shown !== null} onClose={onClose} title={shown === "new" ? t`Add discount` : t`Edit discount`}>
      {shown === "new" && <Form known={null} onDone={onClose} />}
      {typeof shown === "number" && <Known id={shown} onDone={onClose} />}
    </Dialog>
  )
}

function Known({ id, onDone }: { id: number; onDone(): void }) {
  const query = useOpened(["admin", "discounts", "one", id], () => call(`GET /admin/discounts/${id}`))
  return (
    <Loaded query={query} failed={discountAdminTexts.loadFailed} fields={6}>
      {(known) => <Form key={known.version} known={known} onDone={onDone} />}
    </Loaded>
  )
}

function Form({ known, onDone }: { known: Discount | null; onDone(): void }) {
  const [initial] = useState(() => (known ? valuesOf(known) : emptyDiscount(new Date())))
  const form = useZodForm(discountForm, initial)
  const [models, setModels] = useState(known?.models ?? [])
  const [scope, method, kind] = useWatch({ control: form.control, name: ["scope", "isAutomatic", "kind"] })
  const isForModels = scope === "models"
  const isAutomatic = isForModels && method
  const once = useSendOnce()
  const send = async (values: DiscountInput) => {
    const body = bodyOf(
      values,
      models.map(({ id }) => id),
      known,
    )
    if (known) await call(`PUT /admin/discounts/${known.id}`, { body, headers: { "if-match": `"v${known.version}"` } })
    else await once((headers) => call("POST /admin/discounts", { body, headers }))
    toast(discountAdminTexts.saved, { kind: "success" })
    refresh("discounts")
    onDone()
  }
  const sending = useSending(form, send)
  const { errors } = form.formState
  const field = (name: Exclude<keyof DiscountValues, "levels" | "categories">) => ({
    ...form.register(name),
    error: errors[name]?.message,
  })
  const hasOthers = models !== (known?.models ?? models) || (known === null && models.length > 0)
  const draft: Draft = {
    ...draftOf(form, `discount-${known?.id ?? "new"}`),
    typed: () => ({ ...form.getValues(), models }),
    saved: () => ({ ...form.formState.defaultValues, models: known?.models ?? [] }),
    restore: ({ models: chosen, ...typed }) => {
      writeInto(form, typed)
      if (chosen) setModels(chosen as typeof models)
    },
    discard: () => {
      form.reset()
      setModels(known?.models ?? [])
    },
  }
  return (
    <ItemForm
      form={form}
      sending={sending}
      failed={discountAdminTexts.saveFailed}
      isChanged={hasOthers}
      draft={draft}
      action={known ? t`Save changes` : t`Add discount`}
    >
      <TextField
        label={t`Title`}
        hint={t`Customers see it with the amount.`}
        maxLength={discountLimits.title}
        required
        autoComplete="off"
        {...field("title")}
      />
      <SelectField label={t`Applies to`} {...field("scope")}>
        <option value="models">{t`Models`}</option>
        <option value="memberships">{t`Memberships`}</option>
      </SelectField>
      <div className="grid gap-5 sm:grid-cols-2">
        {isForModels && (
          <SelectField label={t`Method`} {...field("isAutomatic")}>
            <option value="">{t`Discount code`}</option>
            <option value="1">{t`Automatic`}</option>
          </SelectField>
        )}
        {!isAutomatic && (
          <TextField label={t`Code`} maxLength={maxCodeLength} required autoComplete="off" {...field("code")} />
        )}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label={t`Type`} {...field("kind")}>
          <option value="percent">{t`Percentage`}</option>
          <option value="fixed">{t`Fixed amount`}</option>
        </SelectField>
        <TextField
          label={kind === "percent" ? t`Percentage` : t`Amount in USD`}
          inputMode="decimal"
          required
          autoComplete="off"
          {...field("value")}
        />
      </div>
      <TextField
        label={isForModels ? t`Minimum subtotal in USD` : t`Minimum price in USD`}
        hint={
          isForModels
            ? t`Minimum total of the models the discount applies to.`
            : t`Price of the membership before the discount.`
        }
        inputMode="decimal"
        autoComplete="off"
        {...field("minimum")}
      />
      <Choices legend={t`Only for members of`} note={t`Everyone, if none is chosen.`}>
        {levels.map((level) => (
          <Choice key={level} label={levelName(level)} value={level} {...form.register("levels")} />
        ))}
      </Choices>
      {isForModels && (
        <>
          <Choices legend={t`Only for models of`} note={t`All models, if no category and no model is chosen.`}>
            {categories.map((category) => (
              <Choice
                key={category}
                label={categoryNames[category]}
                value={category}
                {...form.register("categories")}
              />
            ))}
          </Choices>
          <ModelPicker
            chosen={models}
            onChange={setModels}
            labels={{ chosen: t`And for these models`, search: t`Find a model`, found: t`Models found` }}
            add={t({ context: "button for a model", message: "add" })}
            remove={t({ context: "button for a model", message: "remove" })}
            name="models-to-discount"
            read={async (q, signal) => (await list("GET /dolls", { query: { limit: 10, q }, signal })).items}
          />
        </>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t`Limit of uses`} inputMode="numeric" autoComplete="off" {...field("max_uses")} />
        <TextField
          label={t`Limit per customer`}
          inputMode="numeric"
          autoComplete="off"
          {...field("max_uses_per_customer")}
        />
        <TextField label={t`Starts`} type="datetime-local" required {...field("starts_at")} />
        <TextField label={t`Ends`} type="datetime-local" {...field("ends_at")} />
      </div>
      <Choice
        label={isForModels ? t`For a customer's first order only` : t`For a customer's first membership only`}
        {...form.register("first_order")}
      />
      <Choice label={t`Active`} {...form.register("is_active")} />
    </ItemForm>
  )
}

export function Choices({ legend, note, children }: { legend: string; note: string; children: React.ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-ui">{legend}</legend>
      <div className="flex flex-wrap gap-x-5">{children}</div>
      <p className="mt-1 text-ink-3 text-meta">{note}</p>
    </fieldset>
  )
}

export function Choice({ label, ...rest }: { label: string } & React.ComponentProps<"input">) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-ui">
      <input type="checkbox" {...rest} />
      {label}
    </label>
  )
}
