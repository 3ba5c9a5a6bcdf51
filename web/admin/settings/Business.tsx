import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { businessLimits } from "#contract/adminLimits.ts"
import { type Business as BusinessDetails, EditBusiness } from "#contract/invoicing.ts"
import { maxEmailLength } from "#contract/limits.ts"
import { paperTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { Loaded, useOpened } from "../../backoffice/staff-ui/Loaded.tsx"
import { ApiError, call } from "../../platform/api/client.ts"
import { type Draft, draftOf, writeInto } from "../../platform/forms/drafts.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { TextArea, TextField } from "../../platform/ui/Field.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { z } from "../../platform/ui/zod.ts"
import { EditConflict } from "../parts/EditConflict.tsx"
import { setupKey } from "../parts/setup.tsx"
import { orNone } from "./form.ts"

const key = ["admin", "business"]
const { shape } = EditBusiness
const schema = z.object({
  legal_name: shape.legal_name.unwrap(),
  address: orNone(shape.address.unwrap()),
  email: orNone(shape.email.unwrap()),
  phone: orNone(shape.phone.unwrap()),
  register: orNone(shape.register.unwrap()),
  register_number: orNone(shape.register_number.unwrap()),
  tax_number: orNone(shape.tax_number.unwrap()),
  controller: orNone(shape.controller.unwrap()),
  disputes: orNone(shape.disputes.unwrap()),
  invoice_footer: orNone(shape.invoice_footer.unwrap()),
  sender_name: orNone(shape.sender_name.unwrap()),
  sender_address: orNone(shape.sender_address.unwrap()),
})
type Typed = z.input<typeof schema>

interface Field {
  label: string
  most: number
  hint?: string
  /** Several lines. */
  rows?: number
  type?: "email" | "tel"
}

const fields: Record<keyof Typed, Field> = {
  legal_name: { label: t`Business name`, most: businessLimits.name },
  address: { label: t`Business address`, most: businessLimits.address, rows: 3 },
  email: { label: t`Business email`, most: maxEmailLength, type: "email" },
  phone: { label: t`Business phone`, most: businessLimits.phone, type: "tel" },
  register: {
    label: t`Company register`,
    most: businessLimits.register,
    hint: t`For example the court or the office.`,
  },
  register_number: { label: t`Register number`, most: businessLimits.register_number },
  tax_number: { label: t`Tax ID`, most: businessLimits.tax_number, hint: t`For example a VAT number.` },
  controller: {
    label: t`Data controller`,
    most: businessLimits.controller,
    rows: 3,
    hint: t`Who is responsible for personal data. Leave empty if it is the seller.`,
  },
  disputes: {
    label: t`Where disputes go`,
    most: businessLimits.disputes,
    rows: 3,
    hint: t`For example the competent court, and whether you take part in dispute resolution.`,
  },
  invoice_footer: {
    label: t`Invoice footer`,
    most: businessLimits.footer,
    rows: 3,
    hint: t`For example bank details or a note about tax.`,
  },
  sender_name: {
    label: t`Neutral sender`,
    most: businessLimits.name,
    hint: t`On labels and packing slips, which never show the shop's name. Choose a name that says nothing about the shop.`,
  },
  sender_address: { label: t`Sender address`, most: businessLimits.address, rows: 3 },
}
const names = Object.keys(fields) as (keyof Typed)[]
const ofPapers: (keyof Typed)[] = ["invoice_footer", "sender_name", "sender_address"]

const read = () => call("GET /admin/business")

/** The seller on pages, in emails and on invoices, and the sender of its parcels. */
export function Business() {
  const query = useOpened(key, read)
  return (
    <section aria-labelledby="business" className="mt-12 max-w-2xl">
      <h2 id="business" className="placard scroll-mt-4 pt-3 font-display text-h3">{t`Seller`}</h2>
      <p className="mt-3 text-ink-2 text-ui">
        {t`Once the address and the email are there, visitors see the seller in the footer, on the contact page, the imprint, the terms and the privacy policy, and at the end of order emails. Invoices that were issued before keep the details they have.`}
      </p>
      <Loaded query={query} label={t`Loading the business details`}>
        {(business) => <BusinessForm opened={business} />}
      </Loaded>
    </section>
  )
}

/** If another admin has changed the details meanwhile, the form shows the conflict and keeps its input. */
function BusinessForm({ opened }: { opened: BusinessDetails }) {
  const [business, setBusiness] = useState(opened)
  const [theirs, setTheirs] = useState<BusinessDetails>()
  const client = useQueryClient()
  const form = useZodForm<Typed, z.output<typeof schema>>(schema, typedOf(opened))
  const send = async (body: z.output<typeof schema>) => {
    try {
      const headers = { "if-match": `"v${business.version}"` }
      const saved = await call("PATCH /admin/business", { body, headers })
      setBusiness(saved)
      setTheirs(undefined)
      form.reset(typedOf(saved))
      toast(paperTexts.saved, { kind: "success" })
      void client.invalidateQueries({ queryKey: setupKey })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error
      setTheirs(await read())
    }
  }
  /** Takes over the other admin's values of these fields. Fields edited here keep theirs. */
  const goOn = (take: (keyof Typed)[]) => {
    for (const name of take) form.setValue(name, typedOf(theirs!)[name], { shouldDirty: true })
    setBusiness(theirs!)
    setTheirs(undefined)
  }
  const draft: Draft = {
    ...draftOf(form, "business"),
    saved: () => ({ ...typedOf(business) }),
    version: business.version,
    showsClash: true,
    restore: (typed, clash) => {
      writeInto(form, typed)
      if (!clash) return
      setBusiness({ ...opened, ...clash.saved, version: Number(clash.version) })
      setTheirs(opened)
    },
    discard: () => {
      const now = theirs ?? business
      setBusiness(now)
      setTheirs(undefined)
      form.reset(typedOf(now))
    },
  }
  const { submit, failure } = useSending(form, send)
  const { errors, isSubmitting, isDirty } = form.formState
  const field = (name: keyof Typed) => {
    const { most, rows, ...rest } = fields[name]
    const all = { ...rest, ...form.register(name), error: errors[name]?.message, maxLength: most, autoComplete: "off" }
    const isRequired = name === "legal_name"
    return rows ? <TextArea key={name} rows={rows} {...all} /> : <TextField key={name} required={isRequired} {...all} />
  }
  return (
    <form onSubmit={submit} noValidate className="mt-4 grid gap-6">
      <UnsavedChanges isDirty={() => isDirty && !isSubmitting} draft={draft} />
      {failure && (
        <Alert kind="danger" title={paperTexts.saveFailed}>
          {failure}
        </Alert>
      )}
      {theirs && (
        <EditConflict
          title={t`Another admin changed the business details.`}
          differences={differencesOf(typedOf(business), typedOf(theirs), form.getValues())}
          onGoOn={goOn}
        />
      )}
      {names.filter((name) => !ofPapers.includes(name)).map(field)}
      <h2 className="placard mt-6 pt-3 font-display text-h3">{t`Invoices and parcels`}</h2>
      {ofPapers.map(field)}
      <div>
        <Button type="submit" busy={isSubmitting} disabled={!isDirty}>{t`Save business details`}</Button>
      </div>
    </form>
  )
}

const typedOf = (business: BusinessDetails) =>
  Object.fromEntries(names.map((name) => [name, business[name] ?? ""])) as Typed

const shown = (value: string) => value || t`empty`

const differencesOf = (was: Typed, now: Typed, mine: Typed) =>
  names
    .filter((name) => now[name] !== was[name])
    .map((name) => ({
      name,
      label: fields[name].label,
      now: shown(now[name]),
      ...([was[name], now[name]].includes(mine[name]) ? {} : { mine: shown(mine[name]) }),
    }))
