import { useState } from "react"
import { useWatch } from "react-hook-form"
import type { User } from "#contract/accounts.ts"
import { planTexts } from "#contract/buyingText.ts"
import { type Language, languageNames, languages } from "#contract/languages.ts"
import { planLimits } from "#contract/limits.ts"
import { levelName, type PaidLevel, specifiedWords } from "#contract/membership.ts"
import type { AdminPlan } from "#contract/memberships.ts"
import { t } from "#contract/t.ts"
import { Loaded, useOpened } from "../../backoffice/staff-ui/Loaded.tsx"
import { ApiError, call } from "../../platform/api/client.ts"
import { type Draft, draftOf } from "../../platform/forms/drafts.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { language } from "../../platform/language.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { SelectField, TextArea, TextField } from "../../platform/ui/Field.tsx"
import { dateTimeOf, money } from "../../platform/ui/format.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import type { z } from "../../platform/ui/zod.ts"
import { TierFeatures } from "../../shopfront/orders/TierFeatures.tsx"
import { EditConflict } from "../parts/EditConflict.tsx"
import { SaveBar } from "../parts/SaveBar.tsx"
import { Head } from "../shell/Head.tsx"
import { bodyOf, labels, type PlanField, type PlanInput, planForm, previewOf, typedOf } from "./form.ts"

const read = () => call("GET /admin/plans")

/** What memberships cost and include. Financial admins see it, super admins change it. */
export function Plans({ user }: { user: User }) {
  const query = useOpened(["admin", "plans"], read)
  const [level, setLevel] = useState<PaidLevel>("standard")
  return (
    <>
      <Head
        title={t`Plans`}
        note={t`What memberships cost and include. Paid time and open invoices keep what they were sold with.`}
      />
      <Loaded query={query} fields={6}>
        {(plans) => (
          <>
            <SelectField
              label={t`Plan`}
              className="max-w-xs"
              value={level}
              onChange={({ target }) => setLevel(target.value as PaidLevel)}
            >
              {plans.map((plan) => (
                <option key={plan.level} value={plan.level}>
                  {levelName(plan.level)}
                </option>
              ))}
            </SelectField>
            {plans
              .filter((plan) => plan.level === level)
              .map((plan) => (
                <PlanForm
                  key={plan.level}
                  opened={plan}
                  isReadOnly={user.admin_type !== "super_admin"}
                  onSaved={() => void query.refetch()}
                />
              ))}
          </>
        )}
      </Loaded>
    </>
  )
}

interface PlanFormProps {
  opened: AdminPlan
  isReadOnly: boolean
  onSaved(): void
}

const readOne = async (level: PaidLevel) => (await read()).find((plan) => plan.level === level)!
const matching = ({ version }: AdminPlan) => ({ "if-match": `"v${version}"` })

