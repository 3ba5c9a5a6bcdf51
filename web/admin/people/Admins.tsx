import { UserPlus } from "lucide-react"
import { useMemo, useState } from "react"
import type { User } from "#contract/accounts.ts"
import type { AdminAccount } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { call } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
import { toast } from "../../ui/toast.tsx"
import { useAdding } from "../parts/useAdding.ts"
import { Head } from "../shell/Head.tsx"
import type { Column } from "../table/columns.ts"
import { DataTable } from "../table/DataTable.tsx"
import { listAt, refresh } from "../table/useRows.ts"
import { AddAdmin } from "./AddAdmin.tsx"
import { adminTypeNames } from "./adminTypes.ts"
import { Act, personColumns } from "./columns.tsx"
import { Delete } from "./Delete.tsx"

const read = listAt<AdminAccount>("/admin/admins")

export function Admins({ user }: { user: User }) {
  const [adding, setAdding] = useAdding()
  const [doomed, setDoomed] = useState<AdminAccount>()
  const columns = useMemo(() => columnsOf(user.id, setDoomed), [user.id])
  return (
    <>
      <Head title="Admins" note="Who runs the shop, and which part of it.">
        <Button onClick={() => setAdding(true)}>
          <UserPlus aria-hidden size={18} />
          Add admin
        </Button>
      </Head>
      <DataTable
        name="admins"
        label="Admins"
        read={read}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ full_name, email }) => full_name || email}
        search="Search admins"
        csv="/admin/admins"
        empty={adminTexts.noAdmins}
        failed={adminTexts.adminsLoadFailed}
        otherwise={adminTexts.adminsFetchFailed}
      />
      <AddAdmin open={adding} onClose={() => setAdding(false)} />
      <Delete
        person={doomed}
        kind="admin"
        failed={adminTexts.adminDeleteFailed}
        failedFor={adminTexts.adminDeleteFailedFor}
        onClose={() => setDoomed(undefined)}
        run={async ({ id, full_name }) => {
          await call(`DELETE /admin/admins/${id}`)
          toast(`${full_name} is no admin any more.`, { kind: "success" })
          refresh("admins")
        }}
      >
        The account ends and is signed out everywhere. What it did stays in the audit log.
      </Delete>
    </>
  )
}

function columnsOf(me: number, remove: (admin: AdminAccount) => void): Column<AdminAccount>[] {
  return personColumns<AdminAccount>({
    name: ({ id, full_name }) => `${full_name}${id === me ? " (you)" : ""}`,
    between: [
      {
        id: "type",
        header: "May",
        cell: ({ admin_type }) => adminTypeNames[admin_type],
        text: ({ admin_type }) => admin_type,
      },
    ],
    acts: (admin) => admin.id !== me && <Act label="Delete" danger person={admin} onClick={() => remove(admin)} />,
  })
}
