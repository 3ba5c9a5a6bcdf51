import { useState } from "react"
import { stockLimits } from "#contract/adminLimits.ts"
import { stockAdminTexts, stockReasonTexts } from "#contract/panelText.ts"
import type { CorrectStock } from "#contract/stock.ts"
import { staffReasons } from "#contract/stockReasons.ts"
import { t } from "#contract/t.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { SelectField, TextField } from "../../platform/ui/Field.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { changesOf, type Drafts } from "./drafts.ts"

/** The bar with all unsaved counts. Refused ones stay, and their rows show the reason. */
export function SaveCounts({ drafts, onChange }: { drafts: Drafts; onChange(drafts: Drafts): void }) {
  const [asking, setAsking] = useState(false)
  const changes = changesOf(drafts)
  const refused = [...drafts.values()].filter(({ refused }) => refused).length
  return (
    <>
      <div
        role="toolbar"
        aria-label={t`Unsaved counts`}
        className="sticky bottom-4 z-10 mt-3 flex w-fit max-w-full flex-wrap items-center gap-x-4 rounded-card border border-line-strong bg-surface px-3 shadow-pop max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))]"
      >
        <p role="status" className="tabular py-2 font-semibold text-ui">
          {changes ? stockAdminTexts.unsaved(drafts.size) : stockAdminTexts.correctFirst}
          {refused > 0 && <span className="text-danger">{`, ${stockAdminTexts.refused(refused)}`}</span>}
        </p>
        <div className="flex items-center">
          <Button variant="quiet" className="px-3!" onClick={() => onChange(new Map())}>{t`Discard`}</Button>
          <Button
            variant="quiet"
            className="px-3!"
            disabled={!changes}
            onClick={() => setAsking(true)}
          >{t`Save`}</Button>
        </div>
      </div>
      <Dialog open={asking} onClose={() => setAsking(false)} title={stockAdminTexts.saveTitle(drafts.size)}>
        {asking && changes && (
          <Reason changes={changes} drafts={drafts} onSaved={onChange} onClose={() => setAsking(false)} />
        )}
      </Dialog>
    </>
  )
}

interface ReasonProps {
  changes: CorrectStock["changes"]
  drafts: Drafts
  onSaved(left: Drafts): void
  onClose(): void
}

function Reason({ changes, drafts, onSaved, onClose }: ReasonProps) {
  const [reason, setReason] = useState<CorrectStock["reason"]>("corrected")
  const [note, setNote] = useState("")
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  async function save() {
    setBusy(true)
    setFailure(undefined)
    const left = new Map(drafts)
    const gone: string[] = []
    let saved = 0
    try {
      for (let at = 0; at < changes.length; at += stockLimits.atOnce) {
        const body = { reason, note: note.trim() || null, changes: changes.slice(at, at + stockLimits.atOnce) }
        const { results } = await call("POST /admin/stock", { body })
        for (const { doll_id, outcome, stock } of results) {
          const draft = drafts.get(doll_id)!
          if (outcome === "saved") {
            left.delete(doll_id)
            saved++
          } else if (outcome === "gone") {
            // The model is gone, so the refetched list has no row for it.
            left.delete(doll_id)
            gone.push(draft.name)
          }
          // The next attempt starts from the current count.
          else left.set(doll_id, { ...draft, from: stock, refused: stockAdminTexts.moved(stock) })
        }
      }
    } catch (error) {
      setFailure(explain(error))
      setBusy(false)
      // Answered changes are saved even if a later request failed.
      if (left.size < drafts.size) onSaved(left)
      return
    }
    await refresh("stock", "models")
    if (saved > 0) toast(stockAdminTexts.saved(saved), { kind: "success" })
    const refused = left.size + gone.length
    if (refused > 0) {
      const description = gone.length > 0 ? `${gone.join(", ")}: ${stockAdminTexts.gone}` : undefined
      toast(stockAdminTexts.refused(refused), { kind: "error", description })
    }
    onSaved(left)
    onClose()
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save()
      }}
    >
      {failure && (
        <Alert kind="danger" title={stockAdminTexts.saveFailed}>
          {failure}
        </Alert>
      )}
      <SelectField
        label={t`Reason`}
        value={reason}
        onChange={(event) => setReason(event.target.value as CorrectStock["reason"])}
      >
        {staffReasons.map((one) => (
          <option key={one} value={one}>
            {stockReasonTexts[one]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t`Note`}
        hint={t`Optional. Shown in the history of each model.`}
        maxLength={stockLimits.note}
        autoComplete="off"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>{t`Cancel`}</Button>
        <Button type="submit" busy={busy}>
          {stockAdminTexts.save(drafts.size)}
        </Button>
      </div>
    </form>
  )
}
