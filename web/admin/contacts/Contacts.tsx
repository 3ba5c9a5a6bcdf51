import { useMemo, useState } from "react"
import type { ContactMessage } from "#contract/admin.ts"
import { panelTexts } from "#contract/panelText.ts"
import { call, explain } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { dateTimeOf } from "../../ui/format.ts"
import { Tag } from "../../ui/states.tsx"
import { toast } from "../../ui/toast.tsx"
import { shortDate } from "../parts/dates.ts"
import { Head } from "../shell/Head.tsx"
import type { Column } from "../table/columns.ts"
import { DataTable } from "../table/DataTable.tsx"
import { listAt, refresh } from "../table/useRows.ts"

const read = listAt<ContactMessage>("/admin/contacts")
const filters = [
  {
    name: "handled",
    label: "State",
    options: [
      ["", "All"],
      ["false", "Waiting"],
      ["true", "Answered"],
    ],
  },
] as const
const views = [
  { label: "All", query: "" },
  { label: "Waiting", query: "handled=false" },
]

const mark = (letter: ContactMessage, handled: boolean) =>
  call(`PATCH /admin/contacts/${letter.id}`, { body: { handled } })
const bulk = [
  { label: "Mark as answered", run: (letters: ContactMessage[]) => void markAll(letters, true) },
  { label: "Mark as waiting", run: (letters: ContactMessage[]) => void markAll(letters, false) },
]

async function markAll(letters: ContactMessage[], handled: boolean): Promise<void> {
  try {
    for (const letter of letters) await mark(letter, handled)
    toast(panelTexts.lettersMarked(letters.length), { kind: "success" })
  } catch (error) {
    toast(panelTexts.letterFailed, { description: explain(error), kind: "error" })
  }
  await refresh("contacts")
}

/** What people wrote by the contact form. */
export function Contacts() {
  const [shown, setShown] = useState<ContactMessage>()
  const columns = useMemo(() => columnsOf(setShown), [])
  return (
    <>
      <Head title="Contacts" note="What people wrote by the contact form. It was sent by mail, too." />
      <DataTable
        name="contacts"
        label="Letters"
        read={read}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name, subject }) => `${subject} by ${name}`}
        search="Search letters"
        filters={filters}
        views={views}
        csv="/admin/contacts"
        bulk={bulk}
        empty="No letters found."
      />
      <Dialog
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown?.subject ?? "Letter"}
        shape="side"
      >
        {shown && <Letter letter={shown} onDone={() => setShown(undefined)} />}
      </Dialog>
    </>
  )
}

function Letter({ letter, onDone }: { letter: ContactMessage; onDone(): void }) {
  const [busy, setBusy] = useState(false)
  const isHandled = letter.handled_at !== null
  const tick = async () => {
    setBusy(true)
    try {
      await mark(letter, !isHandled)
      void refresh("contacts")
      onDone()
    } catch (error) {
      toast(panelTexts.letterFailed, { description: explain(error), kind: "error" })
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-5 text-ui">
      <p>
        <span className="font-semibold">{letter.name}</span>
        <br />
        <a
          href={`mailto:${letter.email}?subject=${encodeURIComponent(`Re: ${letter.subject}`)}`}
          className="link wrap-anywhere inline-flex min-h-11 items-center"
        >
          {letter.email}
        </a>
        <br />
        <span className="tabular text-ink-3 text-meta">{dateTimeOf(letter.created_at)}</span>
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap border-line-strong border-l-2 pl-4">{letter.message}</p>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" busy={busy} onClick={() => void tick()}>
          {isHandled ? "Mark as waiting" : "Mark as answered"}
        </Button>
      </div>
    </div>
  )
}

function columnsOf(show: (letter: ContactMessage) => void): Column<ContactMessage>[] {
  return [
    {
      id: "subject",
      header: "Subject",
      title: true,
      cell: (letter) => (
        <button
          type="button"
          className="wrap-anywhere min-h-9 text-left font-semibold hover:underline"
          onClick={() => show(letter)}
        >
          {letter.subject}
        </button>
      ),
      text: ({ subject }) => subject,
    },
    {
      id: "name",
      header: "From",
      cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
      text: ({ name }) => name,
    },
    {
      id: "email",
      header: "Email",
      cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
      text: ({ email }) => email,
    },
    {
      id: "state",
      header: "State",
      cell: ({ handled_at }) => <Tag tone={handled_at ? "success" : "warn"}>{handled_at ? "Answered" : "Waiting"}</Tag>,
      text: ({ handled_at }) => handled_at ?? "waiting",
    },
    {
      id: "when",
      header: "Date",
      sort: { asc: "oldest", desc: "newest" },
      cell: ({ created_at }) => <span className="whitespace-nowrap">{shortDate(created_at)}</span>,
      text: ({ created_at }) => created_at,
    },
  ]
}
