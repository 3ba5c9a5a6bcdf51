import { UserPlus } from "lucide-react"
import { useMemo, useState } from "react"
import type { User } from "#contract/accounts.ts"
import type { AdminAccount } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { call } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
import { Tag } from "../../ui/states.tsx"
import { toast } from "../../ui/toast.tsx"
import { shortDate } from "../parts/dates.ts"
import { Head } from "../shell/Head.tsx"
import type { Column } from "../table/columns.ts"
import { DataTable } from "../table/DataTable.tsx"
import { listAt, refresh } from "../table/useRows.ts"
import { AddAdmin } from "./AddAdmin.tsx"
import { adminTypeNames } from "./adminTypes.ts"
import { Delete } from "./Delete.tsx"

const read = listAt<AdminAccount>("/admin/admins")

export function Admins({ user }: { user: User }) {
  const [adding, setAdding] = useState(false)
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
  return [
    {
      id: "name",
      header: "Name",
      title: true,
      cell: ({ id, full_name }) => `${full_name}${id === me ? " (you)" : ""}`,
      text: ({ full_name }) => full_name,
    },
    { id: "email", header: "Email", cell: ({ email }) => email, text: ({ email }) => email },
    {
      id: "type",
      header: "May",
      cell: ({ admin_type }) => adminTypeNames[admin_type],
      text: ({ admin_type }) => admin_type,
    },
    {
      id: "state",
      header: "State",
      cell: ({ is_active }) => <Tag tone={is_active ? "success" : "neutral"}>{is_active ? "Active" : "Inactive"}</Tag>,
      text: ({ is_active }) => (is_active ? "active" : "inactive"),
    },
    {
      id: "since",
      header: "Since",
      cell: ({ created_at }) => shortDate(created_at),
      text: ({ created_at }) => created_at,
    },
    {
      id: "seen",
      header: "Last seen",
      cell: ({ last_seen_at }) => (last_seen_at ? shortDate(last_seen_at) : "Never"),
      text: ({ last_seen_at }) => last_seen_at,
    },
    {
      id: "actions",
      header: "",
      end: true,
      isEmpty: ({ id }) => id === me,
      cell: (admin) =>
        admin.id !== me && (
          <button type="button" className="link min-h-9 px-2 text-danger!" onClick={() => remove(admin)}>
            Delete<span className="sr-only"> {admin.full_name}</span>
          </button>
        ),
    },
  ]
}
