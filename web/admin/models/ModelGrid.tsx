import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { maxEditedModels } from "#contract/adminLimits.ts"
import type { Doll, EditDoll, EditRow } from "#contract/catalog.ts"
import { isMeasure } from "#contract/modelFields.ts"
import { plural, t } from "#contract/t.ts"
import { useSearch } from "../../backoffice/table/search.ts"
import { useStored } from "../../backoffice/table/stored.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { call, explain, list } from "../../platform/api/client.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Back } from "../../platform/ui/Back.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { stepOf } from "../../platform/ui/direction.ts"
import { SelectField, TextField } from "../../platform/ui/Field.tsx"
import { ChevronDown } from "../../platform/ui/icons.ts"
import { Select } from "../../platform/ui/Select.tsx"
import { EmptyState, ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { useNarrow, useTablet } from "../../platform/ui/useNarrow.ts"
import { categoryNames } from "../../shopfront/shop/categories.ts"
import { hasToken } from "../parts/needToken.ts"
import { Head } from "../shell/Head.tsx"
import {
  choices,
  firstFields,
  type GridField,
  gridFields,
  gridLabels,
  pastedInto,
  readCell,
  shownIn,
  wordsOf,
} from "./gridCells.ts"

const perPage = 50
/** Columns that fit on an upright tablet. */
const tabletFields = firstFields.filter((field) => field !== "release_date")

const isNumber = (field: GridField) => field === "price" || isMeasure(field)
/** The name stays visible while the other columns scroll. */
const stuck = (field: GridField) => field === "name" && "sticky inset-s-0 z-10 bg-canvas"

interface Row {
  /** The model at the time of the first change in its row, or as last read. */
  doll: Doll
  typed: Partial<Record<GridField, string>>
  faults: Partial<Record<GridField, string>>
  /** Why the row was not saved. */
  failure?: string
  /** The model after another admin's change. */
  theirs?: Doll
}

/** Edits many models at once. Each cell is an input, and one save sends all changed rows. */
export function ModelGrid() {
  const grid = useGrid()
  const { rows, changed, isSaving, save, total, page, error, retry, go } = grid
  const [isNarrow, isTablet] = [useNarrow(), useTablet()]
  const [stored, setChosen] = useStored<GridField[]>("admin_grid:models", isTablet ? tabletFields : firstFields)
  const [column, setColumn] = useState<GridField>("price")
  const fields = gridFields.filter(
    (field) => field === "name" || (isNarrow ? field === column : stored.includes(field)),
  )
  const pages = Math.max(1, Math.ceil(total / perPage))
  const action = (
    <Button busy={isSaving} disabled={changed.length === 0} onClick={() => void save()} className="max-md:w-full">
      {changed.length === 0
        ? t`No changes`
        : plural(changed.length, { one: "Save 1 model", other: `Save ${changed.length} models` })}
    </Button>
  )
  return (
    <>
      <Back to="/admin?tab=models">{t`All models`}</Back>
      <Head
        title={t`Bulk edit`}
        note={t`Move between cells with the arrow keys or Enter. You can paste cells from a spreadsheet.`}
      >
        {!isNarrow && action}
      </Head>
      <UnsavedChanges isDirty={() => changed.length > 0} />
      <Narrow>
        {isNarrow && (
          <SelectField
            label={t`Column`}
            className="grow basis-40"
            value={column}
            onChange={({ target }) => setColumn(target.value as GridField)}
          >
            {gridFields.slice(1).map((field) => (
              <option key={field} value={field}>
                {gridLabels[field]}
              </option>
            ))}
          </SelectField>
        )}
      </Narrow>
      {!isNarrow && <Columns chosen={fields} onChoose={setChosen} />}
      {error && !rows ? (
        <ErrorState title={t`Failed to load models`} detail={explain(error)} retry={retry} />
      ) : !rows ? (
        <Skeleton className="h-40 w-full" />
      ) : rows.length === 0 ? (
        <EmptyState title={t`No models found.`} />
      ) : (
        <Cells rows={rows} fields={fields} grid={grid} hasStock={!isTablet} />
      )}
      {pages > 1 && (
        <nav aria-label={t`Pages`} className="mt-5 flex flex-wrap items-center gap-3 text-ui">
          <Button variant="outline" disabled={page <= 1} onClick={() => go({ page: page - 1 })}>{t`Previous`}</Button>
          <span className="tabular">{t`Page ${page} of ${pages}`}</span>
          <Button variant="outline" disabled={page >= pages} onClick={() => go({ page: page + 1 })}>{t`Next`}</Button>
        </nav>
      )}
      {isNarrow && (changed.length > 0 || rows?.length !== 0) && (
        <div className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 mt-4 border-line border-t bg-canvas py-3">
          {action}
        </div>
      )}
    </>
  )
}

type Grid = ReturnType<typeof useGrid>

/** Changed rows are kept across pages until they are saved or discarded. */
function useGrid() {
  const [params, change] = useSearch()
  const [kept, setKept] = useState<ReadonlyMap<number, Row>>(new Map())
  const [isSaving, setSaving] = useState(false)
  const page = Math.max(1, Number(params.get("page")) || 1)
  const [q, category] = [params.get("q") ?? "", params.get("category") ?? ""]
  const query = new URLSearchParams({
    all: "1",
    sort: "name",
    limit: String(perPage),
    skip: String((page - 1) * perPage),
  })
  if (q) query.set("q", q)
  if (category) query.set("category", category)
  const { data, error, refetch } = useQuery({
    queryKey: ["models", "grid", query.toString()],
    queryFn: ({ signal }) => list("GET /dolls", { query, signal }),
    placeholderData: keepPreviousData,
  })
  const rows = data?.items.map((doll) => kept.get(doll.id) ?? { doll, typed: {}, faults: {} })
  const changed = [...kept.values()].filter(({ typed }) => Object.keys(typed).length > 0)
  const put = (id: number, row: Row | null) =>
    setKept((now) => {
      const next = new Map(now)
      if (row && Object.keys(row.typed).length > 0) next.set(id, row)
      else next.delete(id)
      return next
    })

  const type = (row: Row, field: GridField, text: string) => {
    const typed = { ...row.typed, [field]: text }
    if (text === shownIn(row.doll, field)) delete typed[field]
    const { [field]: _, ...faults } = row.faults
    put(row.doll.id, { ...row, typed, faults })
  }
  const check = (row: Row, field: GridField) => {
    const text = row.typed[field]
    const found = text === undefined ? null : readCell(row.doll, field, text)
    if (found && "fault" in found) put(row.doll.id, { ...row, faults: { ...row.faults, [field]: found.fault } })
  }
  /** Takes over what another admin has saved. With `mine`, this row's changes stay, to be saved on top of it. */
  const settle = (row: Row, mine: boolean) =>
    put(row.doll.id, mine ? { doll: row.theirs!, typed: row.typed, faults: {} } : null)

  const save = async () => {
    if (!hasToken() || isSaving) return
    const ready: EditRow[] = []
    const checked = changed.map((row) => {
      const fields: Record<string, unknown> = {}
      const faults: Row["faults"] = {}
      for (const [field, text] of Object.entries(row.typed) as [GridField, string][]) {
        const found = readCell(row.doll, field, text)
        if ("fault" in found) faults[field] = found.fault
        else fields[field] = found.value
      }
      if (Object.keys(faults).length === 0) {
        ready.push({ id: row.doll.id, version: row.doll.version!, fields: fields as EditDoll })
      }
      return { ...row, faults }
    })
    for (const row of checked) put(row.doll.id, row)
    setSaving(true)
    let [saved, lost] = [0, changed.length - ready.length]
    try {
      for (let at = 0; at < ready.length; at += maxEditedModels) {
        const body = { rows: ready.slice(at, at + maxEditedModels) }
        const results = await call("POST /dolls/edit-many", { body, timeout: 60_000 })
        for (const { id, code, detail, errors, doll } of results) {
          if (code === null) {
            saved += 1
            put(id, null)
            continue
          }
          lost += 1
          const row = checked.find((one) => one.doll.id === id)!
          const faults = Object.fromEntries(errors.map(({ path, message }) => [path, message]))
          put(id, { ...row, faults, failure: detail ?? undefined, theirs: code === "STALE" && doll ? doll : undefined })
        }
      }
      toast(lost === 0 ? t`${saved} saved` : t`${saved} saved, ${lost} not saved`, {
        key: "grid",
        kind: lost === 0 ? "success" : "error",
        description: lost === 0 ? undefined : t`What you typed is still here.`,
      })
    } catch (failure) {
      toast(t`Failed to save the models`, { key: "grid", kind: "error", description: explain(failure) })
    }
    setSaving(false)
    await refetch()
    refresh("models")
  }
  const go = (to: { page: number }) => change({ page: String(to.page) })
  return {
    rows,
    changed,
    isSaving,
    type,
    check,
    settle,
    save,
    total: data?.total ?? 0,
    page,
    error,
    retry: () => void refetch(),
    go,
  }
}

/** The search and the filter of the list, kept in the address. */
function Narrow({ children }: { children: ReactNode }) {
  const [params, change] = useSearch()
  const narrow = (name: string, value: string) => change({ [name]: value, page: null }, { replace: true })
  return (
    <div className="mb-4 flex max-w-3xl flex-wrap gap-4">
      <TextField
        label={t`Search models`}
        className="grow max-md:basis-full"
        type="search"
        maxLength={100}
        value={params.get("q") ?? ""}
        onChange={(event) => narrow("q", event.target.value)}
      />
      <SelectField
        label={t`Category`}
        className="grow basis-40"
        value={params.get("category") ?? ""}
        onChange={(event) => narrow("category", event.target.value)}
      >
        <option value="">{t`All categories`}</option>
        {Object.entries(categoryNames).map(([category, label]) => (
          <option key={category} value={category}>
            {label}
          </option>
        ))}
      </SelectField>
      {children}
    </div>
  )
}

function Columns({ chosen, onChoose }: { chosen: GridField[]; onChoose(fields: GridField[]): void }) {
  return (
    <details className="group mb-4">
      <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-3 font-semibold text-ui">
        {t`Columns`}
        <ChevronDown aria-hidden size={18} className="group-open:rotate-180" />
      </summary>
      <div className="flex flex-wrap gap-x-5">
        {gridFields
          .filter((field) => field !== "name")
          .map((field) => (
            <label key={field} className="flex min-h-11 items-center gap-3 text-ui">
              <input
                type="checkbox"
                checked={chosen.includes(field)}
                onChange={({ target }) =>
                  onChoose(target.checked ? [...chosen, field] : chosen.filter((one) => one !== field))
                }
              />
              {gridLabels[field]}
            </label>
          ))}
      </div>
    </details>
  )
}

interface CellsProps {
  fields: GridField[]
  grid: Grid
  /** True from 1024 px on, where there is room for it. */
  hasStock: boolean
}

function Cells({ rows, ...shared }: CellsProps & { rows: Row[] }) {
  const { fields, grid, hasStock } = shared
  const table = useRef<HTMLTableElement>(null)
  const wasSaving = useRef(false)
  useEffect(() => {
    if (wasSaving.current && !grid.isSaving) {
      table.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }
    wasSaving.current = grid.isSaving
  }, [grid.isSaving])
  const focus = (at: number, column: number) => {
    const cell = table.current?.querySelector<HTMLInputElement>(`[data-cell="${at}:${column}"]`)
    cell?.focus()
    if (cell?.type === "text") cell.select()
    return Boolean(cell)
  }
  const steer = (event: KeyboardEvent<HTMLElement>) => {
    const cell = event.target as HTMLInputElement
    const [at, column] = (cell.dataset.cell ?? "").split(":").map(Number)
    if (at === undefined || column === undefined || event.metaKey || event.altKey) return
    const isText = cell.type === "text"
    const isAtStart =
      !isText || cell.selectionEnd === 0 || cell.value.length === cell.selectionEnd! - cell.selectionStart!
    const isAtEnd =
      !isText ||
      cell.selectionStart === cell.value.length ||
      (isAtStart && cell.selectionStart === 0 && cell.selectionEnd === cell.value.length)
    const aside = stepOf(event.key)
    const isAtEdge = aside < 0 ? isAtStart : isAtEnd
    const steps: Record<string, [number, number] | false> = {
      [event.key]: aside !== 0 && (isAtEdge || event.ctrlKey) && !event.shiftKey && [0, aside],
      Enter: [event.shiftKey ? -1 : 1, 0],
      // A list handles these keys itself.
      ArrowUp: (isText || event.ctrlKey) && [-1, 0],
      ArrowDown: (isText || event.ctrlKey) && [1, 0],
    }
    const step = steps[event.key]
    if (step && focus(at + step[0], column + step[1])) event.preventDefault()
    if (event.key === "Escape") {
      const row = rows[at]!
      const field = fields[column]!
      if (row.typed[field] !== undefined) grid.type(row, field, shownIn(row.doll, field))
    }
  }
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData("text/plain").replace(/\r\n?/g, "\n").replace(/\n$/, "")
    const [at, column] = ((event.target as HTMLElement).dataset.cell ?? "").split(":").map(Number)
    if (at === undefined || column === undefined || !/[\t\n]/.test(text)) return
    event.preventDefault()
    for (const [down, line] of text.split("\n").entries()) {
      let row = rows[at + down]
      for (const [across, cell] of line.split("\t").entries()) {
        const field = fields[column + across]
        const value = field && row && pastedInto(field, cell)
        if (value === undefined || !field || !row) continue
        row = { ...row, typed: { ...row.typed, [field]: value } }
        grid.type(row, field, value)
      }
    }
  }
  return (
    <div className="-me-(--gutter) overflow-x-auto pe-(--gutter)">
      <table ref={table} onKeyDown={steer} onPaste={paste} className="w-full text-ui max-md:table-fixed">
        <caption className="sr-only">{t`Models`}</caption>
        <thead>
          <tr className="border-line-strong border-b">
            {fields.map((field) => (
              <th
                key={field}
                scope="col"
                className={cx(
                  "whitespace-nowrap py-2 pe-2 lg:pe-3 font-semibold max-lg:last-of-type:pe-0",
                  isNumber(field) && "text-end",
                  stuck(field),
                )}
              >
                {gridLabels[field]}
              </th>
            ))}
            {hasStock && <th scope="col" className="py-2 text-end font-semibold">{t`Stock`}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <GridRow key={row.doll.id} row={row} at={at} {...shared} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function GridRow({ row, at, fields, grid, hasStock }: CellsProps & { row: Row; at: number }) {
  const { doll, typed, faults, failure, theirs } = row
  const elsewhere = theirs
    ? gridFields
        .filter((field) => shownIn(theirs, field) !== shownIn(doll, field))
        .map((field) => t`${gridLabels[field]} is now ${wordsOf(theirs, field) || t`empty`}`)
    : []
  const hidden = (Object.keys(faults) as GridField[]).filter((field) => !fields.includes(field))
  return (
    <>
      <tr className="border-line border-b align-top">
        {fields.map((field, column) => (
          <Cell
            key={field}
            place={`${at}:${column}`}
            label={t`${gridLabels[field]} of ${doll.name}`}
            field={field}
            value={typed[field] ?? shownIn(doll, field)}
            isChanged={typed[field] !== undefined}
            fault={faults[field]}
            onType={(text) => grid.type(row, field, text)}
            onLeave={() => grid.check(row, field)}
          />
        ))}
        {hasStock && <td className="whitespace-nowrap py-3 text-end tabular">{doll.stock ?? t`Made to order`}</td>}
      </tr>
      {(failure || hidden.length > 0) && (
        <tr className="border-line border-b">
          <td colSpan={hasStock ? fields.length + 1 : fields.length} className="bg-warn-soft px-4 py-3">
            {failure && (
              <p role="alert" className="font-semibold text-warn">
                {t`${doll.name} wasn't saved. `}
                <span className="font-normal">
                  {theirs ? t`Someone else has changed it in the meantime.` : failure}
                </span>
              </p>
            )}
            {hidden.map((field) => (
              <p key={field}>{`${gridLabels[field]}: ${faults[field]}`}</p>
            ))}
            {theirs && (
              <>
                {elsewhere.length > 0 && <p>{`${elsewhere.join(", ")}.`}</p>}
                <div className="mt-3 flex flex-wrap gap-3">
                  <Button variant="outline" onClick={() => grid.settle(row, true)}>{t`Keep my changes`}</Button>
                  <Button variant="outline" onClick={() => grid.settle(row, false)}>{t`Use their changes`}</Button>
                </div>
              </>
            )}
          </td>
        </tr>
      )}
    </>
  )
}

interface CellProps {
  place: string
  label: string
  field: GridField
  value: string
  isChanged: boolean
  fault: string | undefined
  onType(text: string): void
  onLeave(): void
}

function Cell({ place, label, field, value, isChanged, fault, onType, onLeave }: CellProps) {
  const id = useId()
  const known = choices[field]
  const common = {
    "aria-label": label,
    "aria-invalid": fault ? true : undefined,
    "aria-describedby": fault ? id : undefined,
    "data-cell": place,
    value,
    onBlur: onLeave,
    className: cx(
      "h-9 max-md:h-11 min-w-full rounded-card border px-2 text-meta aria-invalid:border-danger border-line-strong",
      isChanged ? "bg-plum-soft" : "bg-surface",
      isNumber(field) && "text-end tabular",
      // A list is as wide as its longest option.
      known ? "max-md:w-full" : "w-full",
    ),
  }
  const width = field === "description" ? "md:min-w-72" : isNumber(field) ? "md:min-w-20" : !known && "md:min-w-24"
  return (
    <td className={cx("py-1 pe-2 lg:pe-3 max-lg:last-of-type:pe-0", width, stuck(field))}>
      {known ? (
        <Select {...common} onChange={({ target }) => onType(target.value)}>
          {known.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </Select>
      ) : (
        <input
          {...common}
          type="text"
          inputMode={isNumber(field) ? "decimal" : undefined}
          placeholder={field === "release_date" ? "2026-03-14" : undefined}
          autoComplete="off"
          onChange={({ target }) => onType(target.value)}
        />
      )}
      {fault && (
        <p id={id} className="text-danger text-meta">
          {fault}
        </p>
      )}
    </td>
  )
}
