import { type FormEvent, useEffect, useRef, useState } from "react"
import type { ReportKind } from "#contract/moderation.ts"
import { moderationTexts } from "#contract/texts.ts"
import { ApiError, call, explain } from "../api/client.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { TextArea } from "../ui/Field.tsx"

export interface ReportDialogProps {
  kind: ReportKind
  id: number
  open: boolean
  onClose(): void
}

const titles: Record<ReportKind, string> = {
  doll: "Report this model",
  review: "Report this review",
  video: "Report this video",
  message: "Report this message",
}

export default function ReportDialog({ kind, id, open, onClose }: ReportDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={titles[kind]}>
      <ReportForm kind={kind} id={id} onClose={onClose} />
    </Dialog>
  )
}

type State = { is: "written" } | { is: "sending" } | { is: "sent" } | { is: "failed"; because: string; at?: string }

/** What is typed stays when sending fails. */
function ReportForm({ kind, id, onClose }: Omit<ReportDialogProps, "open">) {
  const [reason, setReason] = useState("")
  const [touched, setTouched] = useState(false)
  const [state, setState] = useState<State>({ is: "written" })
  const thanks = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (state.is === "sent") thanks.current?.focus()
  }, [state.is])
  const isBlank = reason.trim() === ""

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (isBlank) return
    setState({ is: "sending" })
    try {
      await call("POST /reports", { body: { kind, id, reason: reason.trim() } })
      setState({ is: "sent" })
    } catch (error) {
      const at = error instanceof ApiError ? error.fields.reason : undefined
      setState({ is: "failed", because: explain(error), at })
    }
  }
  if (state.is === "sent") {
    return (
      <div className="flex flex-col items-start gap-6">
        <p ref={thanks} tabIndex={-1} role="status">
          {moderationTexts.reported}
        </p>
        <Button onClick={onClose}>Close</Button>
      </div>
    )
  }
  const fault = state.is === "failed" ? state.at : undefined
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <p className="text-ink-2">A person of the shop looks at every report. Who has sent it is shown to nobody.</p>
      <TextArea
        label="What is wrong?"
        required
        rows={4}
        maxLength={1000}
        value={reason}
        error={fault ?? (touched && isBlank ? moderationTexts.reasonRequired : undefined)}
        onChange={(event) => setReason(event.target.value)}
      />
      {state.is === "failed" && !fault && (
        <p role="alert" className="text-danger text-ui">
          <strong>{moderationTexts.reportFailed}</strong>: {state.because}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={state.is === "sending"}>
          {state.is === "failed" ? "Send again" : "Send report"}
        </Button>
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
