import { type FormEvent, useState } from "react"
import type { AdminOrderDetail } from "#contract/admin.ts"
import { maxNoteLength } from "#contract/adminLimits.ts"
import type { AdminRefund, NewRefund, RefundReason } from "#contract/refunds.ts"
import { refundReasonTexts, refundTexts } from "#contract/refundText.ts"
import { t } from "#contract/t.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { useSendOnce } from "../../platform/forms/sendOnce.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Link } from "../../platform/router.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { CheckField } from "../../platform/ui/CheckField.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { SelectField, TextArea, TextField } from "../../platform/ui/Field.tsx"
import { dateTimeOf, money } from "../../platform/ui/format.ts"
import { Tag, type Tone } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"

/** Refetches everything that shows refunds and returns. */
export const refreshRefunds = () => refresh("orders", "returns", "payments", "stats")

interface Failure {
  /** A failure that belongs to no field. */
  text?: string
  fields: Record<string, string>
}

/** Sends a change. The server's messages are returned by field. */
export function useChange() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>({ fields: {} })
  const send = async (change: () => Promise<unknown>, done: string): Promise<boolean> => {
    setBusy(true)
    setFailure({ fields: {} })
    try {
      await change()
      toast(done, { kind: "success" })
      await refreshRefunds()
      return true
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      setFailure({ fields, text: Object.keys(fields).length > 0 ? undefined : explain(error) })
      if (error instanceof ApiError && error.status === 412) await refreshRefunds()
      return false
    } finally {
      setBusy(false)
    }
  }
  /** New input makes the previous messages obsolete. */
  const forget = () => setFailure({ fields: {} })
  return { busy, failure, send, forget }
}

const states: Record<AdminRefund["status"], { tone: Tone; label: string }> = {
  due: { tone: "warn", label: refundTexts.due },
  settled: { tone: "success", label: t`Paid out` },
  cancelled: { tone: "neutral", label: t`Cancelled` },
}

/** The refunds of an order, with a form for a new one. */
export function Refunds({ order, tag }: { order: AdminOrderDetail; tag: string }) {
  const [adding, setAdding] = useState(false)
  const { refunds, refundable } = order
  return (
    <div className="grid gap-3">
      {refunds.length === 0 && !adding && <p className="text-ink-3">{t`No refunds yet.`}</p>}
      {refunds.length > 0 && (
        <ul>
          {refunds.map((refund) => (
            <li key={refund.id} className="grid gap-1 border-line border-b py-2">
              <RefundRow refund={refund} />
            </li>
          ))}
        </ul>
      )}
      {adding ? (
        <RefundForm order={order} tag={tag} onClose={() => setAdding(false)} />
      ) : (
        refundable.amount > 0 && (
          <Button variant="outline" className="justify-self-start" onClick={() => setAdding(true)}>{t`Refund`}</Button>
        )
      )}
    </div>
  )
}

function RefundRow({ refund }: { refund: AdminRefund }) {
  const { status, amount, reason, note, lines } = refund
  const pieces = lines.filter(({ quantity }) => quantity > 0).map(({ quantity, name }) => `${quantity} × ${name}`)
  const paid = refund.payout_amount && `${refund.payout_amount} ${(refund.payout_currency ?? "").toUpperCase()}`
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Tag dot tone={states[status].tone}>
          {states[status].label}
        </Tag>
        <span>{refundReasonTexts[reason]}</span>
        <span className="tabular ms-auto font-semibold">{money(amount)}</span>
      </div>
      {pieces.length > 0 && <p className="text-ink-2">{pieces.join(", ")}</p>}
      {note && <p className="wrap-anywhere text-ink-2">{note}</p>}
      {refund.payout_address && <p className="wrap-anywhere text-meta">{t`Pay to ${refund.payout_address}`}</p>}
      {refund.payout_id && (
        <p className="wrap-anywhere text-meta">{[t`Payout ${refund.payout_id}`, paid].filter(Boolean).join(", ")}</p>
      )}
      <p className="text-ink-3 text-meta">
        {refund.settled_at
          ? t`Paid out on ${dateTimeOf(refund.settled_at)}`
          : [t`Created on ${dateTimeOf(refund.created_at)}`, refund.created_by && t`by ${refund.created_by}`]
              .filter(Boolean)
              .join(" ")}
      </p>
      {refund.credit_note && (
        <Link
          to={`/admin/print?kind=invoices&refunds=${refund.id}`}
          target="_blank"
          className="link justify-self-start"
        >
          {t`Credit note ${refund.credit_note}`}
        </Link>
      )}
      {status === "due" && <Payout refund={refund} />}
    </>
  )
}

