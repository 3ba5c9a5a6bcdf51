import type { ReactNode, Ref } from "react"
import { t } from "#contract/t.ts"

interface FoldProps {
  /** Shows the current setting. */
  lead: ReactNode
  /** The label of the button that opens the form. */
  action: string
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** A setting on one line, with its form folded. */
export function Fold({ lead, action, ref, children }: FoldProps) {
  return (
    <details className="group -mb-4 open:mb-0">
      <summary ref={ref} className="flex min-h-11 items-baseline justify-between gap-x-6">
        <span className="min-w-0 text-ink-2">{lead}</span>
        <span className="link shrink-0 text-ui group-open:hidden">{action}</span>
        <span className="link hidden text-ui group-open:inline">{t`Close`}</span>
      </summary>
      {children}
    </details>
  )
}
