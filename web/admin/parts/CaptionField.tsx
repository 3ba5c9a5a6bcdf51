import { useState } from "react"

interface CaptionFieldProps {
  label: string
  caption: string | null
  className: string
  onKeep(caption: string | null): void
}

/** Kept when the field is left, or with Enter. */
export function CaptionField({ label, caption, className, onKeep }: CaptionFieldProps) {
  const [text, setText] = useState(caption ?? "")
  const keep = () => {
    if (text.trim() !== (caption ?? "")) onKeep(text.trim() || null)
  }
  return (
    <input
      aria-label={label}
      placeholder="Caption"
      value={text}
      maxLength={300}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
      className={className}
    />
  )
}