/** The form shows the current terms. With a moment it enters a change for later, which stands above it until then. */
function PlanForm({ opened, isReadOnly, onSaved }: PlanFormProps) {
  const [plan, setPlan] = useState(opened)
  const [theirs, setTheirs] = useState<AdminPlan>()
  const [shown, setShown] = useState<Language>(language)
  const form = useZodForm<PlanInput, z.output<typeof planForm>>(planForm, typedOf(opened.now, null))
  const take = (saved: AdminPlan) => {
    setPlan(saved)
    setTheirs(undefined)
    form.reset(typedOf(saved.now, null))
    onSaved()
  }
  const send = async (values: z.output<typeof planForm>) => {
    try {
      take(await call(`PUT /admin/plans/${plan.level}`, { body: bodyOf(values), headers: matching(plan) }))
      toast(planTexts.saved, { kind: "success" })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error
      setTheirs(await readOne(plan.level))
    }
  }
  /** Takes over the other admin's values of these fields. Fields edited here keep theirs. */
  const goOn = (names: PlanField[]) => {
    const now = typedOf(theirs!.now, null)
    for (const name of names) form.setValue(name, now[name], { shouldDirty: true })
    setPlan(theirs!)
    setTheirs(undefined)
  }
  const draft: Draft = { ...draftOf(form, `plan-${plan.level}`), version: plan.version }
  const { submit, failure } = useSending(form, send)
  const { errors, isSubmitting, isDirty } = form.formState
  const field = (name: PlanField) => ({
    label: labels[name],
    autoComplete: "off",
    ...form.register(name),
    error: errors[name]?.message,
  })
  const words = (name: "title" | "description" | "lines") => field(`${name}_${shown}`)
  const placeholder = shown === language ? specifiedWords(plan.level) : undefined
  return (
    <form onSubmit={submit} noValidate className="mt-6 max-w-2xl xl:max-w-none">
      <UnsavedChanges isDirty={() => isDirty && !isSubmitting} draft={draft} className="mb-6" />
      <div className="grid gap-6">
        {failure && (
          <Alert kind="danger" title={planTexts.saveFailed}>
            {failure}
          </Alert>
        )}
        {theirs && (
          <EditConflict
            title={t`Another admin changed this plan.`}
            differences={differencesOf(plan, theirs, form.getValues())}
            onGoOn={goOn}
          />
        )}
        {plan.next && <Planned plan={plan} isReadOnly={isReadOnly} onWithdrawn={take} />}
      </div>
      <div className="mt-6 grid items-start gap-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] xl:gap-12">
        <fieldset disabled={isReadOnly} className="grid min-w-0 gap-8">
          <fieldset className="grid gap-5 sm:grid-cols-2">
            <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Prices`}</legend>
            <TextField inputMode="decimal" required {...field("price")} />
            <TextField inputMode="decimal" hint={emptyMeansOff} {...field("price_90")} />
            <TextField inputMode="decimal" hint={emptyMeansOff} {...field("price_180")} />
            <TextField inputMode="decimal" hint={emptyMeansOff} {...field("price_360")} />
          </fieldset>
          <fieldset className="grid gap-5 sm:grid-cols-2">
            <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Included in every 30 days`}</legend>
            <TextField inputMode="numeric" hint={t`Leave empty for unlimited.`} {...field("messages")} />
            <TextField inputMode="numeric" required {...field("photos")} />
            <TextField
              inputMode="numeric"
              hint={t`Off the price of every model. Leave empty for none.`}
              {...field("discount")}
            />
          </fieldset>
          <fieldset className="grid gap-5">
            <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Texts`}</legend>
            <SelectField
              label={t`Language`}
              hint={t`A text that is empty is the English one; in English, it is the standard wording.`}
              value={shown}
              onChange={({ target }) => setShown(target.value as Language)}
            >
              {languageNames.map((name) => (
                <option key={name} value={name}>
                  {languages[name]}
                </option>
              ))}
            </SelectField>
            <TextField
              key={`title_${shown}`}
              maxLength={planLimits.title}
              placeholder={placeholder?.title}
              {...words("title")}
            />
            <TextField
              key={`description_${shown}`}
              maxLength={planLimits.description}
              placeholder={placeholder?.description}
              {...words("description")}
            />
            <TextArea
              key={`lines_${shown}`}
              rows={6}
              hint={t`One per line, in this order. {messages} and {photos} stand for the numbers above.`}
              placeholder={placeholder?.lines.join("\n")}
              {...words("lines")}
            />
          </fieldset>
          <fieldset className="grid gap-3">
            <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Sale`}</legend>
            <Switch
              label={t`On sale`}
              note={t`If it is off, nobody can buy the plan. Members keep what they have.`}
              {...form.register("sold")}
            />
            <Switch
              label={t`Recommended`}
              note={t`Marks the plan for visitors below VIP.`}
              {...form.register("recommended")}
            />
            <TextField
              type="datetime-local"
              hint={t`Leave empty to change the plan now. A later time replaces a change that is already planned.`}
              {...field("valid_from")}
            />
          </fieldset>
          {plan.updated_at && (
            <p className="text-ink-3 text-meta">
              {t`Last changed on ${dateTimeOf(plan.updated_at)}${plan.updated_by ? t` by ${plan.updated_by}` : ""}.`}
            </p>
          )}
        </fieldset>
        <Preview level={plan.level} control={form.control} shown={shown} />
      </div>
      {isReadOnly ? (
        <p className="mt-8 text-ink-2 text-ui">{t`Only super admins can change plans.`}</p>
      ) : (
        <SaveBar busy={isSubmitting} isDirty={isDirty}>{t`Save plan`}</SaveBar>
      )}
    </form>
  )
}

