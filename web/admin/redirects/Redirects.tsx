import { useMemo, useState } from "react"
import { useSearchParams } from "react-router"
import { type Redirect, RedirectForm, redirectLimits } from "#contract/redirects.ts"
import { locale, plural, t } from "#contract/t.ts"
import type { Column } from "../../backoffice/table/columns.ts"
import { actionsColumn, createdColumn, Opener } from "../../backoffice/table/commonColumns.tsx"
import { DataTable } from "../../backoffice/table/DataTable.tsx"
import { shortDate } from "../../backoffice/table/dates.ts"
import { listAt, refresh } from "../../backoffice/table/useRows.ts"
import { call } from "../../platform/api/client.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { Plus } from "../../platform/ui/icons.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { ItemForm } from "../parts/ItemForm.tsx"
import { useAdding } from "../parts/useAdding.ts"
import { Head } from "../shell/Head.tsx"

const read = listAt("GET /admin/redirects")

export function Redirects() {
  const [adding, setAdding] = useAdding()
  const [edited, setEdited] = useState<Redirect>()
  const [doomed, setDoomed] = useState<Redirect>()
  const columns = useMemo(() => columnsOf(setEdited, setDoomed), [])
  const from = useSearchParams()[0].get("from") ?? ""
  const close = () => (edited ? setEdited(undefined) : setAdding(false))
  return (
    <>
      <Head title={t`Redirects`} note={t`Permanent redirects for pages that no longer exist.`}>
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden size={18} />
          {t`Add redirect`}
        </Button>
      </Head>
      <DataTable
        name="redirects"
        label={t`Redirects`}
        count={(n, written) => plural(n, { one: "1 redirect", other: `${written} redirects` })}
        read={read}
        columns={columns}
        rowName={(redirect) => redirect.from}
        search={t`Search redirects`}
        empty={t`No redirects yet.`}
      />
      <Dialog open={adding || edited !== undefined} onClose={close} title={edited ? t`Edit redirect` : t`Add redirect`}>
        {(adding || edited) && <Form key={edited?.id} known={edited} from={from} onDone={close} />}
      </Dialog>
      <Confirm
        open={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        title={t`Delete redirect?`}
        action={t`Delete redirect`}
        onConfirm={async () => {
          await call(`DELETE /admin/redirects/${doomed!.id}`)
          toast(t`Redirect deleted`, { kind: "success" })
          refresh("redirects")
        }}
      >
        <Trans>Visitors of {doomed?.from} will be told that the page doesn't exist.</Trans>
      </Confirm>
    </>
  )
}

function Form({ known, from, onDone }: { known: Redirect | undefined; from: string; onDone(): void }) {
  const form = useZodForm(RedirectForm, known ? { from: known.from, to: known.to } : { from, to: "" })
  const sending = useSending(form, async (body: RedirectForm) => {
    if (known) {
      await call(`PUT /admin/redirects/${known.id}`, { body, headers: { "if-match": `"v${known.version}"` } })
    } else await call("POST /admin/redirects", { body })
    toast(t`Redirect saved`, { kind: "success" })
    refresh("redirects")
    onDone()
  })
  const { errors } = form.formState
  return (
    <ItemForm
      form={form}
      sending={sending}
      failed={t`Failed to save the redirect`}
      action={known ? t`Save changes` : t`Add redirect`}
    >
      <TextField
        label={t({ context: "old address", message: "From" })}
        hint={t`A path that no longer exists, such as /model/12.`}
        maxLength={redirectLimits.path}
        required
        autoComplete="off"
        {...form.register("from")}
        error={errors.from?.message}
      />
      <TextField
        label={t({ context: "new address", message: "To" })}
        hint={t`A page on this site, such as /models?category=premium.`}
        maxLength={redirectLimits.path}
        required
        autoComplete="off"
        {...form.register("to")}
        error={errors.to?.message}
      />
    </ItemForm>
  )
}

function columnsOf(edit: (redirect: Redirect) => void, remove: (redirect: Redirect) => void): Column<Redirect>[] {
  return [
    {
      id: "from",
      header: t({ context: "old address", message: "From" }),
      title: true,
      cell: (redirect) => (
        <Opener open={() => edit(redirect)} className="wrap-anywhere">
          {redirect.from}
        </Opener>
      ),
      text: (redirect) => redirect.from,
    },
    {
      id: "to",
      header: t({ context: "new address", message: "To" }),
      cell: ({ to }) => <span className="wrap-anywhere">{to}</span>,
      text: ({ to }) => to,
    },
    {
      id: "hits",
      header: t`Hits`,
      end: true,
      sort: { asc: "hits_asc", desc: "hits" },
      cell: ({ hits }) => hits.toLocaleString(locale),
      text: ({ hits }) => hits,
    },
    {
      id: "last",
      header: t`Last hit`,
      cell: ({ last_hit_at }) => (last_hit_at ? shortDate(last_hit_at) : t`Never`),
      text: ({ last_hit_at }) => last_hit_at,
    },
    createdColumn("since", t`Added`),
    actionsColumn(
      (redirect) => redirect.from,
      (redirect) => [
        { label: t`Edit`, run: () => edit(redirect) },
        { label: t`Delete`, danger: true, run: () => remove(redirect) },
      ],
    ),
  ]
}
