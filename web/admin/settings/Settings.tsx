import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { EditShopSettings, type ShopSettings } from "#contract/admin.ts"
import { panelTexts } from "#contract/panelText.ts"
import { useSending, useZodForm } from "../../account/form.ts"
import { ApiError, call, explain } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
import { TextArea, TextField } from "../../ui/Field.tsx"
import { dateTimeOf } from "../../ui/format.ts"
import { Notice } from "../../ui/Notice.tsx"
import { ErrorState, Skeleton } from "../../ui/states.tsx"
import { toast } from "../../ui/toast.tsx"
import { z } from "../../ui/zod.ts"
import { type Difference, Meanwhile } from "../parts/Meanwhile.tsx"
import { Head } from "../shell/Head.tsx"

const key = ["admin", "settings"]
const { shape } = EditShopSettings
/** An empty field means: none. */
const orNone = (field: z.ZodType<string | null, string | null>) =>
  z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(field)
const schema = z.object({
  shop_name: shape.shop_name.unwrap(),
  support_hours: shape.support_hours.unwrap(),
  announcement: orNone(shape.announcement.unwrap()),
  announcement_link: orNone(shape.announcement_link.unwrap()),
  maintenance: z.boolean(),
  maintenance_note: orNone(shape.maintenance_note.unwrap()),
})

type Typed = z.input<typeof schema>
const labels: Record<keyof Typed, string> = {
  shop_name: "Shop name",
  support_hours: "Support hours",
  announcement: "Text of the announcement",
  announcement_link: "Where it leads to",
  maintenance: "Closed",
  maintenance_note: "What visitors read",
}
const names = Object.keys(labels) as (keyof Typed)[]

/** What the shop is called, when it can be reached, what it announces, and whether it is open. */
export function Settings() {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: read,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <>
      <Head title="Settings" note="They count at once, for everybody." />
      {error && !data && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-96 max-w-2xl" />}
      {data && <SettingsForm opened={data} />}
    </>
  )
}

const read = () => call<ShopSettings>("GET /admin/settings")

/** What another admin changes meanwhile is told, and nothing that was typed is lost. */
function SettingsForm({ opened }: { opened: ShopSettings }) {
  const [settings, setSettings] = useState(opened)
  const [theirs, setTheirs] = useState<ShopSettings>()
  const form = useZodForm<Typed, z.output<typeof schema>>(schema, typedOf(opened))
  const send = async (values: z.output<typeof schema>) => {
    try {
      const headers = { "if-match": `"v${settings.version}"` }
      const saved = await call<ShopSettings>("PATCH /admin/settings", { body: values, headers })
      setSettings(saved)
      setTheirs(undefined)
      form.reset(typedOf(saved))
      toast(panelTexts.settingsSaved, { kind: "success" })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error
      setTheirs(await read())
    }
  }
  /** Theirs come into the form, but where something else was typed here. */
  const goOn = (take: (keyof Typed)[]) => {
    for (const name of take) form.setValue(name, typedOf(theirs!)[name], { shouldDirty: true })
    setSettings(theirs!)
    setTheirs(undefined)
  }
  const { submit, failure } = useSending(form, send)
  const { errors, isSubmitting, isDirty } = form.formState
  const field = (name: keyof Typed) => ({ ...form.register(name), error: errors[name]?.message })
  return (
    <form onSubmit={submit} noValidate className="grid max-w-2xl gap-6">
      {failure && (
        <Notice kind="danger" title={panelTexts.settingsFailed}>
          {failure}
        </Notice>
      )}
      {theirs && (
        <Meanwhile
          title="Another admin has changed the settings meanwhile."
          differences={differencesOf(settings, theirs, form.getValues())}
          onGoOn={goOn}
        />
      )}
      <TextField label="Shop name" required maxLength={40} autoComplete="off" {...field("shop_name")} />
      <TextField label="Support hours" required maxLength={80} autoComplete="off" {...field("support_hours")} />
      <fieldset className="grid gap-5">
        <legend className="placard w-full pt-3 pb-4 font-display text-h3">Announcement</legend>
        <TextField
          label="Text"
          maxLength={200}
          autoComplete="off"
          hint="Stands in a bar above every page. Empty: no bar."
          {...field("announcement")}
        />
        <TextField
          label="Leads to"
          maxLength={200}
          autoComplete="off"
          hint="A path on this site, such as /models. Empty: nowhere."
          {...field("announcement_link")}
        />
      </fieldset>
      <fieldset className="grid gap-5">
        <legend className="placard w-full pt-3 pb-4 font-display text-h3">Maintenance</legend>
        <label className="flex min-h-11 items-center justify-between gap-4 text-ui">
          <span>
            The shop is closed for a short while
            <span className="block text-ink-2 text-meta">Staff still come in; everybody else reads why.</span>
          </span>
          <input type="checkbox" className="switch" {...form.register("maintenance")} />
        </label>
        <TextArea
          label="What visitors read"
          rows={2}
          maxLength={300}
          hint="Empty: the usual sentence."
          {...field("maintenance_note")}
        />
      </fieldset>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={isSubmitting}>
          Save settings
        </Button>
        {isDirty && (
          <p role="status" className="text-ink-2 text-meta">
            There are changes that are not saved.
          </p>
        )}
        {settings.updated_at && (
          <p className="text-ink-3 text-meta">
            {`Changed last on ${dateTimeOf(settings.updated_at)}${settings.updated_by ? ` by ${settings.updated_by}` : ""}.`}
          </p>
        )}
      </div>
    </form>
  )
}

function typedOf(settings: ShopSettings): Typed {
  return {
    shop_name: settings.shop_name,
    support_hours: settings.support_hours,
    announcement: settings.announcement ?? "",
    announcement_link: settings.announcement_link ?? "",
    maintenance: settings.maintenance,
    maintenance_note: settings.maintenance_note ?? "",
  }
}

function differencesOf(before: ShopSettings, theirs: ShopSettings, mine: Typed): Difference<keyof Typed>[] {
  const [was, now] = [typedOf(before), typedOf(theirs)]
  return names
    .filter((name) => now[name] !== was[name])
    .map((name) => ({
      name,
      label: labels[name],
      now: shown(now[name]),
      ...(mine[name] !== was[name] && mine[name] !== now[name] ? { mine: shown(mine[name]) } : {}),
    }))
}

const shown = (value: string | boolean) => (typeof value === "boolean" ? (value ? "yes" : "no") : value || "empty")
