import { type FormEvent, useEffect, useRef, useState } from "react"
import { maxReasonLength } from "#contract/limits.ts"
import { moderationTexts } from "#contract/memberText.ts"
import type { ReportKind } from "#contract/moderation.ts"
import { t } from "#contract/t.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { DialogButtons } from "../../platform/forms/DialogButtons.tsx"
import { draftOfState } from "../../platform/forms/drafts.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { TextArea } from "../../platform/ui/Field.tsx"

export interface ReportDialogProps {
  kind: ReportKind
  id: number
  open: boolean
  onClose(): void
}

const titles: Record<ReportKind, string> = {
  doll: t`Report this model`,
  review: t`Report this review`,
  video: t`Report this video`,
  message: t`Report this message`,
}

export default function ReportDialog({ kind, id, open, onClose }: ReportDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={titles[kind]}>
      <ReportForm kind={kind} id={id} onClose={onClose} />
    </Dialog>
  )
}

type State = { is: "written" } | { is: "sending" } | { is: "sent" } | { is: "failed"; because: string; at?: string }

/** Keeps its input if sending fails. */
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
        <Button onClick={onClose}>{t`Close`}</Button>
      </div>
    )
  }
  const fault = state.is === "failed" ? state.at : undefined
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <UnsavedChanges
        isDirty={() => !isBlank && state.is !== "sending"}
        draft={draftOfState(`report-${kind}-${id}`, { reason }, { reason: "" }, (kept) => setReason(kept.reason))}
      />
      <p className="text-ink-2">{t`Our team reviews every report. We never show who sent it.`}</p>
      <TextArea
        label={t`What's wrong?`}
        required
        rows={4}
        maxLength={maxReasonLength}
        value={reason}
        error={fault ?? (touched && isBlank ? moderationTexts.reasonRequired : undefined)}
        onChange={(event) => setReason(event.target.value)}
      />
      {state.is === "failed" && !fault && (
        <p role="alert" className="text-danger text-ui">
          <strong>{moderationTexts.reportFailed}</strong>: {state.because}
        </p>
      )}
      <DialogButtons
        action={state.is === "failed" ? t`Send again` : t`Send report`}
        busy={state.is === "sending"}
        onCancel={onClose}
      />
    </form>
  )
}
