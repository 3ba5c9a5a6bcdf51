import { useMemo, useState } from "react"
import type { Moderator } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { plural, t } from "#contract/t.ts"
import { Depends } from "../../backoffice/staff-ui/Depends.tsx"
import type { Column } from "../../backoffice/table/columns.ts"
import { DataTable } from "../../backoffice/table/DataTable.tsx"
import type { RowAction } from "../../backoffice/table/RowMenu.tsx"
import { useShown } from "../../backoffice/table/shown.ts"
import { listAt, refresh, useRows } from "../../backoffice/table/useRows.ts"
import { call, explain, unlessGone } from "../../platform/api/client.ts"
import { Link } from "../../platform/router.ts"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { UserPlus } from "../../platform/ui/icons.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { useAdding } from "../parts/useAdding.ts"
import { Head } from "../shell/Head.tsx"
import { personColumns } from "./columns.tsx"
import { Delete } from "./Delete.tsx"
import { useInvitations } from "./invitations.tsx"
import { ModeratorDialog } from "./ModeratorDialog.tsx"

const read = listAt("GET /moderators/moderators")
const filters = [
  {
    name: "active",
    label: t`State`,
    options: [
      ["", t`All`],
      ["true", t`Active`],
      ["false", t`Inactive`],
    ],
  },
] as const

export function Moderators() {
  const [adding, setAdding] = useAdding()
  const { id: edited, show, close } = useShown("moderator")
  const [doomed, setDoomed] = useState<Moderator>()
  const [leaving, setLeaving] = useState<Moderator>()
  const { told, acts, dialogs } = useInvitations("moderators")
  const columns = useMemo(
    () => columnsOf({ edit: show, remove: setDoomed, deactivate: setLeaving, invited: acts }),
    [show, acts],
  )
  return (
    <>
      <Head title={t`Moderators`} note={t`Moderators answer chats about their assigned models.`}>
        {/* On phones the bar below the page has it. */}
        <ButtonLink
          to="/moderator-assignments"
          variant="outline"
          className="max-md:hidden"
        >{t`Assignments`}</ButtonLink>
        <Button onClick={() => setAdding(true)}>
          <UserPlus aria-hidden size={18} />
          {t`Invite moderator`}
        </Button>
      </Head>
      <TopFive />
      <DataTable
        name="moderators"
        label={t`Moderators`}
        count={(n, written) => plural(n, { one: "1 moderator", other: `${written} moderators` })}
        read={read}
        columns={columns}
        rowName={({ full_name, email }) => full_name || email}
        search={t`Search moderators`}
        filters={filters}
        csv="/moderators/moderators"
        empty={adminTexts.noModerators}
        emptyMore={<Button onClick={() => setAdding(true)}>{t`Invite moderator`}</Button>}
        failed={adminTexts.moderatorFetchFailed}
      />
      <ModeratorDialog
        shown={adding ? "new" : edited}
        onInvited={told}
        onClose={() => (adding ? setAdding(false) : close())}
      />
      {dialogs}
      <Confirm
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={t`Deactivate ${leaving?.full_name ?? t`this moderator`}?`}
        action={t`Deactivate`}
        onConfirm={() => activate(leaving!)}
      >
        <Trans>
          They will be logged out everywhere and can't log in again until you reactivate the account.
          {leaving && <Depends id={leaving.id} />}
        </Trans>
      </Confirm>
      <Delete
        person={doomed}
        kind="moderator"
        failed={adminTexts.moderatorDeleteFailed}
        onClose={() => setDoomed(undefined)}
        run={async ({ id, full_name }) => {
          try {
            await call(`DELETE /moderators/${id}`).catch(unlessGone)
            toast(t`${full_name} removed from moderators`, { kind: "success" })
          } finally {
            refresh("moderators", "unassigned")
          }
        }}
      >
        <Trans>
          The account will be deleted and logged out everywhere. Assigned models become unassigned. Messages are kept.
          This can't be undone.
          {doomed && <Depends id={doomed.id} />}
        </Trans>
      </Delete>
    </>
  )
}

/** The moderators with the most models, if there is anything to compare. */
function TopFive() {
  const { data } = useRows("moderators", "?skip=0&limit=5&sort=models", read)
  if (!data || data.rows.length < 2) return null
  return (
    <section aria-labelledby="top-five" className="mb-6">
      <h2 id="top-five" className="mb-2 text-ink-2 text-meta">{t`Moderators by models`}</h2>
      <ol className="grid gap-x-6 border-line border-y sm:grid-cols-2 lg:grid-cols-5">
        {data.rows.map(({ id, full_name, assigned_dolls }) => (
          <li key={id} className="min-w-0 py-3">
            <Link
              to={`/moderator-chat-activity/${id}`}
              className="block truncate font-semibold text-ui hover:underline"
            >
              {full_name}
            </Link>
            <span className="tabular text-ink-2 text-meta">
              {plural(assigned_dolls.length, { one: "1 model", other: `${assigned_dolls.length} models` })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface ModeratorActions {
  edit(id: number): void
  remove(one: Moderator): void
  deactivate(one: Moderator): void
  invited(one: Moderator): RowAction[]
}

function columnsOf({ edit, remove, deactivate, invited }: ModeratorActions): Column<Moderator>[] {
  return personColumns<Moderator>({
    name: ({ id, full_name }) => (
      <Link
        to={`/moderator-chat-activity/${id}`}
        className="inline-flex min-h-6 items-center font-semibold hover:underline"
      >
        {full_name}
      </Link>
    ),
    between: [
      {
        id: "models",
        header: t`Models`,
        end: true,
        sort: { asc: "models_asc", desc: "models" },
        cell: ({ assigned_dolls }) => assigned_dolls.length,
        text: ({ assigned_dolls }) => assigned_dolls.length,
      },
    ],
    acts: (one) => [
      { label: t`Edit`, run: () => edit(one.id) },
      ...(one.invited_until
        ? invited(one)
        : [
            one.is_active
              ? { label: t`Deactivate`, run: () => deactivate(one) }
              : { label: t`Reactivate`, run: () => void activate(one) },
            { label: t`Delete`, danger: true, run: () => remove(one) },
          ]),
    ],
  })
}

async function activate({ id, full_name, is_active, version }: Moderator): Promise<void> {
  try {
    const headers = { "if-match": `"v${version}"` }
    await call(`PUT /moderators/moderators/${id}`, { body: { is_active: !is_active }, headers })
    toast(`${full_name} ${is_active ? "deactivated" : "reactivated"}`, { key: `moderator ${id}`, kind: "success" })
  } catch (error) {
    toast(adminTexts.moderatorUpdateFailed, { description: explain(error), key: `moderator ${id}`, kind: "error" })
  }
  refresh("moderators")
}
