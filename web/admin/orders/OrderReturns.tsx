import { type FormEvent, useState } from "react"
import type { AdminOrderDetail } from "#contract/admin.ts"
import { maxNoteLength } from "#contract/adminLimits.ts"
import type { MoveReturn, Return } from "#contract/refunds.ts"
import { returnReasonTexts, returnTexts } from "#contract/refundText.ts"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { draftOfState } from "../../platform/forms/drafts.ts"
import { leaveForm, UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { CheckField } from "../../platform/ui/CheckField.tsx"
import { TextArea } from "../../platform/ui/Field.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { ReturnBadge } from "../../shopfront/orders/ReturnBadge.tsx"
import { ReturnPhotos } from "../../shopfront/orders/ReturnPhotos.tsx"
import { RefundForm, useChange } from "./Refunds.tsx"

/** The returns of an order, each with its next steps. */
export function OrderReturns({ order, tag }: { order: AdminOrderDetail; tag: string }) {
  return (
    <ul>
      {order.returns.map((orderReturn) => (
        <li key={orderReturn.id} className="grid gap-1 border-line border-b py-2">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <ReturnBadge status={orderReturn.status} />
            <span>{returnReasonTexts[orderReturn.reason]}</span>
          </div>
          <p className="text-ink-2">
            {orderReturn.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ")}
          </p>
          {orderReturn.note && <p className="wrap-anywhere whitespace-pre-line">{orderReturn.note}</p>}
          {[
            [t`Instructions`, orderReturn.instructions],
            [t`Declined`, orderReturn.refusal],
            [t`Condition`, orderReturn.condition],
            [t`Pay to`, orderReturn.payout_address],
          ].map(
            ([label, text]) =>
              text && (
                <p key={label} className="wrap-anywhere whitespace-pre-line text-ink-2">
                  {`${label}: ${text}`}
                </p>
              ),
          )}
          <ReturnPhotos of={orderReturn} />
          <p className="text-ink-3 text-meta">{t`Requested on ${dateTimeOf(orderReturn.created_at)}`}</p>
          <Steps key={orderReturn.status} order={order} tag={tag} orderReturn={orderReturn} />
        </li>
      ))}
    </ul>
  )
}

type Step = MoveReturn["status"] | "refund"
const labels: Record<Step, string> = {
  approved: t`Approve`,
  refused: t`Decline`,
  received: t`Mark as received`,
  refund: t`Refund return`,
}
const nextOf: Partial<Record<Return["status"], Step[]>> = {
  requested: ["approved", "refused"],
  approved: ["received"],
  received: ["refund"],
}

function Steps({ order, tag, orderReturn }: { order: AdminOrderDetail; tag: string; orderReturn: Return }) {
  const [step, setStep] = useState<Step>()
  const isRefunding = order.refunds.some(({ return_id, status }) => return_id === orderReturn.id && status === "due")
  const next = isRefunding ? [] : (nextOf[orderReturn.status] ?? [])
  const close = () => setStep(undefined)
  if (step === "refund") return <RefundForm order={order} tag={tag} returnId={orderReturn.id} onClose={close} />
  if (step) return <MoveForm orderReturn={orderReturn} to={step} onClose={close} />
  if (next.length === 0) return null
  return (
    <div className="mt-1 flex flex-wrap gap-3">
      {next.map((to, at) => (
        <Button key={to} variant={at === 0 ? "primary" : "outline"} onClick={() => setStep(to)}>
          {labels[to]}
        </Button>
      ))}
    </div>
  )
}

const words = {
  approved: { field: "instructions", label: t`Instructions for the customer`, hint: t`Where to send it, and how.` },
  refused: { field: "refusal", label: t`Reason for the customer`, hint: undefined },
  received: { field: "condition", label: t`Condition`, hint: t`The customer sees it, too.` },
} as const

function MoveForm({ orderReturn, to, onClose }: { orderReturn: Return; to: MoveReturn["status"]; onClose(): void }) {
  const [text, setText] = useState("")
  const [restock, setRestock] = useState<number[]>([])
  const { busy, failure, send, forget } = useChange()
  const { field, label, hint } = words[to]
  const draft = draftOfState(
    `return-${orderReturn.id}-${to}`,
    { text, restock },
    { text: "", restock: [] as number[] },
    (kept) => {
      setText(kept.text)
      setRestock(kept.restock)
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { status: to, [field]: text, ...(to === "received" ? { restock } : {}) } as MoveReturn
    void send(() => call(`PATCH /admin/returns/${orderReturn.id}`, { body }), returnTexts.moved)
  }
  return (
    <form noValidate onSubmit={submit} onChange={forget} aria-label={labels[to]} className="mt-2 grid gap-3">
      <UnsavedChanges isDirty={() => !busy && text.trim() !== ""} draft={draft} />
      {failure.text && (
        <Alert kind="danger" title={returnTexts.moveFailed}>
          {failure.text}
        </Alert>
      )}
      <TextArea
        label={label}
        hint={hint}
        rows={3}
        required
        maxLength={maxNoteLength}
        value={text}
        error={failure.fields[field]}
        onChange={({ target }) => setText(target.value)}
      />
      {to === "received" &&
        orderReturn.lines.map(({ doll_id, name, quantity }) => (
          <CheckField
            key={doll_id}
            label={t`Put ${quantity} × ${name} back into stock`}
            checked={restock.includes(doll_id)}
            onChange={({ target }) =>
              setRestock((all) => (target.checked ? [...all, doll_id] : all.filter((id) => id !== doll_id)))
            }
          />
        ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {labels[to]}
        </Button>
        <Button
          variant="outline"
          disabled={busy}
          onClick={(event) => leaveForm(event.currentTarget, onClose)}
        >{t`Cancel`}</Button>
      </div>
    </form>
  )
}
