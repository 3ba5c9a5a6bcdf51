import { useState } from "react"
import type { ShopSettings } from "#contract/admin.ts"
import { settingsLimits } from "#contract/adminLimits.ts"
import type { AgeRule } from "#contract/age.ts"
import { type AutomaticEmail, automaticEmails } from "#contract/automatic.ts"
import { countryName } from "#contract/countries.ts"
import { panelTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { Loaded, useOpened } from "../../backoffice/staff-ui/Loaded.tsx"
import { ApiError, call } from "../../platform/api/client.ts"
import { type Draft, draftOf, writeInto } from "../../platform/forms/drafts.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { SelectField, TextArea, TextField } from "../../platform/ui/Field.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import type { z } from "../../platform/ui/zod.ts"
import { type Difference, EditConflict } from "../parts/EditConflict.tsx"
import { SaveBar } from "../parts/SaveBar.tsx"
import { Missing } from "../parts/setup.tsx"
import { Head } from "../shell/Head.tsx"
import { AnswerTarget, dayNames, TimeZones } from "./AnswerTarget.tsx"
import { AutomaticEmails, automaticNames } from "./AutomaticEmails.tsx"
import { Business } from "./Business.tsx"
import { Carriers } from "./Carriers.tsx"
import { labels, type SettingsInput, settingsForm } from "./form.ts"
import { Regions, ruleNames } from "./Regions.tsx"

const key = ["admin", "settings"]
const names = Object.keys(labels) as (keyof SettingsInput)[]

export function Settings() {
  const query = useOpened(key, read)
  return (
    <>
      <Head title={t`Settings`} note={t`Changes apply when you save.`} />
      <Missing only="seller" />
      <Loaded query={query} label={t`Loading the settings`}>
        {(settings) => <SettingsForm opened={settings} />}
      </Loaded>
      <Business />
      <Carriers />
    </>
  )
}

const read = () => call("GET /admin/settings")

/** If another admin has changed the settings meanwhile, the form shows the conflict and keeps its input. */
function SettingsForm({ opened }: { opened: ShopSettings }) {
  const [settings, setSettings] = useState(opened)
  const [theirs, setTheirs] = useState<ShopSettings>()
  const form = useZodForm<SettingsInput, z.output<typeof settingsForm>>(settingsForm, typedOf(opened))
  const send = async (values: z.output<typeof settingsForm>) => {
    try {
      const headers = { "if-match": `"v${settings.version}"` }
      const saved = await call("PATCH /admin/settings", { body: values, headers })
      setSettings(saved)
      setTheirs(undefined)
      form.reset(typedOf(saved))
      toast(panelTexts.settingsSaved, { kind: "success" })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error
      setTheirs(await read())
    }
  }
  /** Takes over the other admin's values of these fields. Fields edited here keep theirs. */
  const goOn = (take: (keyof SettingsInput)[]) => {
    for (const name of take) form.setValue(name, typedOf(theirs!)[name], { shouldDirty: true })
    setSettings(theirs!)
    setTheirs(undefined)
  }
  const draft: Draft = {
    ...draftOf(form, "settings"),
    saved: () => ({ ...typedOf(settings) }),
    version: settings.version,
    showsClash: true,
    restore: (typed, clash) => {
      writeInto(form, typed)
      if (!clash) return
      setSettings({ ...opened, ...clash.saved, version: Number(clash.version) })
      setTheirs(opened)
    },
    discard: () => {
      const now = theirs ?? settings
      setSettings(now)
      setTheirs(undefined)
      form.reset(typedOf(now))
    },
  }
  const { submit, failure } = useSending(form, send)
  const { errors, isSubmitting, isDirty } = form.formState
  const field = (name: keyof SettingsInput) => ({ ...form.register(name), error: errors[name]?.message })
  return (
    <form onSubmit={submit} noValidate className="max-w-2xl xl:max-w-none">
      <UnsavedChanges isDirty={() => isDirty && !isSubmitting} draft={draft} className="mb-6" />
      {(failure || theirs) && (
        <div className="mb-6 grid gap-6">
          {failure && (
            <Alert kind="danger" title={panelTexts.settingsFailed}>
              {failure}
            </Alert>
          )}
          {theirs && (
            <EditConflict
              title={t`Another admin changed these settings.`}
              differences={differencesOf(settings, theirs, form.getValues())}
              onGoOn={goOn}
            />
          )}
        </div>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-2 xl:gap-12">
        <TextField
          label={t`Shop name`}
          required
          maxLength={settingsLimits.shop_name}
          autoComplete="off"
          {...field("shop_name")}
        />
        <TextField
          label={t`Support hours`}
          required
          maxLength={settingsLimits.support_hours}
          autoComplete="off"
          {...field("support_hours")}
        />
        <fieldset className="grid gap-5">
          <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Announcement`}</legend>
          <TextField
            label={t`Text`}
            maxLength={settingsLimits.announcement}
            autoComplete="off"
            hint={t`Shown in a bar above every page. Leave empty to hide it.`}
            {...field("announcement")}
          />
          <TextField
            label={t`Link`}
            maxLength={settingsLimits.announcement_link}
            autoComplete="off"
            hint={t`A path on this site, such as /models. Leave empty for no link.`}
            {...field("announcement_link")}
          />
        </fieldset>
        <fieldset className="grid gap-5">
          <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Security`}</legend>
          <label className="flex min-h-11 items-center justify-between gap-4 text-ui">
            <span>
              <Trans>
                Require two-step verification for staff
                <span className="block text-ink-2 text-meta">
                  Staff without it can only open their own settings until they set it up.
                </span>
              </Trans>
            </span>
            <input type="checkbox" className="switch" {...form.register("require_second_factor")} />
          </label>
        </fieldset>
        <AnswerTarget form={form} />
        <div className="grid gap-6 xl:gap-12">
          <fieldset className="grid gap-5">
            <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Stock`}</legend>
            <TextField
              label={t`Warn when this many are left`}
              hint={t`For models without their own number. 0 turns warnings off.`}
              inputMode="numeric"
              autoComplete="off"
              {...field("low_stock_at")}
            />
          </fieldset>
          <fieldset className="grid gap-5">
            <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Reports`}</legend>
            <SelectField
              label={t`Time zone of reports`}
              hint={t`The dashboard and reports count by its days. When you change it, past days are counted again.`}
              {...field("time_zone")}
            >
              <TimeZones chosen={settings.time_zone} />
            </SelectField>
          </fieldset>
        </div>
        <Regions form={form} />
        <fieldset className="grid gap-5">
          <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Returns`}</legend>
          <TextField
            label={t`Days to request a return`}
            inputMode="numeric"
            maxLength={3}
            required
            autoComplete="off"
            hint={t`Counted from shipping, and again from completion. 0 for no returns.`}
            {...field("return_days")}
          />
        </fieldset>
        <fieldset className="grid gap-5">
          <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Order emails`}</legend>
          <label className="flex min-h-11 items-center justify-between gap-4 text-ui">
            <span>
              <Trans>
                Name the models in order emails
                <span className="block text-ink-2 text-meta">
                  Off, emails stay discreet: they have the order number and the amount, and nothing of what was bought.
                </span>
              </Trans>
            </span>
            <input type="checkbox" className="switch" {...form.register("emails_name_pieces")} />
          </label>
        </fieldset>
        <AutomaticEmails form={form} />
        <fieldset className="grid gap-5">
          <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Maintenance`}</legend>
          <label className="flex min-h-11 items-center justify-between gap-4 text-ui">
            <span>
              <Trans>
                Close the shop for maintenance
                <span className="block text-ink-2 text-meta">
                  Staff can still use the shop. Everyone else sees the message below.
                </span>
              </Trans>
            </span>
            <input type="checkbox" className="switch" {...form.register("maintenance")} />
          </label>
          <TextArea
            label={t`Message to visitors`}
            rows={2}
            maxLength={settingsLimits.maintenance_note}
            hint={t`Leave empty to use the default message.`}
            {...field("maintenance_note")}
          />
        </fieldset>
        {settings.updated_at && (
          <p className="text-ink-3 text-meta">
            {t`Last changed on ${dateTimeOf(settings.updated_at)}${settings.updated_by ? t` by ${settings.updated_by}` : ""}.`}
          </p>
        )}
      </div>
      <SaveBar busy={isSubmitting} isDirty={isDirty}>{t`Save settings`}</SaveBar>
    </form>
  )
}

function typedOf(settings: ShopSettings): SettingsInput {
  return {
    shop_name: settings.shop_name,
    support_hours: settings.support_hours,
    time_zone: settings.time_zone,
    announcement: settings.announcement ?? "",
    announcement_link: settings.announcement_link ?? "",
    require_second_factor: settings.require_second_factor,
    answer_target: settings.answer_target,
    answer_days: settings.answer_days,
    answer_from: settings.answer_from,
    answer_to: settings.answer_to,
    answer_zone: settings.answer_zone,
    age_rule: settings.age_rule,
    age_rules: settings.age_rules,
    no_shipping: settings.no_shipping,
    return_days: String(settings.return_days),
    emails_name_pieces: settings.emails_name_pieces,
    automatic_emails: settings.automatic_emails,
    low_stock_at: String(settings.low_stock_at),
    maintenance: settings.maintenance,
    maintenance_note: settings.maintenance_note ?? "",
  }
}

function differencesOf(
  before: ShopSettings,
  theirs: ShopSettings,
  mine: SettingsInput,
): Difference<keyof SettingsInput>[] {
  const [was, now] = [typedOf(before), typedOf(theirs)]
  return names
    .filter((name) => shown(now[name]) !== shown(was[name]))
    .map((name) => ({
      name,
      label: labels[name],
      now: shown(now[name]),
      ...(![shown(was[name]), shown(now[name])].includes(shown(mine[name])) ? { mine: shown(mine[name]) } : {}),
    }))
}

const isAutomatic = (one: unknown): one is AutomaticEmail => automaticEmails.includes(one as AutomaticEmail)

function shown(value: SettingsInput[keyof SettingsInput]): string {
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (typeof value === "number") return String(value)
  if (!Array.isArray(value)) return ruleNames[value as AgeRule] ?? (value || "empty")
  const items = value.map((one) => {
    if (typeof one === "number") return dayNames[one - 1]
    if (isAutomatic(one)) return automaticNames[one]
    return typeof one === "string" ? countryName(one) : `${countryName(one.country)}: ${ruleNames[one.rule]}`
  })
  return items.join(", ") || "none"
}
