import { Search } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { TextField } from "../ui/Field.tsx"

const typingPause = 250

interface SearchFieldProps {
  label: string
  /** What is looked for now. */
  given: string
  onSearch(q: string): void
}

/** Keeps what is typed, and says it a moment after the last key. */
export function SearchField({ given, label, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(given)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const said = useRef(given)
  useEffect(() => {
    // Somebody else emptied it, the browser's way back for one.
    if (given !== said.current) setTyped(given)
    said.current = given
  }, [given])
  useEffect(() => () => clearTimeout(timer.current), [])
  const say = (q: string, pause: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      said.current = q.trim()
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
        maxLength={200}
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
