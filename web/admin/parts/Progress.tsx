import { t } from "#contract/t.ts"
import { IconButton } from "../../platform/ui/Button.tsx"
import { X } from "../../platform/ui/icons.ts"
import { percent } from "../../platform/ui/percent.ts"

interface ProgressProps {
  name: string
  /** From 0 to 1. */
  share: number
  onCancel?(): void
}

export function Progress({ name, share, onCancel }: ProgressProps) {
  const value = Math.round(share * 100)
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-3 text-meta">
          <span className="truncate">{name}</span>
          <span className="tabular">{value === 100 ? t`Saving…` : percent(value)}</span>
        </p>
        <progress className="upload-progress mt-1 w-full" aria-label={t`Uploading ${name}`} max={100} value={value} />
      </div>
      {onCancel && (
        <IconButton label={t`Cancel upload of ${name}`} onClick={onCancel}>
          <X aria-hidden size={18} />
        </IconButton>
      )}
    </div>
  )
}
