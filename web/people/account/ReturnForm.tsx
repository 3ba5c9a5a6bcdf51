import { type FormEvent, useState } from "react"
import { maxReasonLength } from "#contract/limits.ts"
import type { OrderReturns, ReturnReason } from "#contract/refunds.ts"
import { returnReasonTexts, returnTexts } from "#contract/refundText.ts"
import { t } from "#contract/t.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { draftOfState } from "../../platform/forms/drafts.ts"
import { useSendOnce } from "../../platform/forms/sendOnce.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { SelectField, TextArea, TextField } from "../../platform/ui/Field.tsx"
import { PhotoField } from "./PhotoField.tsx"
import { faultInPhotos, sendPhotos } from "./returnPhotos.ts"

interface ReturnFormProps {
  open: boolean
  orderId: number
  lines: OrderReturns["lines"]
  onClose(): void
  /** `failure` says why some photographs could not be added. */
  onSent(found: OrderReturns, failure?: string): void
}

/** Requests a return. The input stays if sending fails or the dialog is closed. */
export function ReturnForm({ open, orderId, lines, onClose, onSent }: ReturnFormProps) {
  const only = lines.length === 1 && lines[0]!.quantity === 1
  const [initial] = useState<Record<number, number>>(only ? { [lines[0]!.doll_id]: 1 } : {})
  const [quantities, setQuantities] = useState(initial)
  const [reason, setReason] = useState("")
  const [note, setNote] = useState("")
  const [address, setAddress] = useState("")
  const [photos, setPhotos] = useState<File[]>([])
  const once = useSendOnce()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [faults, setFaults] = useState<Record<string, string>>({})
  const isDamaged = reason === "damaged"
  const chosen = lines.flatMap(({ doll_id }) => {
    const quantity = quantities[doll_id] ?? 0
    return quantity > 0 ? [{ doll_id, quantity }] : []
  })
  const isTyped = quantities !== initial || reason !== "" || note.trim() !== ""
  // The draft leaves out the wallet address and the photographs.
  const draft = draftOfState(
    `order-return-${orderId}`,
    { quantities, reason, note },
    { quantities: initial, reason: "", note: "" },
    (kept) => {
      setQuantities(kept.quantities)
      setReason(kept.reason)
      setNote(kept.note)
    },
  )
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const photoFault = isDamaged ? faultInPhotos(photos) : undefined
    const missing = {
      ...(chosen.length === 0 ? { lines: returnTexts.nothingChosen } : {}),
      ...(reason ? {} : { reason: t`Please choose a reason.` }),
      ...(photoFault ? { photos: photoFault } : {}),
    }
    setFaults(missing)
    setFailure(undefined)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      const body = {
        lines: chosen,
        reason: reason as ReturnReason,
        ...(note.trim() ? { note } : {}),
        ...(address.trim() ? { payout_address: address } : {}),
      }
      const found = await call(`POST /orders/${orderId}/returns`, { body })
      await finish(found)
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      const atLine = Object.entries(fields).find(([path]) => path.startsWith("lines"))?.[1]
      setFaults({ ...fields, ...(atLine ? { lines: atLine } : {}) })
      if (Object.keys(fields).length === 0) setFailure(explain(error))
    } finally {
      setBusy(false)
    }
  }
  /** The return exists now; photographs that fail can be added to it later. */
  const finish = async (asked: OrderReturns) => {
    let latest = asked
    let photosFailed: string | undefined
    if (isDamaged && photos.length > 0) {
      // Returns are sorted newest first.
      const { id } = asked.returns[0]!
      await sendPhotos(id, photos, once, (_, now) => {
        latest = now
      }).catch((error: unknown) => {
        photosFailed = explain(error)
      })
    }
    setQuantities(initial)
    setReason("")
    setNote("")
    setAddress("")
    setPhotos([])
    onSent(latest, photosFailed)
  }
  return (
    <Dialog open={open} onClose={onClose} title={t`Return items`}>
      <form noValidate onSubmit={(event) => void send(event)} onChange={() => setFaults({})} className="grid gap-4">
        <UnsavedChanges isKept isDirty={() => isTyped && !busy} draft={draft} />
        {failure && (
          <Alert kind="danger" title={returnTexts.requestFailed}>
            {failure}
          </Alert>
        )}
        {lines.map(({ doll_id, name, quantity }, at) => (
          <SelectField
            key={doll_id}
            label={t`How many of ${name}`}
            value={quantities[doll_id] ?? 0}
            error={at === 0 ? faults.lines : undefined}
            onChange={({ target }) => setQuantities((all) => ({ ...all, [doll_id]: Number(target.value) }))}
          >
            {Array.from({ length: quantity + 1 }, (_, count) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the value
              <option key={count} value={count}>
                {count === 0 ? t`None` : count}
              </option>
            ))}
          </SelectField>
        ))}
        <SelectField
          label={t`Reason`}
          required
          value={reason}
          error={faults.reason}
          onChange={({ target }) => setReason(target.value)}
        >
          <option value="">{t`Please choose`}</option>
          {Object.entries(returnReasonTexts).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextArea
          label={t`Details`}
          hint={t`Tell us what's wrong, if anything.`}
          rows={3}
          maxLength={maxReasonLength}
          value={note}
          error={faults.note}
          onChange={({ target }) => setNote(target.value)}
        />
        {isDamaged && <PhotoField photos={photos} error={faults.photos} onChange={setPhotos} />}
        <TextField
          label={t`Wallet address for the refund`}
          hint={t`You can also send it to us later.`}
          maxLength={200}
          autoComplete="off"
          value={address}
          error={faults.payout_address}
          onChange={({ target }) => setAddress(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" busy={busy}>{t`Request return`}</Button>
        </div>
      </form>
    </Dialog>
  )
}
