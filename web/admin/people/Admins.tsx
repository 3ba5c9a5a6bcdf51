import { useMemo, useState } from "react"
import type { User } from "#contract/accounts.ts"
import type { AdminAccount } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { plural, t } from "#contract/t.ts"
import type { Column } from "../../backoffice/table/columns.ts"
import { DataTable } from "../../backoffice/table/DataTable.tsx"
import type { RowAction } from "../../backoffice/table/RowMenu.tsx"
import { useShown } from "../../backoffice/table/shown.ts"
import { listAt, refresh } from "../../backoffice/table/useRows.ts"
import { call, unlessGone } from "../../platform/api/client.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { UserPlus } from "../../platform/ui/icons.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { useAdding } from "../parts/useAdding.ts"
import { Head } from "../shell/Head.tsx"
import { AdminDialog } from "./AdminDialog.tsx"
import { adminTypeNames } from "./adminTypes.ts"
import { personColumns } from "./columns.tsx"
import { Delete } from "./Delete.tsx"
import { useInvitations } from "./invitations.tsx"

const read = listAt("GET /admin/admins")

export function Admins({ user }: { user: User }) {
  const [adding, setAdding] = useAdding()
  const [doomed, setDoomed] = useState<AdminAccount>()
  const { id: edited, show, close } = useShown("admin")
  const { told, acts, dialogs } = useInvitations("admins")
  const columns = useMemo(
    () => columnsOf({ me: user.id, edit: show, remove: setDoomed, invited: acts }),
    [user.id, show, acts],
  )
  return (
    <>
      <Head title={t`Admins`} note={t`Manage who has access to this panel.`}>
        <Button onClick={() => setAdding(true)}>
          <UserPlus aria-hidden size={18} />
          {t`Invite admin`}
        </Button>
      </Head>
      <DataTable
        name="admins"
        label={t`Admins`}
        count={(n, written) => plural(n, { one: "1 admin", other: `${written} admins` })}
        read={read}
        columns={columns}
        rowName={({ full_name, email }) => full_name || email}
        search={t`Search admins`}
        csv="/admin/admins"
        empty={adminTexts.noAdmins}
        failed={adminTexts.adminsLoadFailed}
        otherwise={adminTexts.adminsFetchFailed}
      />
      <AdminDialog
        shown={adding ? "new" : edited}
        me={user.id}
        onInvited={told}
        onClose={() => (adding ? setAdding(false) : close())}
      />
      {dialogs}
      <Delete
        person={doomed}
        kind="admin"
        failed={adminTexts.adminDeleteFailed}
        failedFor={adminTexts.adminDeleteFailedFor}
        onClose={() => setDoomed(undefined)}
        run={async ({ id, full_name }) => {
          try {
            await call(`DELETE /admin/admins/${id}`).catch(unlessGone)
            toast(t`${full_name} removed from admins`, { kind: "success" })
          } finally {
            refresh("admins")
          }
        }}
      >
        <Trans>
          The account will be deleted and logged out everywhere. The audit log is kept. This can't be undone.
        </Trans>
      </Delete>
    </>
  )
}

interface AdminActions {
  me: number
  edit(id: number): void
  remove(admin: AdminAccount): void
  invited(admin: AdminAccount): RowAction[]
}

function columnsOf({ me, edit, remove, invited }: AdminActions): Column<AdminAccount>[] {
  return personColumns<AdminAccount>({
    name: ({ id, full_name }) => (
      <span className="wrap-anywhere font-semibold">{`${full_name}${id === me ? t` (you)` : ""}`}</span>
    ),
    between: [
      {
        id: "type",
        header: t`Permissions`,
        cell: ({ admin_type }) => adminTypeNames[admin_type],
        text: ({ admin_type }) => admin_type,
      },
    ],
    acts: (admin) => [
      { label: t`Edit`, run: () => edit(admin.id) },
      ...(admin.invited_until
        ? invited(admin)
        : admin.id === me
          ? []
          : [{ label: t`Delete`, danger: true, run: () => remove(admin) }]),
    ],
  })
}
