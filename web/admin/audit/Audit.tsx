import { ShieldCheck } from "lucide-react"
import { useMemo, useState } from "react"
import type { AuditEntry, AuditVerification } from "#contract/admin.ts"
import { panelTexts } from "#contract/panelText.ts"
import { call, explain } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { dateTimeOf } from "../../ui/format.ts"
import { Notice } from "../../ui/Notice.tsx"
import { toast } from "../../ui/toast.tsx"
import { Head } from "../shell/Head.tsx"
import type { Column } from "../table/columns.ts"
import { DataTable } from "../table/DataTable.tsx"
import { listAt } from "../table/useRows.ts"

const read = listAt<AuditEntry>("/admin/audit-log")
const kinds = ["user", "doll", "slide", "video", "order", "payment", "flagged_item", "chat_room", "contact", "settings"]
const filters = [
  {
    name: "target_kind",
    label: "What it was done to",
    options: [["", "Everything"], ...kinds.map((kind) => [kind, worded(kind)] as const)],
  },
] as const

/** Every change by staff, and every look into a chat: written once, never changed, each entry sealing the one before. */
export function Audit() {
  const [shown, setShown] = useState<AuditEntry>()
  const [verified, setVerified] = useState<AuditVerification>()
  const [busy, setBusy] = useState(false)
  const columns = useMemo(() => columnsOf(setShown), [])
  const verify = async () => {
    setBusy(true)
    try {
      setVerified(await call<AuditVerification>("GET /admin/audit-log/verify", { timeout: 60_000 }))
    } catch (error) {
      toast(panelTexts.verifyFailed, { description: explain(error), kind: "error" })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Head
        title="Audit log"
        note="Every change by staff, and every look into a chat. Entries cannot be changed; each seals the one before."
      >
        <Button look="outline" busy={busy} onClick={() => void verify()}>
          <ShieldCheck aria-hidden size={16} />
          Check the seals
        </Button>
      </Head>
      {verified && (
        <Notice
          kind={verified.intact ? "success" : "danger"}
          className="mb-5"
          title={
            verified.intact
              ? verified.checked === 1
                ? "The one entry is as it was written."
                : `All ${verified.checked.toLocaleString("en-US")} entries are as they were written.`
              : `Entry ${verified.first_broken_id} is not as it was written.`
          }
        >
          {verified.head && <code className="wrap-anywhere text-meta">{`Last seal: ${verified.head}`}</code>}
        </Notice>
      )}
      <DataTable
        name="audit"
        label="Entries"
        read={read}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ id }) => `entry ${id}`}
        search="Action, person or value"
        filters={filters}
        csv="/admin/audit-log"
        empty="No entries found."
      />
      <Dialog
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={`Entry ${shown?.id ?? ""}`}
        shape="side"
        className="w-[min(40rem,100vw)]!"
      >
        {shown && <Entry entry={shown} />}
      </Dialog>
    </>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const facts: [string, string][] = [
    ["When", dateTimeOf(entry.created_at)],
    ["Who", entry.actor ? `${entry.actor} (${entry.actor_email})` : "The shop itself"],
    ["What", entry.action],
    ["To", targetOf(entry)],
    ["Seal", entry.hash],
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 text-ui">
      <dl className="grid grid-cols-[4rem_minmax(0,1fr)] gap-y-1.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3 text-meta">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <Value title="Before" value={entry.before} />
      <Value title="After" value={entry.after} />
    </div>
  )
}

function Value({ title, value }: { title: string; value: unknown }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-semibold text-ink-2 text-meta">{title}</h3>
      {value === null || value === undefined ? (
        <p className="text-ink-3">Nothing</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too
        <pre tabIndex={0} className="max-h-72 overflow-auto bg-sunken p-3 text-meta">
          {JSON.stringify(value, null, 2)}
        </pre>
      )}
    </section>
  )
}

function columnsOf(show: (entry: AuditEntry) => void): Column<AuditEntry>[] {
  return [
    {
      id: "action",
      header: "What",
      title: true,
      cell: (entry) => (
        <button type="button" className="min-h-9 text-left font-semibold hover:underline" onClick={() => show(entry)}>
          {entry.action}
        </button>
      ),
      text: ({ action }) => action,
    },
    {
      id: "actor",
      header: "Who",
      cell: ({ actor, actor_email }) => (
        <span className="wrap-anywhere">{actor ?? actor_email ?? "The shop itself"}</span>
      ),
      text: ({ actor_email }) => actor_email ?? "the shop itself",
    },
    { id: "target", header: "To", cell: targetOf, text: targetOf },
    {
      id: "when",
      header: "When",
      sort: { asc: "oldest", desc: "newest" },
      cell: ({ created_at }) => dateTimeOf(created_at),
      text: ({ created_at }) => created_at,
    },
    {
      id: "hash",
      header: "Seal",
      cell: ({ hash }) => <code className="text-ink-3 text-meta">{hash.slice(0, 12)}</code>,
      text: ({ hash }) => hash,
    },
  ]
}

const targetOf = ({ target_kind, target_id }: AuditEntry) =>
  `${worded(target_kind)}${target_id === null ? "" : ` ${target_id}`}`

function worded(kind: string): string {
  const words = kind.replaceAll("_", " ")
  return words[0]!.toUpperCase() + words.slice(1)
}
