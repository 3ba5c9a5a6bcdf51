import { type ReactNode, useContext } from "react"
import { t } from "#contract/t.ts"
import { IconButton } from "../../platform/ui/Button.tsx"
import { ChevronDown } from "../../platform/ui/icons.ts"
import { SectionsContext } from "./sections.ts"

interface HeadProps {
  title: string
  /** A sentence below the title, hidden on phones. */
  note?: ReactNode
  children?: ReactNode
}

/** A tab's heading and actions. On phones, the heading opens the list of tabs. */
export function Head({ title, note, children }: HeadProps) {
  const openSections = useContext(SectionsContext)
  return (
    <div className="mb-5 max-md:mb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2 md:gap-x-6">
        <div className="flex min-h-11 min-w-0 items-center gap-1">
          <h1 tabIndex={-1} className="font-display text-h2">
            {title}
          </h1>
          {openSections && (
            <IconButton label={t`Sections`} aria-haspopup="dialog" onClick={openSections} className="md:hidden">
              <ChevronDown aria-hidden size={20} />
            </IconButton>
          )}
        </div>
        {note && (
          <p className="w-full text-pretty text-ink-2 text-ui max-md:hidden md:order-last">
            <span className="block max-w-measure">{note}</span>
          </p>
        )}
        {children && <div className="no-print flex flex-wrap items-center gap-2 md:gap-3">{children}</div>}
      </div>
    </div>
  )
}
