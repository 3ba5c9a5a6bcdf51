import { useState } from "react"
import { useFieldArray, useWatch } from "react-hook-form"
import type { User } from "#contract/accounts.ts"
import { countriesByName } from "#contract/countries.ts"
import { type Selling, sellingLimits } from "#contract/selling.ts"
import { sellingTexts } from "#contract/sellingText.ts"
import { t } from "#contract/t.ts"
import { Loaded, useOpened } from "../../backoffice/staff-ui/Loaded.tsx"
import { ApiError, call } from "../../platform/api/client.ts"
import { type Draft, draftOf, writeInto } from "../../platform/forms/drafts.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { SelectField } from "../../platform/ui/Field.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { EditConflict } from "../parts/EditConflict.tsx"
import { SaveBar } from "../parts/SaveBar.tsx"
import { Head } from "../shell/Head.tsx"
import { emptyMethod, labels, type SellingInput, type SellingOutput, sellingForm, shown, typedOf } from "./form.ts"
import { Method } from "./Method.tsx"
import { Rates } from "./Rates.tsx"

const key = ["admin", "shipping"]
const names = Object.keys(labels) as (keyof SellingInput)[]
const read = () => call("GET /admin/shipping")

/** How the shop ships and taxes. Admins who pack orders see it; only super admins change it. */
export function Shipping({ user }: { user: User }) {
  const query = useOpened(key, read)
  const mayEdit = user.admin_type === "super_admin"
  return (
    <>
      <Head
        title={t`Shipping and taxes`}
        note={
          mayEdit ? t`Changes apply when you save, to new orders only.` : t`Only super admins can change this page.`
        }
      />
      <Loaded query={query} label={t`Loading shipping and taxes`}>
        {(selling) => <SellingForm opened={selling} mayEdit={mayEdit} />}
      </Loaded>
    </>
  )
}

