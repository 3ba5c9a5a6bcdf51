import { useMemo, useState } from "react"
import { levels } from "#contract/accounts.ts"
import { countriesByName, countryName } from "#contract/countries.ts"
import { languageNames, languages } from "#contract/languages.ts"
import { type Subscriber, subscriberStates } from "#contract/newsletters.ts"
import { plural, t } from "#contract/t.ts"
import { CustomerLink } from "../../backoffice/staff-ui/CustomerLink.tsx"
import { nameOf } from "../../backoffice/staff-ui/levels.ts"
import type { Column, Filter } from "../../backoffice/table/columns.ts"
import { actionsColumn } from "../../backoffice/table/commonColumns.tsx"
import { DataTable } from "../../backoffice/table/DataTable.tsx"
import { shortDate } from "../../backoffice/table/dates.ts"
import { listAt, refresh } from "../../backoffice/table/useRows.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { Tag } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { readerStates, readerTones, sourceNames } from "./names.ts"

const read = listAt("GET /admin/subscribers")
const filters = [
  {
    name: "state",
    label: t`Status`,
    options: [["", t`All statuses`], ...subscriberStates.map((state) => [state, readerStates[state]] as const)],
  },
  {
    name: "language",
    label: t`Language`,
    options: [["", t`All languages`], ...languageNames.map((name) => [name, languages[name]] as const)],
  },
  { name: "country", label: t`Country`, options: [["", t`All countries`], ...countriesByName()] },
  {
    name: "level",
    label: t`Level`,
    options: [["", t`All levels`], ...levels.map((level) => [level, nameOf[level]] as const)],
  },
  {
    name: "since",
    label: t({ context: "filter by a day", message: "Since" }),
    options: [],
    accepts: /^\d{4}-\d{2}-\d{2}$/,
    typed: { as: "date" },
  },
] as const satisfies readonly Filter[]

/** Everybody who has asked for the newsletter, with former readers. */
export function Subscribers() {
  const [leaving, setLeaving] = useState<Subscriber>()
  const columns = useMemo(() => columnsOf(setLeaving), [])
  return (
    <>
      <DataTable
        name="subscribers"
        label={t`Subscribers`}
        count={(n, written) => plural(n, { one: "1 subscriber", other: `${written} subscribers` })}
        read={read}
        columns={columns}
        rowName={({ email }) => email}
        limit={20}
        search={t`Search subscribers`}
        filters={filters}
        csv="/admin/subscribers"
        empty={t`No subscribers found.`}
      />
      <Confirm
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={t`Unsubscribe?`}
        action={t`Unsubscribe`}
        onConfirm={() => unsubscribe(leaving!)}
      >
        <Trans>{leaving?.email} won't get any more newsletters. Only they can subscribe again.</Trans>
      </Confirm>
    </>
  )
}

async function unsubscribe({ id, email }: Subscriber): Promise<void> {
  try {
    await call(`POST /admin/subscribers/${id}/unsubscribe`)
    toast(t`Unsubscribed`, { kind: "success", description: email })
  } catch (error) {
    toast(t`Failed to unsubscribe`, { kind: "error", description: explain(error) })
  }
  await refresh("subscribers")
}

function columnsOf(leave: (subscriber: Subscriber) => void): Column<Subscriber>[] {
  return [
    {
      id: "email",
      header: t`Email`,
      title: true,
      cell: ({ email, user_id }) => (
        <span className="wrap-anywhere font-semibold">
          <CustomerLink id={user_id}>{email}</CustomerLink>
        </span>
      ),
      text: ({ email }) => email,
    },
    {
      id: "state",
      header: t`Status`,
      tag: true,
      cell: ({ state }) => <Tag tone={readerTones[state]}>{readerStates[state]}</Tag>,
      text: ({ state }) => state,
    },
    {
      id: "language",
      header: t`Language`,
      cell: ({ language }) => languages[language],
      text: ({ language }) => language,
    },
    {
      id: "country",
      header: t`Country`,
      isEmpty: ({ country }) => country === null,
      cell: ({ country }) => (country ? countryName(country) : ""),
      text: ({ country }) => country,
    },
    { id: "level", header: t`Level`, extra: true, cell: ({ level }) => nameOf[level], text: ({ level }) => level },
    {
      id: "source",
      header: t({ context: "of a subscriber", message: "Source" }),
      extra: true,
      cell: ({ source }) => sourceNames[source],
      text: ({ source }) => source,
    },
    {
      id: "created_at",
      header: t({ context: "filter by a day", message: "Since" }),
      extra: true,
      sort: { asc: "oldest", desc: "newest" },
      cell: ({ created_at }) => shortDate(created_at),
      text: ({ created_at }) => created_at,
    },
    actionsColumn(
      ({ email }) => email,
      (subscriber) =>
        subscriber.state === "confirmed" || subscriber.state === "pending"
          ? [
              {
                label: t`Unsubscribe`,
                danger: true,
                run: () => leave(subscriber),
              },
            ]
          : [],
    ),
  ]
}
