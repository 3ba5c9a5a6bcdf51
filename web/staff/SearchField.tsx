import { Search } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { maxSearchLength } from "#contract/limits.ts"
import { TextField } from "../ui/Field.tsx"

const typingPause = 250

interface SearchFieldProps {
  label: string
  /** The current query. */
  given: string
  onSearch(q: string): void
}

/** A debounced search field. */
export function SearchField({ given, label, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(given)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(given)
  useEffect(() => {
    // Changed from outside, by going back for example.
    if (given !== sent.current) setTyped(given)
    sent.current = given
  }, [given])
  useEffect(() => () => clearTimeout(timer.current), [])
  const say = (q: string, pause: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = q.trim()
      onSearch(q.trim())
    }, pause)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        say(typed, 0)
      }}
    >
      <TextField
        type="search"
        label={label}
        value={typed}
        maxLength={maxSearchLength}
        autoComplete="off"
        end={<Search aria-hidden size={18} className="mr-3 text-ink-3" />}
        onChange={(event) => {
          setTyped(event.target.value)
          say(event.target.value, typingPause)
        }}
      />
    </form>
  )
}
