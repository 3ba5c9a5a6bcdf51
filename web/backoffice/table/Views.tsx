import { type FormEvent, useState } from "react"
import { useSearchParams } from "react-router"
import { t } from "#contract/t.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { Bookmark, X } from "../../platform/ui/icons.ts"
import type { View } from "./columns.ts"
import { useStored } from "./stored.ts"

interface ViewsProps {
  /** The name of the table, under which views are saved. */
  name: string
  /** Predefined views. The first one shows everything. */
  given: readonly View[]
  /** The current state, as a view. */
  current: string
}

const none: View[] = []

/** The predefined views of a table, and the user's own, which this browser stores. */
export function Views({ name, given, current }: ViewsProps) {
  const [own, setOwn] = useStored<View[]>(`admin_views:${name}`, none)
  const [params, setParams] = useSearchParams()
  const show = (query: string) => {
    const next = new URLSearchParams(query)
    next.set("tab", params.get("tab") ?? name)
    // The form for a new item stays open.
    if (params.has("new")) next.set("new", "1")
    setParams(next, { preventScrollReset: true })
  }
  return (
    // The views are on one row that scrolls. Its padding leaves room for the focus ring.
    <div className="no-print strip [scrollbar-width:none] lg:-mx-1 lg:overflow-x-auto lg:p-1">
      <div className="flex items-center gap-1">
        <ul aria-label={t`Views`} className="flex gap-1">
          {given.map(({ label, query }) => (
            <li key={label}>
              <ViewButton label={label} pressed={query === current} onClick={() => show(query)} />
            </li>
          ))}
          {own.map((view) => (
            <li key={view.label} className="flex shrink-0 items-center">
              <ViewButton label={view.label} pressed={view.query === current} onClick={() => show(view.query)} />
              <button
                type="button"
                aria-label={t`Delete view “${view.label}”`}
                onClick={() => setOwn(own.filter((one) => one !== view))}
                className="inline-flex size-9 items-center justify-center text-ink-3 hover:text-ink"
              >
                <X aria-hidden size={14} />
              </button>
            </li>
          ))}
        </ul>
        <SaveView name={name} given={given} current={current} />
      </div>
    </div>
  )
}

/** Whether there is more than one view to choose from. */
export function useHasViews(name: string, given: readonly View[]): boolean {
  return given.length + useStored<View[]>(`admin_views:${name}`, none)[0].length > 1
}

/** The button keeps its space while there is nothing to save, so that the table does not move during a search. */
export function SaveView({ name, given, current, isIcon = false }: ViewsProps & { isIcon?: boolean }) {
  const [own, setOwn] = useStored<View[]>(`admin_views:${name}`, none)
  const [naming, setNaming] = useState(false)
  const all = [...given, ...own]
  return (
    <>
      <button
        type="button"
        title={isIcon ? t`Save view` : undefined}
        onClick={() => setNaming(true)}
        className={cx(
          "inline-flex shrink-0 items-center gap-1.5 text-ui",
          isIcon
            ? "size-11 justify-center rounded-full hover:bg-sunken max-md:hidden"
            : "min-h-9 px-2 text-accent max-md:min-h-11",
          all.some(({ query }) => query === current) && "invisible",
        )}
      >
        <Bookmark aria-hidden size={isIcon ? 20 : 16} />
        <span className={isIcon ? "sr-only" : undefined}>{t`Save view`}</span>
      </button>
      <Dialog open={naming} onClose={() => setNaming(false)} title={t`Save view`}>
        <NameForm
          taken={all.map(({ label }) => label)}
          onNamed={(label) => {
            setOwn([...own, { label, query: current }])
            setNaming(false)
          }}
        />
      </Dialog>
    </>
  )
}

export function ViewButton({ label, pressed, onClick }: { label: string; pressed: boolean; onClick(): void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className={cx(
        "min-h-9 whitespace-nowrap rounded-card px-3 text-ui max-md:min-h-11",
        pressed ? "bg-plum-soft font-semibold text-ink" : "text-ink-2 hover:bg-sunken hover:text-ink",
      )}
    >
      {label}
    </button>
  )
}

function NameForm({ taken, onNamed }: { taken: string[]; onNamed(label: string): void }) {
  const [label, setLabel] = useState("")
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = label.trim()
    if (!name) return setError(t`Please enter a name.`)
    if (taken.includes(name)) return setError(t`A view with this name already exists.`)
    onNamed(name)
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        label={t`Name`}
        hint={t`Saves the current search, filters and sort order in this browser.`}
        value={label}
        maxLength={40}
        autoComplete="off"
        error={error}
        onChange={(event) => setLabel(event.target.value)}
      />
      <div className="mt-6 flex justify-end">
        <Button type="submit">{t`Save view`}</Button>
      </div>
    </form>
  )
}