const emptyMeansOff = t`Leave empty to not sell this length.`

function Switch({ label, note, ...rest }: { label: string; note: string } & React.ComponentProps<"input">) {
  return (
    <label className="flex min-h-11 items-center justify-between gap-4 text-ui">
      <span>
        {label}
        <span className="block text-ink-2 text-meta">{note}</span>
      </span>
      <input type="checkbox" className="switch" {...rest} />
    </label>
  )
}

interface PlannedProps {
  plan: AdminPlan
  isReadOnly: boolean
  onWithdrawn(plan: AdminPlan): void
}

/** The change that waits, and what it changes. */
function Planned({ plan, isReadOnly, onWithdrawn }: PlannedProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const next = plan.next!
  const [now, then] = [typedOf(plan.now, null), typedOf(next, null)]
  const changed = (Object.keys(labels) as PlanField[]).filter((name) => now[name] !== then[name])
  const withdraw = async () => {
    setBusy(true)
    try {
      onWithdrawn(await call(`DELETE /admin/plans/${plan.level}/next`, { headers: matching(plan) }))
      toast(planTexts.withdrawn, { kind: "success" })
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <Alert kind="info" title={t`A change is planned for ${dateTimeOf(next.valid_from!)}`}>
      <dl className="grid gap-1">
        {changed.map((name) => (
          <div key={name}>
            <dt className="inline font-semibold">{labels[name]}: </dt>
            <dd className="wrap-anywhere inline">{t`${written(now[name])}, then ${written(then[name])}`}</dd>
          </div>
        ))}
      </dl>
      {failure && <p className="mt-2 text-danger">{failure}</p>}
      {!isReadOnly && (
        <Button variant="outline" className="mt-3" busy={isBusy} onClick={() => void withdraw()}>
          {t`Cancel this change`}
        </Button>
      )}
    </Alert>
  )
}

const written = (value: string | boolean) => (typeof value === "boolean" ? (value ? t`yes` : t`no`) : value || t`none`)

function differencesOf(before: AdminPlan, theirs: AdminPlan, mine: PlanInput) {
  const [was, now] = [typedOf(before.now, null), typedOf(theirs.now, null)]
  return (Object.keys(labels) as PlanField[])
    .filter((name) => now[name] !== was[name])
    .map((name) => ({
      name,
      label: labels[name],
      now: written(now[name]),
      ...([was[name], now[name]].includes(mine[name]) ? {} : { mine: written(mine[name]) }),
    }))
}

interface PreviewProps {
  level: PaidLevel
  control: ReturnType<typeof useZodForm<PlanInput, z.output<typeof planForm>>>["control"]
  shown: Language
}

/** The card as visitors will see it. */
function Preview({ level, control, shown }: PreviewProps) {
  const plan = previewOf(level, useWatch({ control }) as PlanInput, shown)
  return (
    <section aria-labelledby="plan-preview" className="min-w-0 lg:sticky lg:top-6">
      <h2 id="plan-preview" className="placard pt-3 pb-4 font-display text-h3">{t`Preview`}</h2>
      <div className="rounded-card border border-line bg-surface p-6">
        <div className="flex flex-wrap items-center gap-x-3">
          <h3 className="wrap-anywhere font-display text-h2">{plan.name}</h3>
          {plan.recommended && <Tag tone="plum">{t`Recommended`}</Tag>}
          {!plan.sold && <Tag tone="neutral">{t`Not on sale`}</Tag>}
        </div>
        <p className="wrap-anywhere mt-1 text-ink-2">{plan.description}</p>
        <ul className="mt-4 grid gap-1">
          {plan.periods.map(({ days, price }) => (
            <li key={days}>
              <span className="font-semibold text-lead tabular">{money(price)}</span>
              <span className="text-ink-3 text-ui">{days === 30 ? t` for 30 days` : t` for ${days} days`}</span>
            </li>
          ))}
        </ul>
        <TierFeatures plan={plan} className="wrap-anywhere mt-4 text-ui" />
        {plan.discount > 0 && <p className="mt-3 text-ui">{t`${plan.discount}% off every model`}</p>}
      </div>
    </section>
  )
}
