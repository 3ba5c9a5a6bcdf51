import {
  type ColumnDef,
  type RowSelectionState,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table"
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react"
import { explain } from "../../api/client.ts"
import { EmptyState, ErrorState } from "../../ui/states.tsx"
import { useNarrow } from "../../ui/useNarrow.ts"
import { BusyLine } from "../parts/BusyLine.tsx"
import { Bulk } from "./Bulk.tsx"
import { Cards } from "./Cards.tsx"
import type { BulkAction, Column, Filter, Read, View } from "./columns.ts"
import { csvOf, save } from "./csv.ts"
import { Grid } from "./Grid.tsx"
import { Pages } from "./Pages.tsx"
import { queryOf, useTableState, viewOf } from "./state.ts"
import { Toolbar, useHidden } from "./Toolbar.tsx"
import { useRows } from "./useRows.ts"
import { Views } from "./Views.tsx"

export const features = tableFeatures({ rowPaginationFeature, rowSelectionFeature, rowSortingFeature })
export type Definition<Row extends object> = ColumnDef<typeof features, Row> & { meta: Column<Row> }

interface DataTableProps<Row> {
  /** Of the list in the cache, of its file, and of its views. */
  name: string
  /** What the table holds: "Models". */
  label: string
  read: Read<Row>
  columns: Column<Row>[]
  rowId(row: Row): string | number
  rowName(row: Row): string
  /** The rows of a page, by the specification. */
  limit?: number
  search?: string
  filters?: readonly Filter[]
  views?: readonly View[]
  /** What the server is asked besides. */
  fixed?: Record<string, string>
  /** The list as a file: its path. */
  csv?: string
  bulk?: readonly BulkAction<Row>[]
  empty: string
  emptyMore?: ReactNode
  /** The title of a failure. */
  failed?: string
  /** Why it failed, where the server did not say. */
  otherwise?: string
}

const noFilters: readonly Filter[] = []
const everything: readonly View[] = [{ label: "All", query: "" }]
const noActions: readonly never[] = []

/** A list of the shop's books: the server pages, sorts and searches; the address says how; rows can be chosen and taken away as a file. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const {
    name,
    label,
    read,
    columns,
    rowId,
    rowName,
    limit = 10,
    search,
    fixed,
    csv,
    empty,
    emptyMore,
    failed,
    otherwise,
  } = props
  const { filters = noFilters, views = everything, bulk = noActions } = props
  const { state, change } = useTableState(filters.map((filter) => filter.name))
  const query = queryOf(state, limit, fixed)
  const { data, error, isPending, isPlaceholderData, refetch } = useRows(name, query, read)
  const [selection, setSelection] = useState<RowSelectionState>({})
  const known = useRef(new Map<string, Row>())
  const narrow = useNarrow()
  const view = viewOf(state)

  const rows = data?.rows ?? (none as Row[])
  for (const row of rows) known.current.set(String(rowId(row)), row)
  const [hidden, setHidden] = useHidden(name)
  const definitions = useMemo(
    () =>
      columns
        .filter((meta) => !(mayHide(meta) && hidden.includes(meta.id)))
        .map((meta) => ({ id: meta.id, header: meta.header, meta }) as unknown as Definition<Row>),
    [columns, hidden],
  )
  const sorting: SortingState = columns.flatMap(({ id, sort }) =>
    sort && (state.sort === sort.asc || state.sort === sort.desc) ? [{ id, desc: state.sort === sort.desc }] : [],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: (row) => String(rowId(row)),
    manualPagination: true,
    manualSorting: true,
    rowCount: data?.total ?? 0,
    state: { rowSelection: selection, sorting, pagination: { pageIndex: state.page - 1, pageSize: limit } },
    onRowSelectionChange: setSelection,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list, another choice
  useEffect(() => setSelection({}), [view])
  const total = data?.total ?? 0
  const last = Math.max(1, Math.ceil(total / limit))
  useEffect(() => {
    // The last row of the last page has gone: the page before it is the last one now.
    if (data && !isPlaceholderData && state.page > last) change({ page: String(last) }, { replace: true })
  })

  const chosen = Object.keys(selection).flatMap((id) => (selection[id] ? (known.current.get(id) ?? []) : [])) as Row[]
  const section = useRef<HTMLElement>(null)
  const clear = () => {
    setSelection({})
    // The button goes with the choice: back to where one chooses.
    section.current?.querySelector<HTMLElement>("input[type=checkbox]")?.focus()
  }
  const sortBy = (column: Column<Row>) => {
    const { asc, desc } = column.sort!
    change({ sort: state.sort === asc ? desc : state.sort === desc ? null : asc })
  }
  const shown = { table, rowName, loading: isPending ? limit : 0, label, state, sortBy }
  const isFiltered = view !== ""
  return (
    <section ref={section} aria-label={label} className="grid min-w-0 gap-3">
      {(search || filters.length > 0 || isFiltered) && <Views name={name} given={views} current={view} />}
      {chosen.length > 0 ? (
        <Bulk
          rows={chosen}
          actions={bulk}
          onExport={() => save(new Blob([csvOf(columns, chosen)], { type: "text/csv" }), `${name}-chosen.csv`)}
          onClear={clear}
        />
      ) : (
        <Toolbar
          search={search}
          filters={filters}
          state={state}
          change={change}
          csv={
            csv
              ? {
                  path: `${csv}?${new URLSearchParams({ ...fixed, ...Object.fromEntries(new URLSearchParams(view)) })}`,
                  name: `${name}.csv`,
                }
              : undefined
          }
          columns={{ all: columns.filter(mayHide), hidden, onChange: setHidden }}
        />
      )}
      {error && !data ? (
        <ErrorState
          title={failed}
          detail={
            (otherwise && !(error as { detail?: string | null }).detail ? otherwise : undefined) ?? explain(error)
          }
          retry={() => void refetch()}
        />
      ) : data && rows.length === 0 ? (
        <EmptyState title={empty}>
          {isFiltered ? (
            <button
              type="button"
              className="link min-h-11 text-ui"
              onClick={() =>
                change({ q: null, sort: null, ...Object.fromEntries(filters.map((one) => [one.name, null])) })
              }
            >
              Clear the search
            </button>
          ) : (
            emptyMore
          )}
        </EmptyState>
      ) : (
        <div aria-busy={isPending || isPlaceholderData} className="relative min-w-0">
          {isPlaceholderData && <BusyLine />}
          {narrow ? <Cards {...shown} /> : <Grid {...shown} />}
        </div>
      )}
      {data && (
        <Pages
          page={state.page}
          total={total}
          limit={limit}
          of={label.toLowerCase()}
          go={(page) => change({ page: page > 1 ? String(page) : null })}
        />
      )}
    </section>
  )
}

const none: unknown[] = []
/** A row keeps its name and what can be done with it. */
const mayHide = <Row,>({ title, header }: Column<Row>) => !title && header !== ""
