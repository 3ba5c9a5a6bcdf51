import { t } from "#contract/t.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { DropZone } from "../parts/DropZone.tsx"

interface PictureFieldProps {
  label: string
  hint: string
  accept: string
  /** The address of the picture chosen or published. */
  shown: string | null
  onFile(file: File): void
  onRemove(): void
  error: string | undefined
  isDark?: boolean
}

export function PictureField({ label, hint, accept, shown, onFile, onRemove, error, isDark }: PictureFieldProps) {
  return (
    <div className="grid gap-2">
      <p className="font-medium text-ui">{label}</p>
      {shown && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span
            className="inline-flex rounded-card border border-line p-3"
            style={{ background: isDark ? "#1a1a1a" : "#ffffff" }}
          >
            <img src={shown} alt={label} className="h-9 max-w-44 object-contain" />
          </span>
          <Button variant="outline" onClick={onRemove}>{t`Remove`}</Button>
        </div>
      )}
      <DropZone
        label={shown ? t`Replace: ${label}` : t`Choose: ${label}`}
        hint={hint}
        accept={accept}
        onFiles={([file]) => file && onFile(file)}
      />
      {error && (
        <p role="alert" className="text-danger text-meta">
          {error}
        </p>
      )}
    </div>
  )
}
