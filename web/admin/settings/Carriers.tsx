import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { carrierLimits } from "#contract/adminLimits.ts"
import { type Carrier, CarrierForm, numberFormatNames, numberFormats } from "#contract/carriers.ts"
import { carrierTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { Loaded } from "../../backoffice/staff-ui/Loaded.tsx"
import { call } from "../../platform/api/client.ts"
import { draftOf } from "../../platform/forms/drafts.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { SelectField, TextField } from "../../platform/ui/Field.tsx"
import { Plus } from "../../platform/ui/icons.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { z } from "../../platform/ui/zod.ts"
import { carriersKey } from "../orders/useCarriers.ts"
import { ItemForm } from "../parts/ItemForm.tsx"

/** The carriers that deliver parcels, and their tracking pages. */
export function Carriers() {
  const [edited, setEdited] = useState<Carrier | "new">()
  const query = useQuery({ queryKey: carriersKey, queryFn: () => call("GET /admin/carriers") })
  return (
    <section aria-labelledby="carriers" className="mt-12 max-w-2xl">
      <div className="placard flex flex-wrap items-center justify-between gap-4 pt-3">
        <h2 id="carriers" className="font-display text-h3">{t`Carriers`}</h2>
        <Button variant="outline" onClick={() => setEdited("new")}>
          <Plus aria-hidden size={18} />
          {t`Add carrier`}
        </Button>
      </div>
      <Loaded query={query} failed={carrierTexts.loadFailed} label={t`Loading the carriers`}>
        {(carriers) => (
          <ul className="mt-3 border-line border-t text-ui">
            {carriers.map((carrier) => (
              <li key={carrier.id} className="flex flex-wrap items-center gap-x-4 border-line border-b py-1">
                <span className="min-w-0 flex-1 basis-48">
                  <span className="font-semibold">{carrier.name}</span>{" "}
                  {!carrier.is_active && <Tag tone="neutral">{t`Inactive`}</Tag>}
                  <span className="wrap-anywhere block text-ink-2 text-meta">{carrier.tracking_url}</span>
                </span>
                <Button
                  variant="quiet"
                  aria-label={t`Edit ${carrier.name}`}
                  onClick={() => setEdited(carrier)}
                >{t`Edit`}</Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Dialog
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === "new" ? t`Add carrier` : t`Edit ${edited?.name ?? t`carrier`}`}
      >
        {edited && <Form carrier={edited === "new" ? null : edited} onDone={() => setEdited(undefined)} />}
      </Dialog>
    </section>
  )
}

const { shape } = CarrierForm
const schema = z.object({
  name: shape.name,
  tracking_url: shape.tracking_url,
  number_format: z.enum(["", ...numberFormatNames]).transform((given) => given || null),
  is_active: z.boolean(),
})

function Form({ carrier, onDone }: { carrier: Carrier | null; onDone(): void }) {
  const client = useQueryClient()
  const form = useZodForm<z.input<typeof schema>, z.output<typeof schema>>(schema, {
    name: carrier?.name ?? "",
    tracking_url: carrier?.tracking_url ?? "https://",
    number_format: carrier?.number_format ?? "",
    is_active: carrier?.is_active ?? true,
  })
  const send = async (body: z.output<typeof schema>) => {
    if (carrier) await call(`PUT /admin/carriers/${carrier.id}`, { body })
    else await call("POST /admin/carriers", { body })
    await client.invalidateQueries({ queryKey: carriersKey })
    toast(carrierTexts.saved, { kind: "success" })
    onDone()
  }
  const sending = useSending(form, send)
  const { errors } = form.formState
  return (
    <ItemForm
      form={form}
      sending={sending}
      failed={carrierTexts.saveFailed}
      draft={draftOf(form, `carrier-${carrier?.id ?? "new"}`)}
      action={t`Save carrier`}
    >
      <TextField
        label={t`Name`}
        required
        maxLength={carrierLimits.name}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register("name")}
      />
      <TextField
        label={t`Tracking page`}
        required
        maxLength={carrierLimits.url}
        autoComplete="off"
        spellCheck={false}
        hint={t`Use {number} in place of the tracking number.`}
        error={errors.tracking_url?.message}
        {...form.register("tracking_url")}
      />
      <SelectField
        label={t`Check of tracking numbers`}
        hint={t`Numbers that can't be from this carrier are rejected.`}
        {...form.register("number_format")}
      >
        <option value="">{t`No check`}</option>
        {numberFormatNames.map((name) => (
          <option key={name} value={name}>
            {`${numberFormats[name].name}: ${numberFormats[name].said}`}
          </option>
        ))}
      </SelectField>
      <label className="flex min-h-11 items-center justify-between gap-4 text-ui">
        {t`Offered when orders are shipped`}
        <input type="checkbox" className="switch" {...form.register("is_active")} />
      </label>
    </ItemForm>
  )
}