/** Records a payout by the provider. */
function Payout({ refund }: { refund: AdminRefund }) {
  const [typed, setTyped] = useState({ payout_id: "", amount: "", currency: "" })
  const [asking, setAsking] = useState(false)
  const { busy, failure, send, forget } = useChange()
  const cancelling = useChange()
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    error: failure.fields[name],
    required: true,
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => setTyped((all) => ({ ...all, [name]: event.target.value })),
  })
  const settle = (event: FormEvent) => {
    event.preventDefault()
    void send(() => call(`POST /admin/refunds/${refund.id}/settle`, { body: typed }), refundTexts.settled)
  }
  return (
    <form
      noValidate
      onSubmit={settle}
      onChange={forget}
      aria-label={t`Payout of ${money(refund.amount)}`}
      className="mt-2 grid gap-3"
    >
      <UnsavedChanges isDirty={() => !busy && Object.values(typed).some((text) => text.trim() !== "")} />
      {(failure.text || cancelling.failure.text) && (
        <Alert kind="danger" title={failure.text ? refundTexts.settleFailed : refundTexts.cancelFailed}>
          {failure.text ?? cancelling.failure.text}
        </Alert>
      )}
      <TextField label={t`Payout ID or transaction`} maxLength={200} {...field("payout_id")} />
      <div className="grid grid-cols-2 gap-3">
        <TextField label={t`Amount sent`} inputMode="decimal" maxLength={40} {...field("amount")} />
        <TextField label={t`Coin`} maxLength={20} {...field("currency")} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>{t`Record payout`}</Button>
        {refund.can_cancel && <Button variant="outline" onClick={() => setAsking(true)}>{t`Cancel refund`}</Button>}
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t`Cancel the refund of ${money(refund.amount)}?`}
        action={t`Cancel refund`}
        keep={t`Keep refund`}
        onConfirm={() =>
          cancelling.send(() => call(`POST /admin/refunds/${refund.id}/cancel`), refundTexts.cancelled).then(() => true)
        }
      >
        <Trans>
          Only cancel it if you haven't sent the money. Models that it put back into stock are taken out again.
        </Trans>
      </Confirm>
    </form>
  )
}

interface FormProps {
  order: AdminOrderDetail
  tag: string
  onClose(): void
  /** The received return to refund. */
  returnId?: number
}

