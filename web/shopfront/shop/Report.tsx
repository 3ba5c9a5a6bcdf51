import { type ComponentType, useState } from "react"
import { generalTexts } from "#contract/texts.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import type { ReportDialogProps } from "./ReportDialog.tsx"

interface ReportProps {
  kind: ReportDialogProps["kind"]
  id: number
  /** Read by screen readers only. */
  about: string
}

/** The dialog is loaded on demand. */
export function Report({ kind, id, about }: ReportProps) {
  const [Dialog, setDialog] = useState<ComponentType<ReportDialogProps>>()
  const [open, setOpen] = useState(false)
  async function show() {
    try {
      const { default: loaded } = await import("./ReportDialog.tsx")
      setDialog(() => loaded)
      setOpen(true)
    } catch {
      toast(generalTexts.failedToLoad, { kind: "error" })
    }
  }
  return (
    <>
      <button
        type="button"
        onClick={() => void show()}
        className="needs-js inline-flex min-h-11 items-center text-ink-3 text-meta hover:text-ink hover:underline"
      >
        <Trans>
          Report<span className="sr-only"> {about}</span>
        </Trans>
      </button>
      {Dialog && <Dialog kind={kind} id={id} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
