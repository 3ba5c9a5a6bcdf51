import { useQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import { levels, roles, type User } from "#contract/accounts.ts"
import type { AdminUser } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import type { KnownTag } from "#contract/customers.ts"
import { plural, t } from "#contract/t.ts"
import { PanelTitle } from "../../people/account/PanelTitle.tsx"
import { call, explain } from "../../platform/api/client.ts"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { Tag } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { CustomerLink } from "../staff-ui/CustomerLink.tsx"
import { Depends } from "../staff-ui/Depends.tsx"
import { nameOf } from "../staff-ui/levels.ts"
import type { Column, Filter } from "../table/columns.ts"
import { actionsColumn } from "../table/commonColumns.tsx"
import { DataTable } from "../table/DataTable.tsx"
import { shortDate } from "../table/dates.ts"
import { listAt, refresh } from "../table/useRows.ts"
import { type StepName, stepNamed, stepsFor } from "./userSteps.ts"

const noTags: KnownTag[] = []
const read = listAt("GET /admin/users")
const filters: Filter[] = [
  {
    name: "level",
    label: t`Level`,
    options: [["", t`All levels`], ...levels.map((one) => [one, nameOf[one]] as const)],
  },
  { name: "role", label: t`Role`, options: [["", t`All roles`], ...roles.map((one) => [one, nameOf[one]] as const)] },
  {
    name: "active",
    label: t`State`,
    options: [
      ["", t`All states`],
      ["true", t`Active`],
      ["false", t`Inactive`],
    ],
  },
  {
    name: "suspended",
    label: t`Suspension`,
    options: [
      ["", t`All`],
      ["true", t`Suspended`],
      ["false", t`Not suspended`],
    ],
  },
]
const views = [
  { label: t`All`, query: "" },
  { label: t`Customers`, query: "role=user" },
  { label: t`Suspended`, query: "suspended=true" },
  { label: t`Inactive`, query: "active=false" },
]

interface Asked {
  step: StepName
  user: AdminUser
}

/**
 * Finds, deactivates, suspends and signs out accounts. Passwords cannot be set here. Admins other than super admins see
 * only customers, without actions.
 */
export function UserManagement({ user }: { user: User }) {
  return (
    <>
      <PanelTitle>{t`User management`}</PanelTitle>
      <div className="mt-4">
        <Accounts user={user} />
      </div>
    </>
  )
}

export function Accounts({ user: { id: self, admin_type } }: { user: User }) {
  const isSuper = admin_type === "super_admin"
  const [open, setOpen] = useState(false)
  // The step is kept while the dialog closes, because the dialog shows its text.
  const [asked, setAsked] = useState<Asked>()
  const columns = useMemo(
    () =>
      columnsOf(self, (next) => {
        setAsked(next)
        setOpen(true)
      }).filter(({ id }) => isSuper || id !== "actions"),
    [self, isSuper],
  )
  const { data: tags = noTags } = useQuery({
    queryKey: ["customer-tags", ""],
    queryFn: ({ signal }) => call("GET /admin/customer-tags", { signal }),
  })
  const tagFilter: Filter = {
    name: "tag",
    label: t`Tag`,
    options: [["", t`All tags`], ...tags.map(({ tag }) => [tag, tag] as const)],
    accepts: /^.{1,24}$/,
  }
  const step = stepNamed(asked?.step ?? "sign-out")
  return (
    <>
      <DataTable
        name="users"
        label={t`Accounts`}
        count={(n, written) => plural(n, { one: "1 account", other: `${written} accounts` })}
        read={read}
        columns={columns}
        rowName={({ full_name, email }) => full_name || email}
        search={t`Search users`}
        searchHint={t`Name or email`}
        filters={[...filters.filter(({ name }) => isSuper || name !== "role"), tagFilter]}
        views={views.filter(({ query }) => isSuper || !query.startsWith("role"))}
        csv={isSuper ? "/admin/users" : undefined}
        mayExport={isSuper}
        empty={adminTexts.noUsers}
      />
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={step.title(asked?.user.full_name ?? "")}
        action={step.label}
        onConfirm={() => take(asked!)}
      >
        <p>{step.text}</p>
        {asked && step.danger && <Depends id={asked.user.id} />}
      </Confirm>
    </>
  )
}

async function take({ step, user: { id, uuid, full_name } }: Asked): Promise<void> {
  try {
    await call(step === "second-factor" ? `DELETE /admin/users/${id}/${step}` : `POST /admin/users/${id}/${step}`)
    toast(stepNamed(step).done, { key: uuid, kind: "success", description: full_name })
  } catch (error) {
    toast(adminTexts.userChangeFailed, { key: uuid, kind: "error", description: explain(error) })
  }
  await refresh("users")
}

function columnsOf(self: number, ask: (asked: Asked) => void): Column<AdminUser>[] {
  return [
    {
      id: "name",
      header: t`Name`,
      title: true,
      cell: (user) => (
        <span className="flex flex-wrap items-center gap-x-2 font-semibold">
          <CustomerLink id={user.role === "user" ? user.id : null}>{user.full_name || user.email}</CustomerLink>
          {user.id === self && <span className="font-normal text-ink-3">{t`(you)`}</span>}
        </span>
      ),
      text: ({ full_name }) => full_name,
    },
    { id: "email", header: t`Email`, sub: true, cell: ({ email }) => email, text: ({ email }) => email },
    { id: "level", header: t`Level`, tag: true, cell: (user) => <Level user={user} />, text: levelOf },
    {
      id: "state",
      header: t`State`,
      tag: true,
      isEmpty: ({ is_active, suspended }) => is_active && !suspended,
      cell: (user) => <State user={user} />,
      text: (user) => stateOf(user).join(", "),
    },
    {
      id: "joined",
      header: t`Joined`,
      extra: true,
      cell: ({ created_at }) => shortDate(created_at),
      text: ({ created_at }) => created_at,
    },
    {
      id: "seen",
      header: t`Last seen`,
      extra: true,
      cell: ({ last_seen_at }) => (last_seen_at ? shortDate(last_seen_at) : t`Never`),
      text: ({ last_seen_at }) => last_seen_at,
    },
    actionsColumn(
      ({ full_name }) => full_name,
      (user) =>
        (user.id === self ? [] : stepsFor(user)).map((step) => {
          const { label, danger } = stepNamed(step)
          return { label, danger, run: () => ask({ step, user }) }
        }),
    ),
  ]
}

const levelOf = ({ role, membership_level }: AdminUser) => nameOf[role === "user" ? membership_level : role]

function Level({ user }: { user: AdminUser }) {
  return <Tag tone={user.role !== "user" ? "plum" : user.vip ? "gilt" : "neutral"}>{levelOf(user)}</Tag>
}

const stateOf = ({ is_active, suspended }: AdminUser) => [
  ...(suspended ? [t`Suspended`] : []),
  ...(is_active ? (suspended ? [] : [t`Active`]) : [t`Inactive`]),
]

function State({ user }: { user: AdminUser }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {stateOf(user).map((state) =>
        user.is_active && !user.suspended ? (
          state
        ) : (
          <Tag key={state} tone="danger">
            {state}
          </Tag>
        ),
      )}
    </span>
  )
}
