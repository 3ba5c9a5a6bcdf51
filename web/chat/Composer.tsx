import { FileText, Paperclip, SendHorizontal, X } from "lucide-react"
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { chatTexts } from "#contract/texts.ts"
import { IconButton } from "../ui/Button.tsx"
import { cx } from "../ui/cx.ts"
import { toast } from "../ui/toast.tsx"
import type { Conversation } from "./conversation.ts"
import { keepDraft, readDraft } from "./drafts.ts"
import { accepted, faultInFile, isPicture, sizeOf } from "./files.ts"

export interface ComposerHandle {
  /** Puts a text where the cursor is. */
  insert(text: string): void
  focus(): void
  /** Files that were dropped somewhere in the pane. */
  add(files: FileList | readonly File[]): void
}

interface ComposerProps {
  conversation: Conversation
  /** The account and the room, for the draft. */
  account: string
  roomId: number
  disabled?: boolean
  /** Files can go out just now. */
  canAttach: boolean
  /** Why a file that was chosen cannot be sent, beyond what is wrong with it. */
  faultIn?(file: File): string | null
  handle?: Ref<ComposerHandle>
  /** Keys and changes that the staff's tools want to see first; true: dealt with. */
  onKey?(event: KeyboardEvent<HTMLTextAreaElement>, text: string): boolean
  onText?(text: string): void
  /** Above the field. */
  children?: ReactNode
}

interface Staged {
  key: number
  file: File
  preview: string | null
}

let made = 0

/** Enter sends, Shift+Enter begins a line. What was begun is kept as a draft of its room. */
export function Composer({
  conversation,
  account,
  roomId,
  disabled = false,
  canAttach,
  faultIn,
  handle,
  onKey,
  onText,
  children,
}: ComposerProps) {
  const [text, setText] = useState(() => readDraft(account, roomId))
  const [staged, setStaged] = useState<Staged[]>([])
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const errorId = useId()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text makes the height
  useLayoutEffect(() => {
    // Measuring lays the page out, which takes its time beside a long conversation; many browsers fit the field by themselves.
    if (CSS.supports("field-sizing", "content")) return
    const area = field.current!
    area.style.height = "auto"
    area.style.height = `${Math.min(area.scrollHeight + 2, 160)}px`
  }, [text])
  useEffect(() => keepDraft(account, roomId, text), [account, roomId, text])
  useImperativeHandle(handle, () => ({ insert, add, focus: () => field.current?.focus() }))

  function write(next: string): void {
    setText(next)
    setError(null)
    onText?.(next)
  }

  function insert(given: string): void {
    const area = field.current!
    const { selectionStart: from, selectionEnd: to } = area
    write(text.slice(0, from) + given + text.slice(to))
    area.focus()
    requestAnimationFrame(() => area.setSelectionRange(from + given.length, from + given.length))
  }

  function add(files: FileList | readonly File[]): void {
    if (files.length === 0) {
      setError(chatTexts.noFile)
      return
    }
    if (!canAttach) {
      setError(chatTexts.disconnected)
      return
    }
    const good: Staged[] = []
    for (const file of files) {
      const fault = faultInFile(file) ?? faultIn?.(file) ?? null
      if (fault === chatTexts.tooLarge) toast(chatTexts.tooLargeTitle, { kind: "error", description: fault })
      if (fault) setError(fault)
      else good.push({ key: ++made, file, preview: isPicture(file) ? URL.createObjectURL(file) : null })
    }
    if (good.length === 0) return
    setError(null)
    setStaged((now) => [...now, ...good])
    field.current?.focus()
  }

  function unstage(one: Staged): void {
    if (one.preview) URL.revokeObjectURL(one.preview)
    setStaged((now) => now.filter(({ key }) => key !== one.key))
    field.current?.focus()
  }

  function send(): void {
    if (disabled) return
    const hasText = text.trim() !== ""
    if (hasText || staged.length === 0) {
      const fault = conversation.send(text)
      if (fault) {
        setError(fault)
        field.current?.focus()
        return
      }
    }
    for (const one of staged) {
      const fault = conversation.attach(one.file)
      if (fault) setError(fault)
      if (one.preview) URL.revokeObjectURL(one.preview)
    }
    setStaged([])
    write("")
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (onKey?.(event, text)) return
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  function onPaste(event: ClipboardEvent): void {
    const { files } = event.clipboardData
    // What a word processor copies is text as well as a picture of it.
    if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return
    event.preventDefault()
    add(files)
  }

  return (
    <form
      className="shrink-0 border-line border-t bg-canvas px-4 pt-3 pb-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="mx-auto max-w-[47.5rem]">
        {children}
        {staged.length > 0 && (
          <ul aria-label="To be sent" className="mb-2 flex flex-wrap gap-2">
            {staged.map((one) => (
              <li
                key={one.key}
                className="flex max-w-full items-center gap-2 rounded-input border border-line bg-surface p-1 text-meta"
              >
                {one.preview ? (
                  <img src={one.preview} alt="" className="size-11 shrink-0 rounded-card object-cover" />
                ) : (
                  <FileText aria-hidden size={20} strokeWidth={1.5} className="ml-2 shrink-0 text-accent" />
                )}
                <span className="min-w-0">
                  <bdi className="block max-w-44 truncate">{one.file.name}</bdi>
                  <span className="text-ink-3 tabular">{sizeOf(one.file.size)}</span>
                </span>
                <IconButton label={`Remove ${one.file.name}`} onClick={() => unstage(one)}>
                  <X aria-hidden size={16} />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <div className="flex items-end gap-1 rounded-dialog border border-line-strong bg-sunken p-1 focus-within:border-ink">
          <IconButton
            label="Attach a file"
            disabled={disabled || !canAttach}
            onClick={() => picker.current?.click()}
            className="shrink-0 disabled:opacity-40"
          >
            <Paperclip aria-hidden size={20} strokeWidth={1.5} />
          </IconButton>
          <input
            ref={picker}
            type="file"
            hidden
            multiple
            accept={accepted}
            aria-label="File to send"
            onChange={({ target }) => {
              add([...(target.files ?? [])])
              target.value = ""
            }}
          />
          <textarea
            ref={field}
            rows={1}
            dir="auto"
            value={text}
            aria-label="Message"
            placeholder="Write a message"
            aria-invalid={error !== null || undefined}
            aria-describedby={error === null ? undefined : errorId}
            disabled={disabled}
            onChange={({ target }) => {
              write(target.value)
              if (target.value !== "") conversation.type()
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            className="max-h-40 min-w-0 flex-1 resize-none bg-transparent [field-sizing:content] px-1 py-2.5 text-body leading-6 placeholder:whitespace-nowrap placeholder:text-ink-3 focus-visible:outline-none disabled:opacity-60"
          />
          <IconButton
            type="submit"
            label="Send"
            disabled={disabled}
            className={cx("shrink-0 disabled:opacity-40", "text-accent")}
          >
            <SendHorizontal aria-hidden size={20} strokeWidth={1.5} />
          </IconButton>
        </div>
        {error && (
          <p id={errorId} role="alert" className="mt-1 text-danger text-meta">
            {error}
          </p>
        )}
      </div>
    </form>
  )
}
