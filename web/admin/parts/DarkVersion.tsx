import { useRef } from "react"
import type { ImageFiles } from "#contract/catalog.ts"
import { t } from "#contract/t.ts"
import { IconButton } from "../../platform/ui/Button.tsx"
import { Moon, Trash2 } from "../../platform/ui/icons.ts"
import { Thumb } from "../../platform/ui/Thumb.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"

interface DarkVersionProps {
  /** Names the picture, such as "image 2". */
  of: string
  dark: ImageFiles | null
  disabled: boolean
  onFile(file: File): void
  /** Removes the dark version; without it there is no such button. */
  onRemove?(): void
}

const wide = "max-sm:hidden @max-[11rem]:hidden"

export function DarkVersion({ of, dark, disabled, onFile, onRemove }: DarkVersionProps) {
  const input = useRef<HTMLInputElement>(null)
  const label = dark ? t`Replace dark version of ${of}` : t`Add dark version of ${of}`
  return (
    <div className="flex items-center">
      <button
        type="button"
        disabled={disabled}
        aria-label={label}
        onClick={() => input.current?.click()}
        className="inline-flex min-h-11 flex-1 items-center gap-1.5 text-start text-ink-2 text-meta hover:underline disabled:opacity-50"
      >
        {dark ? (
          <Thumb picture={dark} sizes="1.5rem" className="w-6 shrink-0" />
        ) : (
          <Moon aria-hidden size={16} strokeWidth={1.5} className="mx-1 shrink-0" />
        )}
        {dark ? (
          <span>
            <Trans>
              Dark<span className={wide}> version</span>
            </Trans>
          </span>
        ) : (
          <span>
            <Trans>
              Add dark<span className={wide}> version</span>
            </Trans>
          </span>
        )}
      </button>
      {dark && onRemove && (
        <IconButton label={t`Remove dark version of ${of}`} disabled={disabled} className="size-9" onClick={onRemove}>
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
          if (file) onFile(file)
        }}
      />
    </div>
  )
}
