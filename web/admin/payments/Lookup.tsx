import { type FormEvent, useState } from "react"
import { moneyTexts } from "#contract/panelText.ts"
import type { CheckedPayment } from "#contract/payments.ts"
import { call, explain } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { TextField } from "../../ui/Field.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { refresh } from "../table/useRows.ts"
import { PaymentState } from "./PaymentState.tsx"

/** A payment whose notice never came is found by the id the provider gave it. */
export function Lookup({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Enter a payment id">
      <LookupForm />
    </Dialog>
  )
}

function LookupForm() {
  const [id, setId] = useState("")
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [found, setFound] = useState<CheckedPayment>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const payment_id = id.trim()
    setFailure(undefined)
    setFound(undefined)
    if (!/^[\w-]{1,100}$/.test(payment_id)) return setFault(moneyTexts.idRequired)
    setFault(undefined)
    setBusy(true)
    try {
      setFound(await call<CheckedPayment>("POST /admin/payments/lookup", { body: { payment_id } }))
      refresh("payments", "subscriptions", "orders")
    } catch (error) {
      setFailure(explain(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <TextField
        label="Payment id"
        value={id}
        error={fault}
        required
        autoComplete="off"
        hint="The provider is asked about it, and it is bound to the order it names."
        onChange={(event) => setId(event.target.value)}
      />
      {failure && (
        <Notice kind="danger" title={moneyTexts.askFailed}>
          {failure}
        </Notice>
      )}
      {found && (
        <Notice kind="success" title={moneyTexts.found}>
          <PaymentState status={found.status} /> {found.orderNumber ?? "It belongs to no order."}
        </Notice>
      )}
      <div className="flex justify-end">
        <Button type="submit" busy={busy}>
          Ask the provider
        </Button>
      </div>
    </form>
  )
}
