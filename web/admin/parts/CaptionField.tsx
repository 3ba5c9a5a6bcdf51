import { useState } from "react"
import { maxCaptionLength } from "#contract/adminLimits.ts"
import { t } from "#contract/t.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"

interface CaptionFieldProps {
  label: string
  placeholder?: string
  maxLength?: number
  caption: string | null
  className: string
  onKeep(caption: string | null): Promise<unknown>
}

/** Saves on blur or Enter. A caption that changes elsewhere is shown, unless one is being typed here. */
export function CaptionField(props: CaptionFieldProps) {
  const { label, placeholder = t`Caption`, maxLength = maxCaptionLength, caption, className, onKeep } = props
  const [text, setText] = useState(caption ?? "")
  const [known, setKnown] = useState(caption)
  const [busy, setBusy] = useState(false)
  if (caption !== known) {
    setKnown(caption)
    if (text.trim() === (known ?? "")) setText(caption ?? "")
  }
  const isChanged = text.trim() !== (caption ?? "")
  const keep = async () => {
    if (!isChanged) return
    setBusy(true)
    await onKeep(text.trim() || null)
    setBusy(false)
  }
  return (
    <>
      <UnsavedChanges isDirty={() => isChanged && !busy} />
      <input
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={maxLength}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void keep()}
        onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
        className={className}
      />
    </>
  )
}
