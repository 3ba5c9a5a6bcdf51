import { Search, SlidersHorizontal, X } from "lucide-react"
import { type ReactNode, useEffect, useRef } from "react"
import { maxSearchLength } from "#contract/limits.ts"
import { modelTexts } from "#contract/texts.ts"
import { Link, useNavigate } from "../router.ts"
import { cx } from "../ui/cx.ts"
import { Select } from "../ui/Select.tsx"
import { categoryNames } from "./categories.ts"
import {
  activeFilters,
  addressOf,
  changed,
  type Filters,
  noFilters,
  priceBands,
  readFilters,
  type Shelves,
  sortNames,
} from "./filters.ts"

interface ModelFiltersProps {
  filters: Filters
  total: number
  shelves: Shelves
}

const formId = "model-filters"

/** A plain GET form that works before hydration. Afterwards choices apply at once and typing after 250 ms. */
export function ModelFilters({ filters, total, shelves }: ModelFiltersProps) {
  const form = useRef<HTMLFormElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const navigate = useNavigate()
  const search = useSearchField(filters.q)
  const chosen = () => {
    const given = new URLSearchParams([...new FormData(form.current!)].map(([name, value]) => [name, String(value)]))
    return changed(readFilters(given), {})
  }
  const go = (next: Filters, replace = false) => {
    search.sent.current = next.q
    void navigate(addressOf(next), { replace, preventScrollReset: true })
  }
  const active = activeFilters(filters)
  return (
    <>
      <search>
        <form
          ref={form}
          id={formId}
          action="/models"
          onSubmit={(event) => {
            event.preventDefault()
            search.cancel()
            go(chosen())
          }}
          className="mt-6 grid grid-cols-1 gap-x-3 gap-y-2 md:mt-8 md:grid-cols-[minmax(14rem,1fr)_repeat(2,minmax(0,13rem))]"
        >
          <div className="relative">
            <Label htmlFor="model-search">Search</Label>
            <input
              ref={search.input}
              id="model-search"
              type="search"
              name="q"
              maxLength={maxSearchLength}
              defaultValue={filters.q}
              placeholder="Name or description"
              autoComplete="off"
              onChange={() => search.later(() => go(chosen(), true))}
              className={cx(control, "pr-12")}
            />
            <button
              type="submit"
              aria-label="Search"
              className="absolute right-0 bottom-0 inline-flex size-11 items-center justify-center text-ink-2 hover:text-ink"
            >
              <Search aria-hidden size={18} />
            </button>
          </div>
          <details className="fold md:hidden">
            <summary className="inline-flex min-h-11 items-center gap-2 font-semibold text-ui [&::-webkit-details-marker]:hidden">
              <SlidersHorizontal aria-hidden size={16} />
              Price and category
            </summary>
          </details>
          <div className="folded grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 pb-2 md:contents">
            <Choice name="price" label="Price" value={filters.price} onChange={() => go(chosen())}>
              <option value="all">All prices</option>
              {Object.entries(priceBands).map(([value, { label }]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Choice>
            <Choice name="category" label="Category" value={filters.category} onChange={() => go(chosen())}>
              <option value="all">All categories</option>
              {options(categoryNames)}
            </Choice>
          </div>
          {filters.form && <input type="hidden" name="form" value={filters.form} />}
          {filters.material && <input type="hidden" name="material" value={filters.material} />}
        </form>
      </search>
      <div className="mt-4 flex flex-col gap-x-8 gap-y-1 md:mt-6">
        <Shelf name="Form" values={shelves.forms} chosen={filters.form} to={(form) => changed(filters, { form })} />
        <Shelf
          name="Material"
          values={shelves.materials}
          chosen={filters.material}
          to={(material) => changed(filters, { material })}
        />
      </div>
      {active.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <ul className="flex flex-wrap gap-2">
            {active.map(({ label, without }) => (
              <li key={label}>
                <button
                  type="button"
                  aria-label={`Remove filter: ${label}`}
                  onClick={() => {
                    status.current?.focus()
                    go(without)
                  }}
                  className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-card bg-plum-soft px-3 text-left text-ink text-ui"
                >
                  <span className="min-w-0 break-words">{label}</span>
                  <X aria-hidden size={14} className="shrink-0" />
                </button>
              </li>
            ))}
          </ul>
          <Link
            to={addressOf({ ...noFilters, sort: filters.sort })}
            preventScrollReset
            onClick={() => status.current?.focus()}
            className="link inline-flex min-h-11 items-center text-ui"
          >
            {modelTexts.clear}
          </Link>
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-3">
        <p ref={status} role="status" tabIndex={-1} className="text-ink-2 text-ui tabular">
          {total === 1 ? "1 model" : `${total} models`}
        </p>
        <div className="flex items-center gap-2">
          <label htmlFor="model-sort" className="text-ink-2 text-meta max-sm:sr-only">
            Sort by
          </label>
          <Choice name="sort" form={formId} value={filters.sort} onChange={() => go(chosen())}>
            {options(sortNames)}
          </Choice>
        </div>
      </div>
    </>
  )
}

interface ShelfProps {
  name: string
  values: string[]
  chosen: string
  to(value: string): Filters
}

/** A row of links; the chosen one leads back to all. On a phone it scrolls sideways. */
function Shelf({ name, values, chosen, to }: ShelfProps) {
  if (values.length < 2) return null
  return (
    <nav aria-label={name} className="shelf">
      <span aria-hidden className="text-ink-3 text-meta">
        {name}
      </span>
      <ul>
        {values.map((value) => (
          <li key={value}>
            <Link
              to={addressOf(to(value === chosen ? "" : value))}
              preventScrollReset
              aria-current={value === chosen ? "true" : undefined}
            >
              {value}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const control =
  "h-11 w-full rounded-input border border-line-strong bg-surface px-3 text-body text-ink placeholder:text-ink-3"

function Label({ htmlFor, children }: { htmlFor: string; children: ReactNode }) {
  return (
    <label htmlFor={htmlFor} className="mb-1 block text-ink-2 text-meta">
      {children}
    </label>
  )
}

interface ChoiceProps {
  name: string
  /** Without one, the caller has its own. */
  label?: string
  /** The form it belongs to, where it stands outside. */
  form?: string
  value: string
  onChange(): void
  children: ReactNode
}

/** Uncontrolled, so that it works before hydration; a new address remounts it. */
function Choice({ name, label, form, value, onChange, children }: ChoiceProps) {
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (select.current) select.current.value = value
  }, [value])
  return (
    <div>
      {label && <Label htmlFor={`model-${name}`}>{label}</Label>}
      <Select
        ref={select}
        id={`model-${name}`}
        name={name}
        form={form}
        defaultValue={value}
        onChange={onChange}
        className={control}
      >
        {children}
      </Select>
    </div>
  )
}

function options(names: Record<string, string>) {
  return Object.entries(names).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

/** Keeps what is typed; only navigation from elsewhere (a chip, going back) overwrites the field. */
function useSearchField(q: string) {
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (input.current && q !== sent.current) input.current.value = q
    sent.current = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    input,
    sent,
    cancel: () => clearTimeout(timer.current),
    later(run: () => void) {
      clearTimeout(timer.current)
      timer.current = setTimeout(run, 250)
    },
  }
}
