import { skipToken, useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import type { User } from "#contract/accounts.ts"
import type { ContactMessage } from "#contract/admin.ts"
import { panelTexts } from "#contract/panelText.ts"
import { plural, t } from "#contract/t.ts"
import { Loaded } from "../../backoffice/staff-ui/Loaded.tsx"
import type { Column } from "../../backoffice/table/columns.ts"
import { DataTable } from "../../backoffice/table/DataTable.tsx"
import { Drawer, type Place } from "../../backoffice/table/Drawer.tsx"
import { shortDate } from "../../backoffice/table/dates.ts"
import { useShown } from "../../backoffice/table/shown.ts"
import { listAt, refresh } from "../../backoffice/table/useRows.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { Head } from "../shell/Head.tsx"
import { Message, mark } from "./Message.tsx"

const read = listAt("GET /admin/contacts")
const filters = [
  {
    name: "handled",
    label: t`State`,
    options: [
      ["", t`All`],
      ["false", t`Open`],
      ["true", t`Answered`],
    ],
  },
  {
    name: "assignee",
    label: t`Assigned to`,
    options: [
      ["", t`Anybody`],
      ["me", t`Me`],
      ["nobody", t`Nobody`],
    ],
  },
] as const
const views = [
  { label: t`All`, query: "" },
  { label: t`Open`, query: "handled=false" },
  { label: t`Mine`, query: "handled=false&assignee=me" },
]

const bulk = [
  { label: t`Mark as answered`, run: (messages: ContactMessage[]) => void markAll(messages, true) },
  { label: t`Mark as open`, run: (messages: ContactMessage[]) => void markAll(messages, false) },
]

async function markAll(messages: ContactMessage[], handled: boolean): Promise<void> {
  try {
    for (const message of messages) await mark(message, handled)
    toast(panelTexts.contactsUpdated(messages.length), { key: "mark", kind: "success" })
  } catch (error) {
    toast(panelTexts.contactFailed, { key: "mark", description: explain(error), kind: "error" })
  }
  await refresh("contacts")
}

/** Messages that visitors sent with the contact form. */
export function Contacts({ user }: { user: User }) {
  const { show } = useShown("message")
  const columns = useMemo(() => columnsOf(({ id }) => show(id)), [show])
  return (
    <>
      <Head title={t`Contacts`} note={t`Messages from the contact form, also sent by email.`} />
      <DataTable
        name="contacts"
        label={t`Messages`}
        count={(n, written) => plural(n, { one: "1 message", other: `${written} messages` })}
        read={read}
        columns={columns}
        rowName={({ name, subject }) => t`${subject} by ${name}`}
        search={t`Search messages`}
        filters={filters}
        views={views}
        csv="/admin/contacts"
        bulk={bulk}
        empty={t`No messages found.`}
        drawer={{ name: "message", draw: (place) => <MessageDrawer place={place} user={user} /> }}
      />
    </>
  )
}

function MessageDrawer({ place, user }: { place: Place<ContactMessage>; user: User }) {
  const { id, row } = place
  const query = useQuery({
    queryKey: ["admin", "contacts", "one", id],
    queryFn: id === null ? skipToken : () => call(`GET /admin/contacts/${id}`),
    placeholderData: row && { ...row, answers: [] },
  })
  return (
    <Drawer place={place} title={query.data?.subject ?? t`Message`} of="message">
      <Loaded query={query} failed={panelTexts.contactLoadFailed} fields={4}>
        {(message) => <Message key={message.id} message={message} user={user} onDone={place.close} />}
      </Loaded>
    </Drawer>
  )
}

function columnsOf(show: (message: ContactMessage) => void): Column<ContactMessage>[] {
  return [
    {
      id: "subject",
      header: t`Subject`,
      title: true,
      cell: (message) => (
        <button
          type="button"
          className="wrap-anywhere min-h-9 text-start font-semibold hover:underline"
          onClick={() => show(message)}
        >
          {message.subject}
        </button>
      ),
      text: ({ subject }) => subject,
    },
    {
      id: "name",
      header: t`From`,
      cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
      text: ({ name }) => name,
    },
    {
      id: "email",
      header: t`Email`,
      cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
      text: ({ email }) => email,
    },
    {
      id: "state",
      header: t`State`,
      tag: true,
      cell: ({ handled_at }) => <Tag tone={handled_at ? "success" : "warn"}>{handled_at ? t`Answered` : t`Open`}</Tag>,
      text: ({ handled_at }) => handled_at ?? t`waiting`,
    },
    {
      id: "assignee",
      header: t`Assigned to`,
      extra: true,
      cell: ({ assignee }) => <span className="wrap-anywhere">{assignee ?? t`Nobody`}</span>,
      text: ({ assignee }) => assignee ?? "",
    },
    {
      id: "when",
      header: t`Date`,
      extra: true,
      sort: { asc: "oldest", desc: "newest" },
      cell: ({ created_at }) => <span className="whitespace-nowrap">{shortDate(created_at)}</span>,
      text: ({ created_at }) => created_at,
    },
  ]
}
