import { useContext, useMemo, useState } from "react"
import type { User } from "#contract/accounts.ts"
import { stockAdminTexts } from "#contract/panelText.ts"
import type { StockRow } from "#contract/stock.ts"
import { plural, t } from "#contract/t.ts"
import type { Column } from "../../backoffice/table/columns.ts"
import { Opener } from "../../backoffice/table/commonColumns.tsx"
import { DataTable } from "../../backoffice/table/DataTable.tsx"
import { useShown } from "../../backoffice/table/shown.ts"
import { listAt } from "../../backoffice/table/useRows.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { Tag, type Tone } from "../../platform/ui/states.tsx"
import { Head } from "../shell/Head.tsx"
import { countOf, type Drafts, EditingContext, thresholdOf, typedInto } from "./drafts.ts"
import { History } from "./History.tsx"
import { SaveCounts } from "./SaveCounts.tsx"

const read = listAt("GET /admin/stock")
const states: Record<StockRow["state"], { tone: Tone; word: string }> = {
  in: { tone: "success", word: t`In stock` },
  low: { tone: "warn", word: t`Low` },
  out: { tone: "danger", word: t`Sold out` },
  made_to_order: { tone: "info", word: t`Made to order` },
}
const views = [
  { label: t`All`, query: "" },
  { label: t`Low stock`, query: "level=low" },
  { label: t`Sold out`, query: "level=out" },
  { label: t`Made to order`, query: "level=made_to_order" },
  { label: t`People waiting`, query: "level=waiting" },
]
const filters = [
  {
    name: "level",
    label: t`Stock`,
    options: views.map(({ label, query }) => [query.replace("level=", ""), label] as const),
  },
]

/** The stock of all models. Counts are corrected in the rows and saved together. */
export function Stock({ user }: { user: User }) {
  const mayEdit = user.admin_type !== "financial_admin"
  const [drafts, setDrafts] = useState<Drafts>(new Map())
  const { show } = useShown("model")
  const columns = useMemo(() => columnsOf(show), [show])
  const editing = useMemo(
    () => ({
      drafts,
      mayEdit,
      type: (row: StockRow, typed: Parameters<typeof typedInto>[2]) => setDrafts((now) => typedInto(now, row, typed)),
    }),
    [drafts, mayEdit],
  )
  return (
    <>
      <Head title={t`Stock`} note={mayEdit ? stockAdminTexts.note : undefined} />
      <UnsavedChanges isDirty={() => drafts.size > 0} />
      <EditingContext value={editing}>
        <DataTable
          name="stock"
          label={t`Stock`}
          count={(n, written) => plural(n, { one: "1 model", other: `${written} models` })}
          read={read}
          columns={columns}
          rowName={({ name }) => name}
          limit={25}
          search={t`Search models`}
          filters={filters}
          views={views}
          csv="/admin/stock"
          empty={stockAdminTexts.none}
          failed={stockAdminTexts.loadFailed}
          drawer={{ name: "model", draw: (place) => <History place={place} user={user} /> }}
        />
      </EditingContext>
      {drafts.size > 0 && <SaveCounts drafts={drafts} onChange={setDrafts} />}
    </>
  )
}

function columnsOf(show: (id: number) => void): Column<StockRow>[] {
  return [
    {
      id: "name",
      header: t`Model`,
      title: true,
      sort: { asc: "name", desc: "name_desc" },
      cell: ({ id, name }) => (
        <Opener open={() => show(id)}>
          {name}
          <span className="sr-only">{t`: history`}</span>
        </Opener>
      ),
      text: ({ name }) => name,
    },
    {
      id: "state",
      header: t`State`,
      tag: true,
      cell: ({ state }) => (
        <span className="whitespace-nowrap">
          <Tag tone={states[state].tone} dot>
            {states[state].word}
          </Tag>
        </span>
      ),
      text: ({ state }) => states[state].word,
    },
    {
      id: "on_hand",
      header: t`On hand`,
      extra: true,
      end: true,
      cell: ({ on_hand }) => on_hand ?? "–",
      text: ({ on_hand }) => on_hand,
    },
    {
      id: "reserved",
      header: t`Reserved`,
      extra: true,
      end: true,
      cell: ({ reserved }) => reserved,
      text: ({ reserved }) => reserved,
    },
    {
      id: "waiting",
      header: t`Waiting`,
      extra: true,
      end: true,
      cell: ({ waiting }) => waiting,
      text: ({ waiting }) => waiting,
    },
    {
      id: "stock",
      header: t`Available`,
      end: true,
      sort: { asc: "stock_asc", desc: "stock_desc" },
      cell: (row) => <Count row={row} />,
      text: ({ stock }) => stock,
    },
    {
      id: "low",
      header: t`Warn at`,
      end: true,
      cell: (row) => <Threshold row={row} />,
      text: ({ threshold }) => threshold,
    },
  ]
}

function Count({ row }: { row: StockRow }) {
  const { drafts, mayEdit, type } = useContext(EditingContext)
  const draft = drafts.get(row.id)
  if (!mayEdit) return row.stock ?? "–"
  const text = draft?.stock
  const to = text === undefined ? undefined : countOf(text, draft!.from)
  const error = draft?.refused ?? (text !== undefined && to === undefined ? stockAdminTexts.notACount : undefined)
  return (
    <NumberBox
      label={t`Available of ${row.name}`}
      value={text ?? String(row.stock ?? "")}
      placeholder="∞"
      isChanged={text !== undefined}
      error={error}
      hint={to === undefined || !text || !/^\s*[+−-]/.test(text) ? undefined : `= ${to}`}
      onChange={(stock) => type(row, { stock })}
    />
  )
}

function Threshold({ row }: { row: StockRow }) {
  const { drafts, mayEdit, type } = useContext(EditingContext)
  if (!mayEdit) return row.threshold
  const text = drafts.get(row.id)?.low
  return (
    <NumberBox
      label={t`Warn at, of ${row.name}`}
      value={text ?? String(row.low_at ?? "")}
      placeholder={row.low_at === null ? String(row.threshold) : ""}
      isChanged={text !== undefined}
      error={text !== undefined && thresholdOf(text) === undefined ? stockAdminTexts.notAThreshold : undefined}
      onChange={(low) => type(row, { low })}
    />
  )
}

interface NumberBoxProps {
  label: string
  value: string
  placeholder: string
  isChanged: boolean
  error: string | undefined
  hint?: string
  onChange(text: string): void
}

function NumberBox({ label, value, placeholder, isChanged, error, hint, onChange }: NumberBoxProps) {
  return (
    <label className="block">
      <span className="sr-only">{label}</span>
      <input
        value={value}
        placeholder={placeholder}
        maxLength={7}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={cx(
          "tabular h-9 w-16 rounded-card border bg-surface px-2 text-end text-ui aria-invalid:border-danger",
          isChanged ? "border-ink font-semibold" : "border-line-strong",
        )}
      />
      {hint && <span className="block text-ink-2 text-meta">{hint}</span>}
      {error && <span className="block text-danger text-meta">{error}</span>}
    </label>
  )
}