/** Refunds pieces or an amount. The amount follows the chosen pieces until it is typed. */
export function RefundForm({ order, tag, onClose, returnId }: FormProps) {
  const back = order.returns.find(({ id }) => id === returnId)
  const { lines, amount: most } = order.refundable
  const [quantities, setQuantities] = useState<Record<number, string>>({})
  const [restocked, setRestocked] = useState<Record<number, boolean>>({})
  const [typed, setTyped] = useState<string>()
  const [reason, setReason] = useState<RefundReason>(back ? "returned" : "other")
  const [note, setNote] = useState("")
  const [address, setAddress] = useState(back?.payout_address ?? "")
  const { busy, failure, send, forget } = useChange()
  const once = useSendOnce()
  const chosen = lines.flatMap((line, at) => {
    const quantity = Number(quantities[line.doll_id] ?? 0)
    return quantity > 0 ? [{ ...line, at, quantity, worth: line.worth[quantity - 1] ?? 0 }] : []
  })
  const worth = Math.min(most, sumOf(chosen.map((line) => line.worth)))
  const amount = typed ?? (chosen.length > 0 ? worth.toFixed(2) : "")
  /** The server numbers the lines that were sent. */
  const faultOf = (dollId: number) => {
    const index = chosen.findIndex(({ doll_id }) => doll_id === dollId)
    return failure.fields[`lines.${index}.quantity`]
  }
  const create = async (event: FormEvent) => {
    event.preventDefault()
    const body: NewRefund = {
      reason,
      ...(returnId ? { return_id: returnId } : {}),
      ...(!returnId && chosen.length > 0
        ? {
            lines: chosen.map(({ doll_id, quantity }) => ({ doll_id, quantity, restock: restocked[doll_id] ?? false })),
          }
        : {}),
      ...(amount.trim() ? { amount: Number(amount.replace(",", ".")) } : {}),
      ...(note.trim() ? { note: note.trim() } : {}),
      ...(address.trim() ? { payout_address: address.trim() } : {}),
    }
    const path = `POST /admin/orders/${order.id}/refunds` as const
    const sent = await send(
      () => once((headers) => call(path, { body, headers: { ...headers, "if-match": tag } })),
      refundTexts.created,
    )
    if (sent) onClose()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void create(event)}
      onChange={forget}
      aria-label={t`New refund`}
      className="grid gap-4 border-line border-y py-4"
    >
      <UnsavedChanges isDirty={() => !busy && (typed !== undefined || note.trim() !== "" || chosen.length > 0)} />
      {failure.text && (
        <Alert kind="danger" title={refundTexts.createFailed}>
          {failure.text}
        </Alert>
      )}
      {back && <p className="text-ink-2">{back.lines.map((line) => `${line.quantity} × ${line.name}`).join(", ")}</p>}
      {!returnId &&
        lines
          .filter(({ quantity }) => quantity > 0)
          .map(({ doll_id, name, quantity }) => (
            <div key={doll_id} className="grid gap-1">
              <TextField
                label={t`Quantity of ${name}`}
                hint={t`Up to ${quantity}`}
                inputMode="numeric"
                maxLength={2}
                autoComplete="off"
                value={quantities[doll_id] ?? ""}
                error={faultOf(doll_id)}
                onChange={({ target }) =>
                  setQuantities((all) => ({ ...all, [doll_id]: target.value.replace(/\D/g, "") }))
                }
              />
              <CheckField
                label={t`Put ${name} back into stock`}
                checked={restocked[doll_id] ?? false}
                onChange={({ target }) => setRestocked((all) => ({ ...all, [doll_id]: target.checked }))}
              />
            </div>
          ))}
      <TextField
        label={t`Amount in USD`}
        hint={returnId ? t`Leave empty for what was paid.` : t`Up to ${money(most)}`}
        inputMode="decimal"
        maxLength={15}
        autoComplete="off"
        value={amount}
        error={failure.fields.amount}
        onChange={({ target }) => setTyped(target.value)}
      />
      <SelectField
        label={t`Reason`}
        required
        value={reason}
        error={failure.fields.reason}
        onChange={({ target }) => setReason(target.value as RefundReason)}
      >
        {Object.entries(refundReasonTexts).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={t`Note`}
        hint={t`For staff only.`}
        rows={2}
        maxLength={maxNoteLength}
        value={note}
        error={failure.fields.note}
        onChange={({ target }) => setNote(target.value)}
      />
      <TextField
        label={t`Customer's wallet address`}
        maxLength={200}
        autoComplete="off"
        value={address}
        error={failure.fields.payout_address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>{t`Create refund`}</Button>
        <Button variant="outline" disabled={busy} onClick={onClose}>{t`Cancel`}</Button>
      </div>
    </form>
  )
}

const sumOf = (amounts: number[]) => Math.round(amounts.reduce((sum, amount) => sum + amount * 100, 0)) / 100
