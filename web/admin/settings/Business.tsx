import { businessLimits } from "#contract/adminLimits.ts"
import { type Business as BusinessDetails, EditBusiness } from "#contract/invoicing.ts"
import { paperTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { Loaded, useOpened } from "../../backoffice/staff-ui/Loaded.tsx"
import { call } from "../../platform/api/client.ts"
import { draftOf } from "../../platform/forms/drafts.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { TextArea, TextField } from "../../platform/ui/Field.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { z } from "../../platform/ui/zod.ts"
import { orNone } from "./form.ts"

const key = ["admin", "business"]
const { shape } = EditBusiness
const schema = z.object({
  legal_name: shape.legal_name.unwrap(),
  address: orNone(shape.address.unwrap()),
  tax_number: orNone(shape.tax_number.unwrap()),
  invoice_footer: orNone(shape.invoice_footer.unwrap()),
  sender_name: orNone(shape.sender_name.unwrap()),
  sender_address: orNone(shape.sender_address.unwrap()),
})
type Typed = z.input<typeof schema>

/** The shop's details on invoices, and the sender of its parcels. */
export function Business() {
  const query = useOpened(key, () => call("GET /admin/business"))
  return (
    <section aria-labelledby="business" className="mt-12 max-w-2xl">
      <h2 id="business" className="placard pt-3 font-display text-h3">{t`Invoices and parcels`}</h2>
      <Loaded query={query} label={t`Loading the business details`}>
        {(business) => <BusinessForm key={business.version} business={business} onSaved={() => void query.refetch()} />}
      </Loaded>
    </section>
  )
}

function BusinessForm({ business, onSaved }: { business: BusinessDetails; onSaved(): void }) {
  const form = useZodForm<Typed, z.output<typeof schema>>(schema, typedOf(business))
  const send = async (body: z.output<typeof schema>) => {
    const headers = { "if-match": `"v${business.version}"` }
    const saved = await call("PATCH /admin/business", { body, headers })
    form.reset(typedOf(saved))
    toast(paperTexts.saved, { kind: "success" })
    onSaved()
  }
  const { submit, failure } = useSending(form, send)
  const { errors, isSubmitting, isDirty } = form.formState
  const field = (name: keyof Typed) => ({ ...form.register(name), error: errors[name]?.message, autoComplete: "off" })
  return (
    <form onSubmit={submit} noValidate className="mt-4 grid gap-6">
      <UnsavedChanges isDirty={() => isDirty && !isSubmitting} draft={draftOf(form, "business")} />
      {failure && (
        <Alert kind="danger" title={paperTexts.saveFailed}>
          {failure}
        </Alert>
      )}
      <TextField
        label={t`Business name`}
        required
        maxLength={businessLimits.name}
        hint={t`The seller on invoices. Invoices that were issued before keep the details they have.`}
        {...field("legal_name")}
      />
      <TextArea label={t`Business address`} rows={3} maxLength={businessLimits.address} {...field("address")} />
      <TextField label={t`Tax ID`} maxLength={businessLimits.tax_number} {...field("tax_number")} />
      <TextArea
        label={t`Invoice footer`}
        rows={3}
        maxLength={businessLimits.footer}
        hint={t`For example bank details or a note about tax.`}
        {...field("invoice_footer")}
      />
      <TextField
        label={t`Neutral sender`}
        maxLength={businessLimits.name}
        hint={t`On labels and packing slips, which never show the shop's name. Choose a name that says nothing about the shop.`}
        {...field("sender_name")}
      />
      <TextArea label={t`Sender address`} rows={3} maxLength={businessLimits.address} {...field("sender_address")} />
      <div>
        <Button type="submit" busy={isSubmitting} disabled={!isDirty}>{t`Save business details`}</Button>
      </div>
    </form>
  )
}

const typedOf = (business: BusinessDetails): Typed => ({
  legal_name: business.legal_name,
  address: business.address ?? "",
  tax_number: business.tax_number ?? "",
  invoice_footer: business.invoice_footer ?? "",
  sender_name: business.sender_name ?? "",
  sender_address: business.sender_address ?? "",
})
