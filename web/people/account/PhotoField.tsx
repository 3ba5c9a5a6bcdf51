import { useId, useRef } from "react"
import { maxReturnPhoto, maxReturnPhotos } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import { Button, IconButton } from "../../platform/ui/Button.tsx"
import { X } from "../../platform/ui/icons.ts"
import { photoTypes } from "./returnPhotos.ts"

interface PhotoFieldProps {
  photos: File[]
  error: string | undefined
  onChange(photos: File[]): void
}

export function PhotoField({ photos, error, onChange }: PhotoFieldProps) {
  const id = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  const input = useRef<HTMLInputElement>(null)
  return (
    <fieldset ref={box} className="min-w-0">
      <legend className="mb-1 font-medium text-ui">{t`Photographs`}</legend>
      <Button
        variant="outline"
        aria-describedby={[error ? `${id}-error` : "", `${id}-hint`].join(" ").trim()}
        onClick={() => input.current?.click()}
      >{t`Choose photographs`}</Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={photoTypes.join()}
        aria-label={t`Photographs`}
        onChange={({ target }) => {
          onChange([...photos, ...(target.files ?? [])])
          // Clearing the value allows the same file to be chosen again after its removal.
          target.value = ""
        }}
      />
      <p id={`${id}-hint`} className="mt-1 text-ink-3 text-meta">
        {t`Show the damage and the carton. At most ${maxReturnPhotos}, each of at most ${maxReturnPhoto} MB. Only our team sees them.`}
      </p>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-danger text-meta">
          {error}
        </p>
      )}
      {photos.length > 0 && (
        <ul aria-label={t`Chosen photographs`} className="mt-2 divide-y divide-line border-line border-y">
          {photos.map((photo, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file can be chosen twice
            <li key={at} className="flex items-center justify-between gap-3 text-ui">
              <span className="wrap-anywhere min-w-0">{photo.name}</span>
              <IconButton
                label={t`Remove ${photo.name}`}
                onClick={() => {
                  onChange(photos.filter((_, index) => index !== at))
                  box.current?.querySelector("button")?.focus()
                }}
              >
                <X aria-hidden size={18} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
