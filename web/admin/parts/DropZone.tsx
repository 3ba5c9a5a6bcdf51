import { type DragEvent, useId, useRef, useState } from "react"
import { cx } from "../../platform/ui/cx.ts"
import { Upload } from "../../platform/ui/icons.ts"

interface DropZoneProps {
  label: string
  hint: string
  accept: string
  multiple?: boolean
  disabled?: boolean
  onFiles(files: File[]): void
}

/** Takes files from a dialog or by drag and drop. */
export function DropZone({ label, hint, accept, multiple = false, disabled = false, onFiles }: DropZoneProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const taken = [...(files ?? [])]
    if (taken.length > 0) onFiles(multiple ? taken : taken.slice(0, 1))
    if (input.current) input.current.value = ""
  }
  const drop = (event: DragEvent) => {
    if (![...event.dataTransfer.types].includes("Files")) return
    event.preventDefault()
    setOver(false)
    if (!disabled) take(event.dataTransfer.files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same
    <div
      onDragOver={(event) => {
        if (![...event.dataTransfer.types].includes("Files")) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        "flex flex-col items-center gap-1 rounded-card border border-line-strong border-dashed px-4 py-5 text-center",
        over && "bg-plum-soft",
        disabled && "opacity-60",
      )}
    >
      <Upload aria-hidden size={20} strokeWidth={1.5} className="text-ink-2" />
      <button
        type="button"
        disabled={disabled}
        aria-describedby={id}
        onClick={() => input.current?.click()}
        className="link min-h-11 font-semibold text-ui disabled:no-underline"
      >
        {label}
      </button>
      <p id={id} className="text-ink-3 text-meta">
        {hint}
      </p>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => take(event.target.files)}
      />
    </div>
  )
}
