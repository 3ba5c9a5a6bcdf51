import { type FormEvent, useState } from "react"
import type { AdminOrderDetail } from "#contract/admin.ts"
import { maxCancelReasonLength } from "#contract/adminLimits.ts"
import { orderTexts } from "#contract/buyingText.ts"
import { moneyTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { useChange } from "./Refunds.tsx"

interface CancelOrderProps {
  order: AdminOrderDetail
  tag: string
  onClose(): void
}

/** Cancels an unpaid order. The customer is told the reason. */
export function CancelOrder({ order, tag, onClose }: CancelOrderProps) {
  const [reason, setReason] = useState("")
  const [isMissing, setMissing] = useState(false)
  const { busy, failure, send, forget } = useChange()
  const cancel = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(!reason.trim())
    if (!reason.trim()) return
    const change = () =>
      call(`PATCH /admin/orders/${order.id}`, { body: { status: "cancelled", reason }, headers: { "if-match": tag } })
    if (await send(change, moneyTexts.cancelled(order.orderNumber))) onClose()
  }
  return (
    <form noValidate onSubmit={(event) => void cancel(event)} className="grid gap-5">
      <UnsavedChanges isDirty={() => !busy && reason.trim() !== ""} />
      {failure.text && (
        <Alert kind="danger" title={moneyTexts.moveFailed}>
          {failure.text}
        </Alert>
      )}
      <p className="text-ink-2">{t`Its models go back into stock. This can't be undone.`}</p>
      <TextField
        label={t`Reason`}
        value={reason}
        maxLength={maxCancelReasonLength}
        autoComplete="off"
        hint={orderTexts.reasonHint}
        error={isMissing ? orderTexts.reasonRequired : failure.fields.reason}
        required
        onChange={(event) => {
          forget()
          setMissing(false)
          setReason(event.target.value)
        }}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>{t`Keep order`}</Button>
        <Button type="submit" variant="danger" busy={busy}>{t`Cancel order`}</Button>
      </div>
    </form>
  )
}
