import { useQuery } from "@tanstack/react-query"
import { EditShopSettings, type ShopSettings } from "#contract/admin.ts"
import { panelTexts } from "#contract/panelText.ts"
import { useSending, useZodForm } from "../../account/form.ts"
import { ask, explain } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import { Button } from "../../ui/Button.tsx"
import { TextArea, TextField } from "../../ui/Field.tsx"
import { dateTimeOf } from "../../ui/format.ts"
import { Notice } from "../../ui/Notice.tsx"
import { ErrorState, Skeleton } from "../../ui/states.tsx"
import { toast } from "../../ui/toast.tsx"
import { z } from "../../ui/zod.ts"
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

/** What the shop is called, when it can be reached, what it announces, and whether it is open. */
export function Settings() {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => ask<ShopSettings>("GET /admin/settings", {}).then(({ data }) => data),
    staleTime: 0,
  })
  return (
    <>
      <Head title="Settings" note="They count at once, for everybody." />
      {error && !data && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-96 max-w-2xl" />}
      {data && <SettingsForm key={data.version} settings={data} />}
    </>
  )
}

function SettingsForm({ settings }: { settings: ShopSettings }) {
  const form = useZodForm<z.input<typeof schema>, z.output<typeof schema>>(schema, {
    shop_name: settings.shop_name,
    support_hours: settings.support_hours,
    announcement: settings.announcement ?? "",
    announcement_link: settings.announcement_link ?? "",
    maintenance: settings.maintenance,
    maintenance_note: settings.maintenance_note ?? "",
  })
  const send = async (values: z.output<typeof schema>) => {
    const { data } = await ask<ShopSettings>("PATCH /admin/settings", {
      body: values,
      headers: { "if-match": `"v${settings.version}"` },
    })
    queries().setQueryData(key, data)
    toast(panelTexts.settingsSaved, { kind: "success" })
  }
  const { submit, failure } = useSending(form, send)
  const { errors, isSubmitting } = form.formState
  const field = (name: keyof z.input<typeof schema>) => ({ ...form.register(name), error: errors[name]?.message })
  return (
    <form onSubmit={submit} noValidate className="grid max-w-2xl gap-6">
      {failure && (
        <Notice kind="danger" title={panelTexts.settingsFailed}>
          {failure}
        </Notice>
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
        {settings.updated_at && (
          <p className="text-ink-3 text-meta">
            {`Changed last on ${dateTimeOf(settings.updated_at)}${settings.updated_by ? ` by ${settings.updated_by}` : ""}.`}
          </p>
        )}
      </div>
    </form>
  )
}
