import { type ReactNode, useEffect, useRef } from "react"
import { maxSearchLength } from "#contract/limits.ts"
import { plural, t } from "#contract/t.ts"
import { modelTexts } from "#contract/texts.ts"
import { Link, useNavigate } from "../../platform/router.ts"
import { buttonClass } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { ChevronDown, Search, SlidersHorizontal, X } from "../../platform/ui/icons.ts"
import { Select } from "../../platform/ui/Select.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { categoryNames } from "./categories.ts"
import {
  activeFilters,
  addressOf,
  changed,
  type Facets,
  type FacetValue,
  type Filters,
  noFilters,
  priceBands,
  readFilters,
  sortNames,
} from "./filters.ts"

interface ModelFiltersProps {
  filters: Filters
  total: number
  facets: Facets
}

const formId = "model-filters"

/** A plain GET form that works before hydration. Afterwards choices apply at once, and typed text after 250 ms. */
export function ModelFilters({ filters, total, facets }: ModelFiltersProps) {
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
  const active = activeFilters(filters, facets)
  const folded = active.length - (filters.q ? 1 : 0)
  const countText = plural(total, { one: "1 model", other: `${total} models` })
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
          className="relative"
        >
          <label htmlFor="model-search" className="sr-only">{t`Search`}</label>
          <input
            ref={search.input}
            id="model-search"
            type="search"
            name="q"
            maxLength={maxSearchLength}
            defaultValue={filters.q}
            placeholder={t`Name or description`}
            autoComplete="off"
            onChange={() => search.later(() => go(chosen(), true))}
            className={cx(control, "pe-12")}
          />
          <button
            type="submit"
            aria-label={t`Search`}
            className="absolute inset-e-0 bottom-0 inline-flex size-11 items-center justify-center text-ink-2 hover:text-ink"
          >
            <Search aria-hidden size={18} />
          </button>
          {filters.form && <input type="hidden" name="form" value={filters.form} />}
          {filters.material && <input type="hidden" name="material" value={filters.material} />}
        </form>
      </search>
      <div className="filter-bar">
        <button type="button" popoverTarget="filters" className="filter-name md:hidden">
          <SlidersHorizontal aria-hidden size={16} />
          {folded > 0 ? t`Filters (${folded})` : t`Filters`}
        </button>
        <div id="filters" popover="auto" className="filters">
          <Facet name={t`Form`} values={facets.forms} chosen={filters.form} to={(form) => changed(filters, { form })} />
          <Facet
            name={t`Material`}
            values={facets.materials}
            chosen={filters.material}
            to={(material) => changed(filters, { material })}
          />
          <Choice name="price" label={t`Price`} value={filters.price} onChange={() => go(chosen())}>
            <option value="all">{t`All prices`}</option>
            {Object.entries(priceBands).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Choice>
          <Choice name="category" label={t`Category`} value={filters.category} onChange={() => go(chosen())}>
            <option value="all">{t`All categories`}</option>
            {options(categoryNames)}
          </Choice>
          <button
            type="button"
            popoverTarget="filters"
            popoverTargetAction="hide"
            className={buttonClass("primary", "needs-js filters-end md:hidden")}
          >
            <Trans>Show {countText}</Trans>
          </button>
          <button
            type="submit"
            form={formId}
            className={buttonClass("outline", "without-js filters-end md:hidden")}
          >{t`Apply`}</button>
        </div>
        <p ref={status} role="status" tabIndex={-1} className="ms-auto text-ink-2 text-ui tabular">
          {countText}
        </p>
        <div className="-me-3">
          <label htmlFor="model-sort" className="sr-only">{t`Sort by`}</label>
          <Chooser name="sort" value={filters.sort} onChange={() => go(chosen())} className="filter-sort">
            {options(sortNames)}
          </Chooser>
        </div>
      </div>
      {active.length > 0 && (
        <ul className="col-span-full mt-3 flex flex-wrap items-center gap-2">
          {active.map(({ label, without }) => (
            <li key={label} className="min-w-0">
              <button
                type="button"
                aria-label={t`Remove filter: ${label}`}
                onClick={() => {
                  status.current?.focus()
                  // `go` is not used here, because the search field follows this address.
                  void navigate(addressOf(without), { preventScrollReset: true })
                }}
                className="inline-flex min-h-10 max-w-full items-center gap-2 rounded-card border border-line-strong px-3 text-start text-ui hover:border-ink"
              >
                <span className="min-w-0 break-words">{label}</span>
                <X aria-hidden size={14} className="shrink-0" />
              </button>
            </li>
          ))}
          <li>
            <Link
              to={addressOf({ ...noFilters, sort: filters.sort })}
              preventScrollReset
              onClick={() => status.current?.focus()}
              className="link inline-flex min-h-10 items-center px-2 text-ui"
            >
              {modelTexts.clear}
            </Link>
          </li>
        </ul>
      )}
    </>
  )
}

interface FacetProps {
  name: string
  values: FacetValue[]
  chosen: string
  to(value: string): Filters
}

/** Links behind a button, or in the sheet on a phone. The chosen one leads back to all models. */
function Facet({ name, values, chosen, to }: FacetProps) {
  const list = useRef<HTMLUListElement>(null)
  if (values.length < 2) return null
  return (
    <nav aria-label={name}>
      <button
        type="button"
        popoverTarget={`models-${name}`}
        className={cx("filter-name max-md:hidden", chosen && bold)}
      >
        {name}
        <ChevronDown aria-hidden size={16} />
      </button>
      <span aria-hidden className="text-ink-2 text-meta md:hidden">
        {name}
      </span>
      <ul id={`models-${name}`} ref={list} popover="auto" className="filter-list">
        {values.map(({ value, label }) => (
          <li key={value}>
            <Link
              to={addressOf(to(value === chosen ? "" : value))}
              preventScrollReset
              onClick={() => list.current?.hidePopover()}
              aria-current={value === chosen ? "true" : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const bold = "font-semibold"
const control =
  "h-11 w-full rounded-card border border-line-strong bg-surface px-3 text-body text-ink placeholder:text-ink-3"

interface ChoiceProps {
  name: string
  value: string
  onChange(): void
  children: ReactNode
}

/** On wide screens only the name is visible, and the select over it is transparent: the chips show what is chosen. */
function Choice({ label, ...rest }: ChoiceProps & { label: string }) {
  return (
    <div className="filter-choice">
      <label htmlFor={`model-${rest.name}`} className={cx("filter-name", rest.value !== "all" && bold)}>
        {label}
        <ChevronDown aria-hidden size={16} className="max-md:hidden" />
      </label>
      <Chooser {...rest} className={control} />
    </div>
  )
}

/** Uncontrolled, so that it works before hydration. A new address sets its value. */
function Chooser({ name, value, ...rest }: ChoiceProps & { className: string }) {
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (select.current) select.current.value = value
  }, [value])
  return <Select {...rest} ref={select} id={`model-${name}`} name={name} form={formId} defaultValue={value} />
}

function options(names: Record<string, string>) {
  return Object.entries(names).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

/** Keeps the typed text: only a navigation from elsewhere, such as a chip or going back, overwrites the field. */
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
