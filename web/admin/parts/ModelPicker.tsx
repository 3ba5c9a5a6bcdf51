import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useDeferredValue, useState } from "react"
import { adminTexts } from "#contract/adminText.ts"
import { t } from "#contract/t.ts"
import { explain } from "../../platform/api/client.ts"
import { TextField } from "../../platform/ui/Field.tsx"
import { Plus, X } from "../../platform/ui/icons.ts"
import { ErrorState } from "../../platform/ui/states.tsx"

export interface Picked {
  id: number
  name: string
}

interface ModelPickerProps {
  chosen: Picked[]
  onChange(chosen: Picked[]): void
  /** Visible labels of the chosen models, of the search, and of its results. */
  labels: { chosen: string; search: string; found: string }
  /** The verbs of the buttons, such as "assign" and "unassign". */
  add: string
  remove: string
  /** Names the query that `read` runs to find models. */
  name: string
  read(q: string, signal: AbortSignal): Promise<Picked[]>
}

/** Adds models that a search finds, and removes chosen ones. */
export function ModelPicker({ chosen, onChange, labels, add, remove, name, read }: ModelPickerProps) {
  const [text, setText] = useState("")
  const q = useDeferredValue(text.trim())
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", name, q],
    queryFn: ({ signal }) => read(q, signal),
    placeholderData: keepPreviousData,
  })
  const free = (data ?? []).filter(
    ({ id, name }) => !chosen.some((one) => one.id === id) && name.toLowerCase().includes(q.toLowerCase()),
  )
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-ui">{labels.chosen}</legend>
      <ul aria-label={labels.chosen} className="flex flex-wrap gap-2">
        {chosen.map((model) => (
          <li key={model.id}>
            <button
              type="button"
              onClick={() => onChange(chosen.filter((one) => one !== model))}
              className="inline-flex min-h-9 items-center gap-1.5 rounded-card bg-plum-soft px-2.5 text-ui"
            >
              {model.name}
              <X aria-hidden size={14} />
              <span className="sr-only"> - {remove}</span>
            </button>
          </li>
        ))}
        {chosen.length === 0 && <li className="text-ink-3 text-meta">{t`None yet.`}</li>}
      </ul>
      <TextField
        label={labels.search}
        type="search"
        value={text}
        className="mt-3"
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      {error && !data ? (
        <ErrorState title={adminTexts.unassignedFailed} detail={explain(error)} retry={() => void refetch()} />
      ) : (
        <ul aria-label={labels.found} className="mt-2 max-h-52 overflow-y-auto border-line border-t">
          {free.map(({ id, name }) => (
            <li key={id} className="border-line border-b">
              <button
                type="button"
                onClick={() => onChange([...chosen, { id, name }])}
                className="flex min-h-11 w-full items-center justify-between gap-3 px-1 text-start text-ui hover:bg-sunken focus-visible:-outline-offset-2"
              >
                {name}
                <span className="sr-only"> - {add}</span>
                <Plus aria-hidden size={16} />
              </button>
            </li>
          ))}
          {data && free.length === 0 && <li className="py-3 text-ink-3 text-meta">{adminTexts.noModels}</li>}
        </ul>
      )}
    </fieldset>
  )
}
