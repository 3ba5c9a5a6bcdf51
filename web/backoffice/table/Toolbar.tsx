import { type ReactNode, useState } from "react"
import { maxSearchLength } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import { explain } from "../../platform/api/client.ts"
import { Button, IconButton, Spinner } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { SelectField, TextField } from "../../platform/ui/Field.tsx"
import { Check, Columns3, Download, Rows3, Rows4, SlidersHorizontal } from "../../platform/ui/icons.ts"
import { Menu, menuItem } from "../../platform/ui/Menu.tsx"
import { Select } from "../../platform/ui/Select.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { useMedium } from "../../platform/ui/useNarrow.ts"
import type { Column, Filter } from "./columns.ts"
import { downloadCsv } from "./csv.ts"
import { Search } from "./Search.tsx"
import type { TableState } from "./state.ts"
import { useStored } from "./stored.ts"

interface ToolbarProps {
  search?: { label: string; hint?: string }
  filters: readonly Filter[]
  /** True if there is a row of views above. */
  isPreset: boolean
  state: TableState
  change(changed: Record<string, string | null>, how?: { replace: boolean }): void
  /** The path and the file name of the CSV export. */
  csv?: { path: string; name: string }
  /** A button for tables without a row of views. */
  saveView: ReactNode
  columns: ColumnsProps
  /** Sort orders to offer if the table has no headings. */
  sorts: readonly (readonly [value: string, label: string])[]
}

export function useDensity() {
  return useStored<string>("admin_density", "comfortable")
}

const nothing: string[] = []

/** The hidden columns, stored in this browser. */
export function useHidden(table: string) {
  return useStored<string[]>(`admin_columns:${table}`, nothing)
}

/** One row at every width. Filters are in a dialog if there are many below 1280 px, or if views preset them. */
export function Toolbar({ search, filters, isPreset, state, change, csv, saveView, columns, sorts }: ToolbarProps) {
  const [density, setDensity] = useDensity()
  const isCompact = density === "compact"
  const choices: ChooseProps[] = [
    ...filters.map((filter) => ({
      label: filter.label,
      value: state.filters[filter.name] ?? "",
      options: filter.options,
      typed: filter.typed && { ...filter, faultOf: (value: string) => faultOf(filter, value, state) },
      onChange: (value: string) => change({ [filter.name]: value }, { replace: filter.typed !== undefined }),
    })),
    ...(sorts.length > 0
      ? [
          {
            label: t`Sort by`,
            value: state.sort,
            options: [["", t`Default order`], ...sorts] as const,
            onChange: (sort: string) => change({ sort }),
          },
        ]
      : []),
  ]
  const isMedium = useMedium()
  return (
    <div className="no-print flex flex-wrap items-center gap-2 xl:flex-nowrap">
      {search && <Search {...search} value={state.q} onChange={(q) => change({ q }, { replace: true })} />}
      {choices.length > 0 &&
        (isMedium || isPreset || filters.length > 2 ? (
          <FilterDialog choices={choices} />
        ) : (
          choices.map((choice) => <Choose key={choice.label} {...choice} />)
        ))}
      <div className="ms-auto flex shrink-0 items-center xl:gap-1">
        {saveView}
        {csv && <Export {...csv} />}
        <Columns {...columns} />
        <IconButton
          label={isCompact ? t`Comfortable rows` : t`Compact rows`}
          className="max-md:hidden"
          onClick={() => setDensity(isCompact ? "comfortable" : "compact")}
        >
          {isCompact ? <Rows3 aria-hidden size={20} /> : <Rows4 aria-hidden size={20} />}
        </IconButton>
      </div>
    </div>
  )
}

interface ChooseProps {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  typed?: Filter & { faultOf(value: string): string | undefined }
  onChange(value: string): void
}

/** Returns why a typed value cannot be used. */
function faultOf({ accepts, typed }: Filter, value: string, { filters }: TableState): string | undefined {
  if (value === "") return
  if (accepts && !accepts.test(value)) return typed?.fault
  const [name, fault] = typed?.least ?? []
  const least = name && filters[name]
  if (!least) return
  return (typed?.as === "amount" ? Number(value) < Number(least) : value < least) ? fault : undefined
}

