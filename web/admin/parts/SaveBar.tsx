import type { ReactNode, Ref } from "react"
import { t } from "#contract/t.ts"
import { Button } from "../../platform/ui/Button.tsx"

interface SaveBarProps {
  ref?: Ref<HTMLDivElement>
  busy: boolean
  isDirty: boolean
  /** Buttons beside the one that saves. */
  others?: ReactNode
  children: ReactNode
}

/** The save button of a long form, which stays in view. */
export function SaveBar({ ref, busy, isDirty, others, children }: SaveBarProps) {
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className="sticky-bar sticky bottom-0 z-10 mt-8 flex flex-wrap items-center gap-3 border-line border-t bg-canvas py-4 outline-none max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-md:py-3"
    >
      <Button type="submit" busy={busy}>
        {children}
      </Button>
      {others}
      <p role="status" className="text-ink-3 text-meta">
        {isDirty ? t`You have unsaved changes.` : ""}
      </p>
    </div>
  )
}
