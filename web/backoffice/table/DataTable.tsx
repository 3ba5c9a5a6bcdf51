import { useTable } from "@tanstack/react-table"
import { type ReactNode, useEffect, useRef } from "react"
import type { CsvColumn } from "#contract/csv.ts"
import { t } from "#contract/t.ts"
import { save } from "../../platform/ui/save.ts"
import { useNarrow, useTablet } from "../../platform/ui/useNarrow.ts"
import { Bulk } from "./Bulk.tsx"
import type { BulkAction, Column, Filter, Read, View } from "./columns.ts"
import { csvOf, fileOf } from "./csv.ts"
import type { Place } from "./Drawer.tsx"
import { features, mayHide, sortingOf, useDefinitions } from "./definitions.ts"
import { PageOfRows, type PageTexts } from "./PageOfRows.tsx"
import { Pages } from "./Pages.tsx"
import { pageAfter } from "./selection.ts"
import { filterText, pageParam, queryOf, useTableState, viewOf } from "./state.ts"
import { useStored } from "./stored.ts"
import { Toolbar, useHidden } from "./Toolbar.tsx"
import { useFocusFallback } from "./useFocusFallback.ts"
import { usePlace } from "./usePlace.ts"
import { readRows, useRows } from "./useRows.ts"
import { useSelection } from "./useSelection.ts"
import { SaveView, useHasViews, Views } from "./Views.tsx"

interface DataTableProps<Row> extends PageTexts {
  /** Names the query, the CSV file and the saved views. */
  name: string
  /** The accessible name of the table, such as "Models". */
  label: string
  /** Formats as `8 models`, from the number and from how it is written. */
  count(n: number, written: string): string
  read: Read<Row>
  columns: Column<Row>[]
  rowName(row: Row): string
  /** The page size, fixed by the specification. */
  limit?: number
  /** Label of the search, such as "Search orders". */
  search?: string
  /** Says what is searched if the label does not. */
  searchHint?: string
  filters?: readonly Filter[]
  views?: readonly View[]
  /** Further query parameters. */
  fixed?: Record<string, string>
  /** The path of the CSV export. */
  csv?: string
  /** Columns of the file for selected rows; the default is the table's own. */
  file?: CsvColumn<Row>[]
  bulk?: readonly BulkAction<Row>[]
  /** Whether selected rows can be saved as a file; the default is true. */
  mayExport?: boolean
  /** The drawer of a row: its search parameter and a function that renders it. */
  drawer?: { name: string; draw(place: Place<Row>): ReactNode }
}

const noFilters: readonly Filter[] = []
const everything: readonly View[] = [{ label: t`All`, query: "" }]
const noActions: readonly never[] = []

/** About a screenful, so that the skeleton of a hundred rows does not make the page ten thousand pixels high. */
const maxSkeletonRows = 12

/**
 * A table with server-side paging, sorting and search. Its state is in the address; rows can be selected and exported.
 */
