import type { ReactNode } from "react"
import { t } from "#contract/t.ts"
import type { Column } from "../../backoffice/table/columns.ts"
import { actionsColumn, createdColumn } from "../../backoffice/table/commonColumns.tsx"
import { shortDate } from "../../backoffice/table/dates.ts"
import type { RowAction } from "../../backoffice/table/RowMenu.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { Tag } from "../../platform/ui/states.tsx"

interface Person {
  id: number
  full_name: string
  email: string
  is_active: boolean
  created_at: string
  last_seen_at: string | null
  invited_until: string | null
}

interface Own<P> {
  name(person: P): ReactNode
  /** Columns of this role only. */
  between: Column<P>[]
  acts(person: P): RowAction[]
}

/** The columns of a staff table. */
export function personColumns<P extends Person>({ name, between, acts }: Own<P>): Column<P>[] {
  return [
    {
      id: "name",
      header: t`Name`,
      title: true,
      sort: { asc: "name", desc: "name_desc" },
      cell: name,
      text: ({ full_name }) => full_name,
    },
    {
      id: "email",
      header: t`Email`,
      sub: true,
      cell: ({ email }) => email,
      text: ({ email }) => email,
    },
    ...between,
    {
      id: "state",
      header: t`State`,
      tag: true,
      cell: (person) =>
        person.invited_until ? (
          <Invited until={person.invited_until} />
        ) : (
          <Tag tone={person.is_active ? "success" : "neutral"}>{person.is_active ? t`Active` : t`Inactive`}</Tag>
        ),
      text: ({ is_active, invited_until }) => (invited_until ? t`invited` : is_active ? t`active` : t`inactive`),
    },
    createdColumn("since", t`Since`),
    {
      id: "seen",
      header: t`Last seen`,
      extra: true,
      cell: ({ last_seen_at }) => (last_seen_at ? shortDate(last_seen_at) : t`Never`),
      text: ({ last_seen_at }) => last_seen_at,
    },
    actionsColumn(({ full_name }) => full_name, acts),
  ]
}

function Invited({ until }: { until: string }) {
  const isOver = new Date(until) <= new Date()
  return (
    <Tag tone={isOver ? "danger" : "warn"}>
      {isOver ? t`Invitation expired` : t`Invited, expires ${dateTimeOf(until)}`}
    </Tag>
  )
}
