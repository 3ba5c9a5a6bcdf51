import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { chatTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { IconButton } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { FileText, Paperclip, SendHorizontal, X } from "../../platform/ui/icons.ts"
import { toast } from "../../platform/ui/toast.tsx"
import type { Conversation, View } from "./conversation.ts"
import { keepDraft, readDraft } from "./drafts.ts"
import { accepted, faultInFile, isPicture, sizeOf } from "./files.ts"

export interface ComposerHandle {
  /** Inserts text at the cursor. */
  insert(text: string): void
  focus(): void
  /** Adds files that were dropped on the pane. */
  add(files: FileList | readonly File[]): void
}

interface ComposerProps {
  conversation: Conversation
  view: View
  /** Together with the room, the key of the draft. */
  account: string
  roomId: number
  /** Explains why text cannot be sent; files still can. */
  textFault?: string | null
  /** Returns why a file cannot be sent, or null. */
  faultIn?(file: File): string | null
  handle?: Ref<ComposerHandle>
  /** Handles keys and changes first. Returning true stops the default. */
  onKey?(event: KeyboardEvent<HTMLTextAreaElement>, text: string): boolean
  onText?(text: string): void
  /** Shown above the field. */
  children?: ReactNode
}

interface Staged {
  key: number
  file: File
  preview: string | null
}

let made = 0

/** Enter sends, Shift+Enter breaks the line. The room keeps unsent text as a draft. */
export function Composer({
  conversation,
  view,
  account,
  roomId,
  textFault = null,
  faultIn,
  handle,
  onKey,
  onText,
  children,
}: ComposerProps) {
  const [text, setText] = useState(() => readDraft(account, roomId))
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const errorId = useId()
  const faultId = useId()
  const disabled = view.connection.refused !== null
  const { staged, add, unstage, takeAll } = useStaged({ field, setError, canAttach: canAttach(view), faultIn })

  useHeight(field, text)
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

  function send(): void {
    if (disabled || (textFault !== null && staged.length === 0)) return
    const hasText = text.trim() !== ""
    if (textFault === null && (hasText || staged.length === 0)) {
      const fault = conversation.send(text)
      if (fault) {
        setError(fault)
        field.current?.focus()
        return
      }
    }
    // A text that cannot be sent keeps its draft.
    if (textFault === null) write("")
    for (const file of takeAll()) {
      const fault = conversation.attach(file)
      if (fault) setError(fault)
    }
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (onKey?.(event, text)) return
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className="shrink-0 border-line border-t bg-canvas px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="mx-auto max-w-[47.5rem]">
        {textFault !== null && (
          <p id={faultId} className="mb-2 text-ui">
            {textFault}
          </p>
        )}
        {children}
        {staged.length > 0 && <Attachments staged={staged} onRemove={unstage} />}
        <div className="flex items-end gap-1 rounded-card border border-line-strong bg-surface p-1 has-focus-visible:outline-2 has-focus-visible:outline-focus">
          <AttachButton disabled={disabled || !canAttach(view)} onFiles={add} />
          <textarea
            ref={field}
            rows={1}
            dir="auto"
            enterKeyHint="send"
            value={text}
            aria-label={t`Message`}
            placeholder={textFault === null ? t`Write a message` : t`Attach a photo`}
            aria-invalid={error !== null || undefined}
            aria-describedby={error !== null ? errorId : textFault !== null ? faultId : undefined}
            disabled={disabled}
            readOnly={textFault !== null}
            onChange={({ target }) => {
              write(target.value)
              if (target.value !== "") conversation.type()
            }}
            onKeyDown={onKeyDown}
            onPaste={(event) => pasteFiles(event, add)}
            className="max-h-40 min-w-0 flex-1 resize-none bg-transparent [field-sizing:content] px-1 py-2.5 text-body leading-6 placeholder:whitespace-nowrap placeholder:text-ink-3 read-only:opacity-60 focus-visible:outline-none disabled:opacity-60"
          />
          <IconButton
            type="submit"
            label={t`Send`}
            disabled={disabled || (textFault !== null && staged.length === 0)}
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

function pasteFiles(event: ClipboardEvent, add: (files: FileList) => void): void {
  const { files } = event.clipboardData
  // Word processors copy a text together with a picture of it.
  if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return
  event.preventDefault()
  add(files)
}

/** Grows the field with its text. */
function useHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    // Measuring forces a layout, which is slow beside a long conversation. Browsers with `field-sizing` do not need it.
    if (CSS.supports("field-sizing", "content")) return
    const area = field.current!
    area.style.height = "auto"
    area.style.height = `${Math.min(area.scrollHeight + 2, 160)}px`
  }, [text])
}

interface StagedProps extends Pick<ComposerProps, "faultIn"> {
  field: RefObject<HTMLTextAreaElement | null>
  setError(error: string | null): void
  canAttach: boolean
}

/** Files that will be sent with the next message. */
function useStaged({ field, setError, canAttach, faultIn }: StagedProps) {
  const [staged, setStaged] = useState<Staged[]>([])

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

  function takeAll(): File[] {
    for (const { preview } of staged) if (preview) URL.revokeObjectURL(preview)
    setStaged([])
    return staged.map(({ file }) => file)
  }

  return { staged, add, unstage, takeAll }
}

function Attachments({ staged, onRemove }: { staged: readonly Staged[]; onRemove(one: Staged): void }) {
  return (
    <ul aria-label={t`Attachments`} className="mb-2 flex flex-wrap gap-2">
      {staged.map((file) => (
        <li
          key={file.key}
          className="flex max-w-full items-center gap-2 rounded-card border border-line bg-surface p-1 text-meta"
        >
          {file.preview ? (
            <img src={file.preview} alt="" className="size-11 shrink-0 rounded-card object-cover" />
          ) : (
            <FileText aria-hidden size={20} strokeWidth={1.5} className="ms-2 shrink-0 text-accent" />
          )}
          <span className="min-w-0">
            <bdi className="block max-w-44 truncate">{file.file.name}</bdi>
            <span className="text-ink-3 tabular">{sizeOf(file.file.size)}</span>
          </span>
          <IconButton label={t`Remove ${file.file.name}`} onClick={() => onRemove(file)}>
            <X aria-hidden size={16} />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

function AttachButton({ disabled, onFiles }: { disabled: boolean; onFiles(files: File[]): void }) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        label={t`Attach a file`}
        disabled={disabled}
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
        aria-label={t`Choose a file`}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ""
        }}
      />
    </>
  )
}

/** Files are sent by HTTP, so the server must answer or be connected. */
function canAttach({ connection, answers }: View): boolean {
  return connection.refused === null && (connection.state === "connected" || (answers && navigator.onLine))
}
