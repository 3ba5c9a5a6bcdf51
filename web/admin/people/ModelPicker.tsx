import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Plus, X } from "lucide-react"
import { useDeferredValue, useState } from "react"
import { adminTexts } from "#contract/adminText.ts"
import { call, explain } from "../../api/client.ts"
import { TextField } from "../../ui/Field.tsx"
import { ErrorState } from "../../ui/states.tsx"

export interface Picked {
  id: number
  name: string
}

interface ModelPickerProps {
  chosen: Picked[]
  onChange(chosen: Picked[]): void
}

/** Selects models without a moderator, and removes selected ones. */
export function ModelPicker({ chosen, onChange }: ModelPickerProps) {
  const [text, setText] = useState("")
  const q = useDeferredValue(text.trim())
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "unassigned", q],
    queryFn: ({ signal }) => call("GET /dolls/assigned/false", { query: { limit: 10, q }, signal }),
    placeholderData: keepPreviousData,
  })
  const free = (data ?? []).filter(
    ({ id, name }) => !chosen.some((one) => one.id === id) && name.toLowerCase().includes(q.toLowerCase()),
  )
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-ui">Assigned models</legend>
      <ul aria-label="Assigned models" className="flex flex-wrap gap-2">
        {chosen.map((model) => (
          <li key={model.id}>
            <button
              type="button"
              onClick={() => onChange(chosen.filter((one) => one !== model))}
              className="inline-flex min-h-9 items-center gap-1.5 rounded-card bg-plum-soft px-2.5 text-ui"
            >
              {model.name}
              <X aria-hidden size={14} />
              <span className="sr-only"> - unassign</span>
            </button>
          </li>
        ))}
        {chosen.length === 0 && <li className="text-ink-3 text-meta">None yet.</li>}
      </ul>
      <TextField
        label="Find an unassigned model"
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
        <ul aria-label="Unassigned models" className="mt-2 max-h-52 overflow-y-auto border-line border-t">
          {free.map(({ id, name }) => (
            <li key={id} className="border-line border-b">
              <button
                type="button"
                onClick={() => onChange([...chosen, { id, name }])}
                className="flex min-h-11 w-full items-center justify-between gap-3 px-1 text-left text-ui hover:bg-sunken focus-visible:-outline-offset-2"
              >
                {name}
                <span className="sr-only"> - assign</span>
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
