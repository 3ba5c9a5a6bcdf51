import { type FormEvent, useState } from "react"
import { moneyTexts } from "#contract/panelText.ts"
import type { CheckedPayment } from "#contract/payments.ts"
import { t } from "#contract/t.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { PaymentState } from "./PaymentState.tsx"

/** Looks up a payment by the provider's id, in case its webhook never arrived. */
export function Lookup({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t`Look up payment`}>
      <LookupForm />
    </Dialog>
  )
}

function LookupForm() {
  const [id, setId] = useState("")
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [payment, setPayment] = useState<CheckedPayment>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const payment_id = id.trim()
    setFailure(undefined)
    setPayment(undefined)
    if (!/^[\w-]{1,100}$/.test(payment_id)) return setFault(moneyTexts.idRequired)
    setFault(undefined)
    setBusy(true)
    try {
      setPayment(await call("POST /admin/payments/lookup", { body: { payment_id } }))
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
        label={t`Payment ID`}
        value={id}
        error={fault}
        required
        autoComplete="off"
        hint={t`Checks the payment with the provider and links it to its order.`}
        onChange={(event) => setId(event.target.value)}
      />
      {failure && (
        <Alert kind="danger" title={moneyTexts.askFailed}>
          {failure}
        </Alert>
      )}
      {payment && (
        <Alert kind="success" title={moneyTexts.found}>
          <PaymentState status={payment.status} /> {payment.orderNumber ?? t`No matching order.`}
        </Alert>
      )}
      <div className="flex justify-end">
        <Button type="submit" busy={busy}>
          {t` Look up `}
        </Button>
      </div>
    </form>
  )
}
