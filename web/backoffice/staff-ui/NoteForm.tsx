import { useQuery } from "@tanstack/react-query"
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react"
import { maxNoteLength } from "#contract/adminLimits.ts"
import type { Mentionable, Note } from "#contract/customers.ts"
import { t } from "#contract/t.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { explain } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { draftOfState } from "../../platform/forms/drafts.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { leaveForm } from "../../platform/forms/UnsavedChanges.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { TextArea } from "../../platform/ui/Field.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { roleOf } from "./levels.ts"
import { mentionAt, mentionedIn, named, peopleQuery, refreshNotes, type SubjectAddress } from "./subject.ts"

interface NoteFormProps {
  of: SubjectAddress
  label: string
  action: string
  initial?: string
  /** The id of an existing note. */
  id?: number
  save(body: { content: string; mentions: number[] }): Promise<Note>
  /** Ends the editing of an existing note. */
  close?(): void
}

/** The text of a note. An `@` opens a list of staff: arrow keys select, Enter or Tab inserts, Escape closes. */
export function NoteForm({ of, label, action, initial = "", id, save, close }: NoteFormProps) {
  const [content, setContent] = useState(initial)
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useMentions(of, field, (text) => setContent(text))
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setFault(content.trim() ? undefined : customerTexts.noteRequired)
    if (!content.trim()) return field.current?.focus()
    setBusy(true)
    setFailure(undefined)
    try {
      const people = content.includes("@") ? await queries().ensureQueryData(peopleQuery(of)) : []
      await save({ content, mentions: mentionedIn(content, people) })
      toast(customerTexts.noteSaved, { kind: "success" })
      setContent("")
      close?.()
      await refreshNotes(of)
    } catch (error) {
      setFailure(explain(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <SentForm
      onSubmit={(event) => void send(event as FormEvent)}
      failed={customerTexts.noteFailed}
      failure={failure}
      isDirty={!busy && content.trim() !== initial.trim()}
      draft={draftOfState(`note-${id ?? of}`, { content }, { content: initial }, (kept) => setContent(kept.content))}
    >
      <div>
        <TextArea
          ref={field}
          label={label}
          rows={3}
          maxLength={maxNoteLength}
          value={content}
          error={fault}
          hint={close ? undefined : t`Only staff see notes. Customers get them with a copy of their data.`}
          aria-autocomplete="list"
          aria-controls={picker.isOpen ? picker.id : undefined}
          aria-activedescendant={picker.current}
          onChange={({ target }) => {
            setContent(target.value)
            setFault(undefined)
            picker.onText(target)
          }}
          onSelect={({ currentTarget }) => picker.onText(currentTarget)}
          onKeyDown={picker.press}
          onBlur={picker.leave}
        />
        {picker.list}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="outline" busy={busy}>
          {action}
        </Button>
        {close && (
          <Button variant="quiet" onClick={(event) => leaveForm(event.currentTarget, close)}>{t`Cancel`}</Button>
        )}
      </div>
    </SentForm>
  )
}

const nobody: Mentionable[] = []

function useMentions(
  of: SubjectAddress,
  field: React.RefObject<HTMLTextAreaElement | null>,
  change: (text: string) => void,
) {
  const id = useId()
  /** The part of a name that was typed; null while the list is closed. */
  const [asked, setAsked] = useState<string | null>(null)
  const [chosen, setChosen] = useState(0)
  const { data = nobody } = useQuery({ ...peopleQuery(of), enabled: asked !== null })
  const matches = asked === null ? nobody : named(data, asked).slice(0, 6)
  const at = Math.min(chosen, Math.max(0, matches.length - 1))
  const isOpen = matches.length > 0

  const onText = ({ value, selectionStart }: HTMLTextAreaElement) => {
    const next = mentionAt(value.slice(0, selectionStart))
    if (next === asked) return
    setAsked(next)
    setChosen(0)
  }
  const take = ({ name }: Mentionable) => {
    const { value, selectionStart } = field.current!
    const begin = value.lastIndexOf("@", selectionStart - 1)
    const before = `${value.slice(0, begin)}@${name} `
    change(before + value.slice(selectionStart))
    setAsked(null)
    // React must have written the text first.
    requestAnimationFrame(() => field.current?.setSelectionRange(before.length, before.length))
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isOpen || event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === "Escape") setAsked(null)
    else if (step) setChosen((at + step + matches.length) % matches.length)
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey) take(matches[at]!)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    id,
    isOpen,
    current: isOpen ? `${id}-${matches[at]!.id}` : undefined,
    onText,
    press,
    leave: () => setAsked(null),
    list: isOpen && (
      <div
        id={id}
        role="listbox"
        aria-label={t`Staff`}
        className="mt-1 rounded-card border border-line bg-surface shadow-pop"
      >
        {matches.map((person, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
          <div
            key={person.id}
            id={`${id}-${person.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(person)}
            className={cx(
              "flex min-h-11 cursor-pointer items-center justify-between gap-4 px-4 text-ui",
              index === at && "bg-plum-soft",
            )}
          >
            <span className="truncate font-semibold">{person.name}</span>
            <span className="text-ink-3 text-meta">{roleOf({ role: person.role, admin_type: null })}</span>
          </div>
        ))}
      </div>
    ),
  }
}