export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { name, label, count, read, columns, rowName, limit: usual = 10, drawer, fixed, csv, file } = props
  const { search, searchHint, filters = noFilters, views = everything, bulk = noActions, mayExport = true } = props
  const { state, change } = useTableState(
    filters,
    columns.flatMap(({ sort }) => (sort ? [sort.asc, sort.desc] : [])),
  )
  const [limit, setLimit] = useStored<number>(`admin_rows:${name}`, usual)
  const query = queryOf(state, limit, fixed)
  const page = useRows(name, query, read)
  const { data, isPending, isPlaceholderData } = page
  const rows = data?.rows ?? (none as Row[])
  const total = data?.total ?? 0
  const [isNarrow, isTablet] = [useNarrow(), useTablet()]
  const withoutHeading = columns.filter(({ extra }) => isNarrow || (isTablet && extra))
  const view = viewOf(state)
  const [hidden, setHidden] = useHidden(name)
  const filter = filterText(state)
  const { selection, setSelection, selected, elsewhere } = useSelection({ name, query, read, filter, page })
  const table = useTable({
    features,
    columns: useDefinitions(columns, hidden),
    data: rows,
    getRowId: ({ id }) => String(id),
    enableRowSelection: mayExport || bulk.length > 0,
    manualPagination: true,
    manualSorting: true,
    rowCount: total,
    state: {
      rowSelection: selection,
      sorting: sortingOf(columns, state.sort),
      pagination: { pageIndex: state.page - 1, pageSize: limit },
    },
    onRowSelectionChange: setSelection,
  })
  const lastPage = Math.max(1, Math.ceil(total / limit))
  useEffect(() => {
    // The last page has become empty, so the previous one is shown.
    if (data && !isPlaceholderData && state.page > lastPage) change({ page: String(lastPage) }, { replace: true })
  })
  const place = usePlace(drawer?.name ?? "", {
    rows,
    page: state.page,
    lastPage,
    readPage: (page) => readRows(name, queryOf({ ...state, page }, limit, fixed), read),
  })

  const focusListeners = useFocusFallback(place.id)
  const section = useRef<HTMLElement>(null)
  const clearSelection = () => {
    setSelection({})
    // The button disappears with the selection, so focus moves back to the table.
    section.current?.querySelector<HTMLElement>("input[type=checkbox]")?.focus()
  }
  const exportSelected = () => {
    const text = file ? fileOf(file, selected) : csvOf(columns, selected)
    save(new Blob([text], { type: "text/csv" }), `${name}-chosen.csv`)
  }
  const clearSearch = () =>
    change({ q: null, sort: null, ...Object.fromEntries(filters.map((filter) => [filter.name, null])) })
  const resize = (next: number) => {
    setLimit(next)
    change({ page: pageParam(pageAfter(state.page, limit, next)) }, { replace: true })
  }
  const sortBy = (column: Column<Row>) => {
    const { asc, desc } = column.sort!
    change({ sort: state.sort === asc ? desc : state.sort === desc ? null : asc })
  }
  const hasViews = useHasViews(name, views)
  return (
    <section
      ref={section}
      aria-label={label}
      {...focusListeners}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3"
    >
      {hasViews && <Views name={name} given={views} current={view} />}
      <Toolbar
        search={search ? { label: search, hint: searchHint } : undefined}
        filters={filters}
        isPreset={hasViews}
        state={state}
        change={change}
        csv={csv ? { path: `${csv}?${csvQuery(fixed, view)}`, name: `${name}.csv` } : undefined}
        saveView={hasViews ? null : <SaveView isIcon name={name} given={views} current={view} />}
        columns={{ all: columns.filter(mayHide), hidden, onChange: setHidden }}
        sorts={withoutHeading.flatMap(sortsOf)}
      />
      <PageOfRows
        page={page}
        shown={{ table, rowName, loading: isPending ? Math.min(limit, maxSkeletonRows) : 0, label, state, sortBy }}
        clearSearch={view === "" ? undefined : clearSearch}
        empty={props.empty}
        emptyMore={props.emptyMore}
        failed={props.failed}
        otherwise={props.otherwise}
      />
      {data && (
        <Pages
          page={state.page}
          total={total}
          limit={limit}
          label={label}
          count={count}
          go={(page) => change({ page: pageParam(page) })}
          size={{ choices: [...new Set([usual, ...sizes])].sort((a, b) => a - b), choose: resize }}
        />
      )}
      {selected.length > 0 && (
        <Bulk
          rows={selected}
          elsewhere={elsewhere}
          actions={bulk}
          onExport={mayExport ? exportSelected : null}
          onClear={clearSelection}
        />
      )}
      {drawer?.draw(place)}
    </section>
  )
}

const none: unknown[] = []
const sizes = [10, 25, 50, 100]
const csvQuery = (fixed: Record<string, string> = {}, view: string) =>
  new URLSearchParams({ ...fixed, ...Object.fromEntries(new URLSearchParams(view)) })
const sortsOf = <Row,>({ header, sort }: Column<Row>): [string, string][] =>
  sort
    ? [
        [sort.asc, t`${header}, ascending`],
        [sort.desc, t`${header}, descending`],
      ]
    : []