/** If another admin has changed the page meanwhile, the form shows the conflict and keeps its input. */
function SellingForm({ opened, mayEdit }: { opened: Selling; mayEdit: boolean }) {
  const [selling, setSelling] = useState(opened)
  const [theirs, setTheirs] = useState<Selling>()
  const form = useZodForm<SellingInput, SellingOutput>(sellingForm, typedOf(opened))
  const methods = useFieldArray({ control: form.control, name: "methods", keyName: "key" })
  const send = async (values: SellingOutput) => {
    try {
      const saved = await call("PATCH /admin/shipping", {
        body: values,
        headers: { "if-match": `"v${selling.version}"` },
      })
      setSelling(saved)
      setTheirs(undefined)
      form.reset(typedOf(saved))
      toast(sellingTexts.saved, { kind: "success" })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error
      setTheirs(await read())
    }
  }
  const goOn = (take: (keyof SellingInput)[]) => {
    for (const name of take) form.setValue(name, typedOf(theirs!)[name], { shouldDirty: true })
    setSelling(theirs!)
    setTheirs(undefined)
  }
  const draft: Draft = {
    ...draftOf(form, "shipping"),
    saved: () => ({ ...typedOf(selling) }),
    version: selling.version,
    showsClash: true,
    restore: (typed, clash) => {
      writeInto(form, typed)
      if (!clash) return
      setSelling({ ...opened, version: Number(clash.version) })
      setTheirs(opened)
    },
    discard: () => {
      const now = theirs ?? selling
      setSelling(now)
      setTheirs(undefined)
      form.reset(typedOf(now))
    },
  }
  const { submit, failure } = useSending(form, send)
  const { errors, isSubmitting, isDirty } = form.formState
  return (
    <form onSubmit={submit} noValidate className="max-w-3xl">
      {mayEdit && <UnsavedChanges isDirty={() => isDirty && !isSubmitting} draft={draft} className="mb-6" />}
      <div className="grid gap-6 empty:hidden">
        {failure && (
          <Alert kind="danger" title={sellingTexts.saveFailed}>
            {failure}
          </Alert>
        )}
        {theirs && (
          <EditConflict
            title={sellingTexts.changed}
            differences={differencesOf(typedOf(selling), typedOf(theirs), form.getValues())}
            onGoOn={goOn}
          />
        )}
      </div>
      <fieldset disabled={!mayEdit} className="grid gap-10">
        <section aria-labelledby="methods">
          <h2 id="methods" className="placard pt-3 font-display text-h3">{t`Shipping methods`}</h2>
          <p className="mt-1 text-ink-2 text-ui">
            {t`Customers choose among the methods for their country, in this order. With a single free method there is nothing to choose.`}
          </p>
          <Coverage control={form.control} />
          <ol className="mt-5 grid gap-5">
            {methods.fields.map(({ key: id }, at) => (
              <Method
                key={id}
                form={form}
                at={at}
                count={methods.fields.length}
                mayEdit={mayEdit}
                onMove={(to) => methods.move(at, to)}
                onRemove={() => methods.remove(at)}
              />
            ))}
          </ol>
          {mayEdit && methods.fields.length < sellingLimits.methods && (
            <Button variant="outline" className="mt-5" onClick={() => methods.append(emptyMethod())}>
              {t`Add a shipping method`}
            </Button>
          )}
        </section>
        <section aria-labelledby="origin" className="grid gap-5">
          <h2 id="origin" className="placard pt-3 font-display text-h3">{t`Customs`}</h2>
          <SelectField
            label={labels.seller_country}
            hint={t`Customers elsewhere read that they may have to pay import duties. Between countries of the EU there are none.`}
            error={errors.seller_country?.message}
            {...form.register("seller_country")}
          >
            <option value="">{t`Not specified`}</option>
            {countriesByName().map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
        </section>
        <section aria-labelledby="vat" className="grid gap-5">
          <h2 id="vat" className="placard pt-3 font-display text-h3">{t`VAT`}</h2>
          <label className="flex min-h-11 items-center justify-between gap-4 text-ui">
            <span>
              <Trans>
                Prices include VAT
                <span className="block text-ink-2 text-meta">
                  If not, it's added to the total. Either way it's rounded once per order, and shipping is taxed like
                  the models.
                </span>
              </Trans>
            </span>
            <input type="checkbox" className="switch shrink-0" {...form.register("prices_include_tax")} />
          </label>
          <Rates form={form} mayEdit={mayEdit} />
        </section>
      </fieldset>
      {selling.updated_at && (
        <p className="mt-8 text-ink-3 text-meta">
          {t`Last changed on ${dateTimeOf(selling.updated_at)}${selling.updated_by ? t` by ${selling.updated_by}` : ""}.`}
        </p>
      )}
      {mayEdit && <SaveBar busy={isSubmitting} isDirty={isDirty}>{t`Save shipping and taxes`}</SaveBar>}
    </form>
  )
}

/** Says which countries nothing is shipped to. */
function Coverage({ control }: { control: ReturnType<typeof useZodForm<SellingInput, SellingOutput>>["control"] }) {
  const used = useWatch({ control, name: "methods" }).filter(({ is_on }) => is_on)
  if (used.length === 0) return <Alert kind="warn" className="mt-4" title={t`No method is on, so nobody can order.`} />
  if (used.some(({ countries }) => countries.length === 0)) return null
  return (
    <p role="status" className="mt-3 text-ui text-warn">
      {t`No method is for everywhere else: only customers in the countries below can order.`}
    </p>
  )
}

function differencesOf(was: SellingInput, now: SellingInput, mine: SellingInput) {
  return names
    .filter((name) => shown(name, now) !== shown(name, was))
    .map((name) => ({
      name,
      label: labels[name],
      now: shown(name, now),
      ...([shown(name, was), shown(name, now)].includes(shown(name, mine)) ? {} : { mine: shown(name, mine) }),
    }))
}
