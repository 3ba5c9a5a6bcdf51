import { useEffect, useRef, useState } from "react"
import { maxSearchLength } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import { Search as Glass } from "../../platform/ui/icons.ts"
import { useNarrow } from "../../platform/ui/useNarrow.ts"

interface SearchProps {
  /** Such as "Search orders". */
  label: string
  /** Says what is searched, such as "order, customer or item". */
  hint?: string
  value: string
  onChange(value: string): void
}

/** Searches 250 ms after the last keystroke, or at once on Enter. */
export function Search({ label, hint, value, onChange }: SearchProps) {
  const [text, setText] = useState(value)
  const isNarrow = useNarrow()
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // The address was changed elsewhere: by a view, or by going back.
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const send = (next: string) => {
    clearTimeout(timer.current)
    if (next === sent.current) return
    sent.current = next
    onChange(next)
  }
  return (
    <form
      className="relative min-w-0 flex-[1_1_8rem] sm:max-w-96"
      onSubmit={(event) => {
        event.preventDefault()
        send(text.trim())
      }}
    >
      <Glass
        aria-hidden
        size={16}
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 inset-s-3 text-ink-3"
      />
      <input
        type="search"
        data-table-search
        aria-label={label}
        aria-description={hint}
        title={hint}
        placeholder={isNarrow ? t`Search` : label}
        value={text}
        maxLength={maxSearchLength}
        onChange={(event) => {
          const next = event.target.value
          setText(next)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => send(next.trim()), 250)
        }}
        // Blurring searches at once, so that a late search does not undo the next action.
        onBlur={() => send(text.trim())}
        className="h-11 w-full rounded-card border border-line-strong bg-surface pe-3 ps-9 text-ui placeholder:text-ink-3"
      />
    </form>
  )
}