/** A value applies as soon as it is valid. */
function Typed({ label, value, typed, onChange }: ChooseProps) {
  const [text, setText] = useState(value)
  const { as } = typed!.typed!
  return (
    <TextField
      label={label}
      type={as === "date" ? "date" : "text"}
      inputMode={as === "amount" ? "decimal" : undefined}
      maxLength={maxSearchLength}
      value={text}
      error={typed!.faultOf(text.trim())}
      onChange={(event) => {
        setText(event.target.value)
        const next = event.target.value.trim()
        onChange(typed!.faultOf(next) ? "" : next)
      }}
    />
  )
}

function Choose({ label, value, options, onChange }: ChooseProps) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="h-11 max-w-56 rounded-card border border-line-strong bg-surface ps-3 text-ui"
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  )
}

function FilterDialog({ choices }: { choices: ChooseProps[] }) {
  const [open, setOpen] = useState(false)
  const active = choices.filter(({ value }) => value !== "").length
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="relative inline-flex h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-card border border-line-strong bg-surface px-3 text-ui"
      >
        <SlidersHorizontal aria-hidden size={18} />
        <span className="max-sm:sr-only">{t`Filters`}</span>
        {active > 0 && (
          <span className="tabular min-w-[18px] rounded-full bg-accent px-1 text-center font-semibold text-badge text-canvas max-sm:absolute max-sm:-top-1.5 max-sm:-inset-e-1.5">
            {active}
            <span className="sr-only">{t` active`}</span>
          </span>
        )}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Filters`}>
        <div className="grid gap-4">
          {choices.map((choice) => {
            const { label, value, options, typed, onChange } = choice
            if (typed) return <Typed key={`${label} ${open}`} {...choice} />
            return (
              <SelectField key={label} label={label} value={value} onChange={(event) => onChange(event.target.value)}>
                {options.map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </SelectField>
            )
          })}
        </div>
        <div className="mt-6 flex justify-end">
          <Button onClick={() => setOpen(false)}>{t`Done`}</Button>
        </div>
      </Dialog>
    </>
  )
}

interface ColumnsProps {
  /** Columns that can be hidden. */
  all: Pick<Column<never>, "id" | "header">[]
  hidden: string[]
  onChange(hidden: string[]): void
}

function Columns({ all, hidden, onChange }: ColumnsProps) {
  return (
    <Menu
      label={t`Columns`}
      button={<Columns3 aria-hidden size={20} />}
      className="inline-flex size-11 items-center justify-center rounded-full text-ink hover:bg-sunken"
    >
      {all.map(({ id, header }) => {
        const isShown = !hidden.includes(id)
        return (
          <button
            key={id}
            type="button"
            role="menuitemcheckbox"
            aria-checked={isShown}
            className={menuItem}
            onClick={() => onChange(isShown ? [...hidden, id] : hidden.filter((one) => one !== id))}
          >
            <Check aria-hidden size={16} className={isShown ? "" : "invisible"} />
            {header}
          </button>
        )
      })}
    </Menu>
  )
}

export function Export({ path, name }: { path: string; name: string }) {
  const [kilobytes, setKilobytes] = useState<number>()
  const isMedium = useMedium()
  const run = async () => {
    setKilobytes(0)
    try {
      await downloadCsv(path, name, (bytes) => setKilobytes(Math.ceil(bytes / 1024)))
      toast(t`Your file has been downloaded`, { key: "export", kind: "success" })
    } catch (error) {
      toast(t`Failed to export file`, { description: explain(error), key: "export", kind: "error" })
    } finally {
      setKilobytes(undefined)
    }
  }
  const isBusy = kilobytes !== undefined
  if (isMedium)
    return (
      <IconButton label={t`Export CSV`} aria-busy={isBusy || undefined} onClick={isBusy ? undefined : () => void run()}>
        {isBusy ? <Spinner /> : <Download aria-hidden size={20} />}
      </IconButton>
    )
  return (
    <Button variant="outline" className="px-3" busy={isBusy} onClick={() => void run()}>
      {!isBusy && <Download aria-hidden size={16} />}
      {kilobytes ? <span className="tabular">{kilobytes} kB</span> : t`Export CSV`}
    </Button>
  )
}
