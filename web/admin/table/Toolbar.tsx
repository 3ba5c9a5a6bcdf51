import { Check, Columns3, Download, Rows3, Rows4 } from "lucide-react"
import { useState } from "react"
import { explain } from "../../api/client.ts"
import { Button, IconButton } from "../../ui/Button.tsx"
import { Menu, menuItem } from "../../ui/Menu.tsx"
import { Select } from "../../ui/Select.tsx"
import { toast } from "../../ui/toast.tsx"
import type { Column, Filter } from "./columns.ts"
import { downloadCsv } from "./csv.ts"
import { Search } from "./Search.tsx"
import type { TableState } from "./state.ts"
import { useStored } from "./stored.ts"

interface ToolbarProps {
  search?: string
  filters: readonly Filter[]
  state: TableState
  change(changed: Record<string, string | null>, how?: { replace: boolean }): void
  /** The path and the file name of the CSV export. */
  csv?: { path: string; name: string }
  columns: ColumnsProps
  /** Sort orders to choose from where the table has no headings. */
  sorts: readonly (readonly [value: string, label: string])[]
}

export function useDensity() {
  return useStored<string>("admin_density", "comfortable")
}

const nothing: string[] = []

/** Hidden columns, kept in this browser. */
export function useHidden(table: string) {
  return useStored<string[]>(`admin_columns:${table}`, nothing)
}

export function Toolbar({ search, filters, state, change, csv, columns, sorts }: ToolbarProps) {
  const [density, setDensity] = useDensity()
  const isCompact = density === "compact"
  return (
    <div className="flex flex-wrap items-center gap-2">
      {search && <Search label={search} value={state.q} onChange={(q) => change({ q }, { replace: true })} />}
      {filters.map(({ name, label, options }) => (
        <Choose
          key={name}
          label={label}
          value={state.filters[name] ?? ""}
          options={options}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      {sorts.length > 0 && (
        <Choose
          label="Sort by"
          value={state.sort}
          options={[["", "Default order"], ...sorts]}
          onChange={(sort) => change({ sort })}
        />
      )}
      <div className="ml-auto flex items-center gap-1">
        {csv && <Export {...csv} />}
        <Columns {...columns} />
        <IconButton
          label={isCompact ? "Comfortable rows" : "Compact rows"}
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
  onChange(value: string): void
}

function Choose({ label, value, options, onChange }: ChooseProps) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="h-11 max-w-56 rounded-input border border-line-strong bg-surface pl-3 text-ui"
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
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
      label="Columns"
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
  const run = async () => {
    setKilobytes(0)
    try {
      await downloadCsv(path, name, (bytes) => setKilobytes(Math.ceil(bytes / 1024)))
      toast("Your file has been downloaded", { key: "export", kind: "success" })
    } catch (error) {
      toast("Failed to export file", { description: explain(error), key: "export", kind: "error" })
    } finally {
      setKilobytes(undefined)
    }
  }
  return (
    <Button variant="outline" className="px-3" busy={kilobytes !== undefined} onClick={() => void run()}>
      {kilobytes === undefined && <Download aria-hidden size={16} />}
      {kilobytes ? <span className="tabular">{kilobytes} kB</span> : "Export CSV"}
    </Button>
  )
}
