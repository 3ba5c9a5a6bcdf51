import { Search as Glass } from "lucide-react"
import { useEffect, useRef, useState } from "react"

interface SearchProps {
  label: string
  value: string
  onChange(value: string): void
}

/** Asks a quarter of a second after the last letter, at once with Enter. */
export function Search({ label, value, onChange }: SearchProps) {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // The address has changed by other means: a view, or the way back.
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const tell = (next: string) => {
    clearTimeout(timer.current)
    if (next === told.current) return
    told.current = next
    onChange(next)
  }
  return (
    <form
      className="relative min-w-0 flex-1 basis-56 sm:max-w-80"
      onSubmit={(event) => {
        event.preventDefault()
        tell(text.trim())
      }}
    >
      <Glass
        aria-hidden
        size={16}
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 text-ink-3"
      />
      <input
        type="search"
        data-table-search
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={200}
        onChange={(event) => {
          const next = event.target.value
          setText(next)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => tell(next.trim()), 250)
        }}
        // Whoever goes on elsewhere has said it: a word that came later would take back what is chosen there.
        onBlur={() => tell(text.trim())}
        className="h-11 w-full rounded-input border border-line-strong bg-surface pr-3 pl-9 text-ui placeholder:text-ink-3"
      />
    </form>
  )
}
