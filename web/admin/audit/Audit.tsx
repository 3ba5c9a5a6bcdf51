import { skipToken, useQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import { useSearchParams } from "react-router"
import type { AuditEntry, AuditVerification } from "#contract/admin.ts"
import { panelTexts } from "#contract/panelText.ts"
import { locale, plural, t } from "#contract/t.ts"
import { Loaded } from "../../backoffice/staff-ui/Loaded.tsx"
import type { Column } from "../../backoffice/table/columns.ts"
import { DataTable } from "../../backoffice/table/DataTable.tsx"
import { Drawer, type Place } from "../../backoffice/table/Drawer.tsx"
import { useShown } from "../../backoffice/table/shown.ts"
import { listAt } from "../../backoffice/table/useRows.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Link } from "../../platform/router.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { ShieldCheck } from "../../platform/ui/icons.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { Facts, RawText } from "../parts/Facts.tsx"
import { Head } from "../shell/Head.tsx"
import { kinds, nameOf, placeOf, plain, sentenceOf } from "./sentence.ts"

const read = listAt("GET /admin/audit-log")
const filters = [
  {
    name: "target_kind",
    label: t`Object`,
    options: [["", t`Everything`], ...Object.keys(kinds).map((kind) => [kind, nameOf(kind)] as const)],
  },
] as const

/** The append-only log of changes by staff and of chats that admins have read. */
export function Audit() {
  const { show } = useShown("entry")
  const [params] = useSearchParams()
  const isNarrowed = params.has("q") || params.has("target_kind")
  const [verified, setVerified] = useState<AuditVerification>()
  const [busy, setBusy] = useState(false)
  const columns = useMemo(() => columnsOf(({ id }) => show(id)), [show])
  const verify = async () => {
    setBusy(true)
    try {
      setVerified(await call("GET /admin/audit-log/verify", { timeout: 60_000 }))
    } catch (error) {
      toast(panelTexts.verifyFailed, { description: explain(error), kind: "error" })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Head title={t`Audit log`} note={t`Every staff change and every chat opened by staff. Entries can't be edited.`}>
        <Button variant="outline" busy={busy} onClick={() => void verify()}>
          <ShieldCheck aria-hidden size={16} />
          {t`Verify log`}
        </Button>
      </Head>
      {verified && (
        <Alert
          kind={verified.intact ? "success" : "danger"}
          className="mb-5"
          title={
            verified.intact
              ? verified.checked === 1
                ? t`The only entry is intact.`
                : plural(verified.checked, {
                    other: `All ${verified.checked.toLocaleString(locale)} entries are intact.`,
                  })
              : t`Entry ${verified.first_broken_id} has been tampered with.`
          }
        >
          {verified.head && <code className="wrap-anywhere text-meta">{t`Last seal: ${verified.head}`}</code>}
        </Alert>
      )}
      <DataTable
        name="audit"
        label={t`Entries`}
        count={(n, written) => plural(n, { one: "1 entry", other: `${written} entries` })}
        read={read}
        columns={columns}
        rowName={({ id }) => t`entry ${id}`}
        search={t`Search the audit log`}
        searchHint={t`Name, order number, ID or keyword`}
        filters={filters}
        csv="/admin/audit-log"
        empty={isNarrowed ? t`No entries found.` : t`Nothing logged yet.`}
        drawer={{ name: "entry", draw: (place) => <EntryDrawer place={place} /> }}
      />
    </>
  )
}

function EntryDrawer({ place }: { place: Place<AuditEntry> }) {
  const { id, row } = place
  const query = useQuery({
    queryKey: ["admin", "audit", "one", id],
    queryFn: id === null ? skipToken : () => call(`GET /admin/audit-log/${id}`),
    placeholderData: row,
  })
  return (
    <Drawer place={place} title={t`Entry ${id ?? ""}`} of="entry">
      <Loaded query={query} failed={panelTexts.entryFailed} fields={4}>
        {(entry) => <Entry entry={entry} />}
      </Loaded>
    </Drawer>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const facts: [string, string][] = [
    [t`When`, dateTimeOf(entry.created_at)],
    [t`Who`, entry.actor ? `${entry.actor} (${entry.actor_email})` : t`System`],
    [t`What`, entry.action],
    [t({ context: "what an entry is about", message: "To" }), targetOf(entry)],
    [t`Seal`, entry.hash],
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 text-ui">
      <Facts facts={facts} />
      <RawText title={t`Before`} text={jsonOf(entry.before)} />
      <RawText title={t`After`} text={jsonOf(entry.after)} />
    </div>
  )
}

const jsonOf = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value, null, 2))

function columnsOf(show: (entry: AuditEntry) => void): Column<AuditEntry>[] {
  return [
    {
      id: "what",
      header: t`What`,
      title: true,
      cell: (entry) => <What entry={entry} />,
      text: plain,
    },
    {
      id: "when",
      header: t`When`,
      sort: { asc: "oldest", desc: "newest" },
      cell: ({ created_at }) => dateTimeOf(created_at),
      text: ({ created_at }) => created_at,
    },
    {
      id: "hash",
      header: t`Seal`,
      cell: ({ hash }) => <code className="text-ink-3 text-meta">{hash.slice(0, 12)}</code>,
      text: ({ hash }) => hash,
    },
    {
      id: "raw",
      header: "",
      end: true,
      cell: (entry) => (
        <button type="button" className="link min-h-9 px-2" onClick={() => show(entry)}>
          <Trans>
            Raw<span className="sr-only"> data of entry {entry.id}</span>
          </Trans>
        </button>
      ),
      text: ({ action }) => action,
    },
  ]
}

/** One sentence with a link to its object. */
function What({ entry }: { entry: AuditEntry }) {
  const { before, target, behind, changes } = sentenceOf(entry)
  const place = placeOf(entry)
  return (
    <span className="wrap-anywhere block max-w-measure">
      <span className="font-semibold">{entry.actor ?? entry.actor_email ?? t`System`}</span> {before}
      {target !== null &&
        (place ? (
          <Link to={place} className="link">
            {target}
          </Link>
        ) : (
          target
        ))}
      {behind}
      {changes.length > 0 && `: ${changes.join(", ")}`}
    </span>
  )
}

const targetOf = ({ target_kind, target_id }: AuditEntry) =>
  `${nameOf(target_kind)}${target_id === null ? "" : ` ${target_id}`}`
