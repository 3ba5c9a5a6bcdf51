import { Moon, Trash2 } from "lucide-react"
import { useRef } from "react"
import type { Image } from "#contract/catalog.ts"
import { IconButton } from "../../ui/Button.tsx"
import { Thumb } from "../../ui/Thumb.tsx"

interface DarkVersionProps {
  image: Image
  /** Its position, from 1. */
  number: number
  disabled: boolean
  onFile(image: Image, file: File): void
  onRemove(image: Image): void
}

/** The version of an image that is shown in the dark theme. */
export function DarkVersion({ image, number, disabled, onFile, onRemove }: DarkVersionProps) {
  const input = useRef<HTMLInputElement>(null)
  const label = `${image.dark ? "Replace" : "Add"} dark version of image ${number}`
  return (
    <div className="flex items-center">
      <button
        type="button"
        disabled={disabled}
        aria-label={label}
        onClick={() => input.current?.click()}
        className="inline-flex min-h-11 flex-1 items-center gap-2 text-ink-2 text-meta hover:underline disabled:opacity-50"
      >
        {image.dark ? (
          <Thumb src={srcOf(image.dark)} className="w-7 shrink-0" />
        ) : (
          <Moon aria-hidden size={16} strokeWidth={1.5} className="mx-1.5 shrink-0" />
        )}
        {image.dark ? "Dark version" : "Add dark version"}
      </button>
      {image.dark && (
        <IconButton
          label={`Remove dark version of image ${number}`}
          disabled={disabled}
          className="size-10"
          onClick={() => onRemove(image)}
        >
          <Trash2 aria-hidden size={16} />
        </IconButton>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ""
          if (file) onFile(image, file)
        }}
      />
    </div>
  )
}

const srcOf = ({ variants: { base, widths } }: NonNullable<Image["dark"]>) => `${base}/${widths[0]}.webp`
