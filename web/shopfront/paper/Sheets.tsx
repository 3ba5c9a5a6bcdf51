import type { ReactNode } from "react"
import { t } from "#contract/t.ts"
import type { Address } from "../../platform/router.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Back } from "../../platform/ui/Back.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Printer } from "../../platform/ui/icons.ts"

interface SheetsProps {
  title: string
  back: { to: Address; label: string }
  /** Shown on the screen but not printed. */
  notes?: (string | false)[]
  children: ReactNode[]
}

/** Sheets to print on A4 or Letter, each on its own pages. The bar above them is not printed. */
export function Sheets({ title, back, notes = [], children }: SheetsProps) {
  return (
    <>
      <div className="no-print mb-6 grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div>
            <Back to={back.to}>{back.label}</Back>
            <h1 className="font-display text-h2">{title}</h1>
          </div>
          {children.length > 0 && (
            <Button onClick={() => window.print()}>
              <Printer aria-hidden size={18} />
              {t`Print or save as PDF`}
            </Button>
          )}
        </div>
        {notes.map((note) => note && <Alert key={note} kind="warn" title={note} />)}
      </div>
      {children}
    </>
  )
}

export function Sheet({ label, children }: { label: string; children: ReactNode }) {
  return (
    <article aria-label={label} className="sheet rounded-card border border-line bg-surface text-ui">
      {children}
    </article>
  )
}

/** Lines of an address, as they were entered. */
export const Lines = ({ of }: { of: (string | null)[] }) => (
  <span className="wrap-anywhere block whitespace-pre-line">{of.filter(Boolean).join("\n")}</span>
)

export const cell = "border-line border-b py-2 align-top"
