import { UserPlus } from "lucide-react"
import { useMemo, useState } from "react"
import { Link } from "react-router"
import type { Moderator } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { call, explain } from "../../api/client.ts"
import { Button, ButtonLink } from "../../ui/Button.tsx"
import { toast } from "../../ui/toast.tsx"
import { useAdding } from "../parts/useAdding.ts"
import { Head } from "../shell/Head.tsx"
import type { Column } from "../table/columns.ts"
import { DataTable } from "../table/DataTable.tsx"
import { listAt, refresh, useRows } from "../table/useRows.ts"
import { Act, personColumns } from "./columns.tsx"
import { Delete } from "./Delete.tsx"
import { ModeratorDialog } from "./ModeratorDialog.tsx"

const read = listAt<Moderator>("/moderators/moderators")
const filters = [
  {
    name: "active",
    label: "State",
    options: [
      ["", "All"],
      ["true", "Active"],
      ["false", "Inactive"],
    ],
  },
] as const

export function Moderators() {
  const [adding, setAdding] = useAdding()
  const [edited, setEdited] = useState<number | null>(null)
  const [doomed, setDoomed] = useState<Moderator>()
  const columns = useMemo(() => columnsOf(setEdited, setDoomed), [])
  return (
    <>
      <Head title="Moderators" note="They answer the chats of the models in their care.">
        <ButtonLink to="/moderator-assignments" look="outline">
          Assignments
        </ButtonLink>
        <Button onClick={() => setAdding(true)}>
          <UserPlus aria-hidden size={18} />
          Add moderator
        </Button>
      </Head>
      <TopFive />
      <DataTable
        name="moderators"
        label="Moderators"
        read={read}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ full_name, email }) => full_name || email}
        search="Search moderators"
        filters={filters}
        csv="/moderators/moderators"
        empty={adminTexts.noModerators}
        emptyMore={<Button onClick={() => setAdding(true)}>Add moderator</Button>}
        failed={adminTexts.moderatorFetchFailed}
      />
      <ModeratorDialog shown={adding ? "new" : edited} onClose={() => (adding ? setAdding(false) : setEdited(null))} />
      <Delete
        person={doomed}
        kind="moderator"
        failed={adminTexts.moderatorDeleteFailed}
        onClose={() => setDoomed(undefined)}
        run={async ({ id, full_name }) => {
          await call(`DELETE /moderators/${id}`)
          toast(`${full_name} is no moderator any more.`, { kind: "success" })
          refresh("moderators", "unassigned")
        }}
      >
        The account ends and is signed out everywhere. Its models wait for another moderator; what was said stays.
      </Delete>
    </>
  )
}

/** Who has most models, as a strip. */
function TopFive() {
  const { data } = useRows("moderators", "?skip=0&limit=5&sort=models", read)
  if (!data || data.rows.length === 0) return null
  return (
    <section aria-labelledby="top-five" className="mb-6">
      <h2 id="top-five" className="mb-2 text-ink-2 text-meta">
        Most models in care
      </h2>
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
              {assigned_dolls.length === 1 ? "1 model" : `${assigned_dolls.length} models`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function columnsOf(edit: (id: number) => void, remove: (one: Moderator) => void): Column<Moderator>[] {
  return personColumns<Moderator>({
    name: ({ id, full_name }) => (
      <Link
        to={`/moderator-chat-activity/${id}`}
        className="inline-flex min-h-9 items-center font-semibold hover:underline"
      >
        {full_name}
      </Link>
    ),
    between: [
      {
        id: "models",
        header: "Models",
        end: true,
        sort: { asc: "models_asc", desc: "models" },
        cell: ({ assigned_dolls }) => assigned_dolls.length,
        text: ({ assigned_dolls }) => assigned_dolls.length,
      },
    ],
    acts: (one) => (
      <span className="inline-flex flex-wrap gap-1 md:flex-nowrap">
        <Act label="Edit" person={one} onClick={() => edit(one.id)} />
        <Act label={one.is_active ? "Deactivate" : "Reactivate"} person={one} onClick={() => void activate(one)} />
        <Act label="Delete" danger person={one} onClick={() => remove(one)} />
      </span>
    ),
  })
}

async function activate({ id, full_name, is_active, version }: Moderator): Promise<void> {
  try {
    const headers = { "if-match": `"v${version}"` }
    await call(`PUT /moderators/moderators/${id}`, { body: { is_active: !is_active }, headers })
    toast(`${full_name} ${is_active ? "cannot sign in any more" : "may sign in again"}.`, { kind: "success" })
  } catch (error) {
    toast(adminTexts.moderatorUpdateFailed, { description: explain(error), kind: "error" })
  }
  refresh("moderators")
}
