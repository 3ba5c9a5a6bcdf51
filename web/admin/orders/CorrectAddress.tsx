import { useState } from "react"
import type { AdminOrderDetail } from "#contract/admin.ts"
import { orderTexts } from "#contract/buyingText.ts"
import { AddressParts, ofCountry } from "#contract/orders.ts"
import { moneyTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { DialogButtons } from "../../platform/forms/DialogButtons.tsx"
import { draftOf } from "../../platform/forms/drafts.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { z } from "../../platform/ui/zod.ts"
import { AddressFields } from "../../shopfront/checkout/ShippingFields.tsx"
import { refreshRefunds } from "./Refunds.tsx"

/** Corrects the address of an order that has not been sent. */
export function CorrectAddress({ order, tag }: { order: AdminOrderDetail; tag: string }) {
  const [editing, setEditing] = useState(false)
  const { address } = order
  if (!address) return null
  return (
    <>
      <Button variant="outline" className="mt-3" onClick={() => setEditing(true)}>{t`Correct address`}</Button>
      <Dialog open={editing} onClose={() => setEditing(false)} title={t`Delivery address of ${order.orderNumber}`}>
        {editing && <AddressForm id={order.id} tag={tag} address={address} onClose={() => setEditing(false)} />}
      </Dialog>
    </>
  )
}

interface AddressFormProps {
  id: number
  tag: string
  address: NonNullable<AdminOrderDetail["address"]>
  onClose(): void
}

/** The email address is not edited here, so it is not checked. */
const schema = ofCountry(AddressParts.extend({ email: z.string() }))

function AddressForm({ id, tag, address, onClose }: AddressFormProps) {
  // The address and its tag stay as they were read, so that a newer address is not overwritten.
  const [seen] = useState({ address, tag })
  const form = useZodForm(schema, seen.address)
  const { isSubmitting, isDirty } = form.formState
  const { submit, failure } = useSending(form, async ({ email: _, ...body }) => {
    await call(`PUT /admin/orders/${id}/address`, { body, headers: { "if-match": seen.tag } })
    toast(moneyTexts.addressCorrected, { kind: "success" })
    await refreshRefunds()
    onClose()
  })
  return (
    <SentForm
      onSubmit={(event) => void submit(event)}
      failed={moneyTexts.addressFailed}
      failure={failure}
      isDirty={isDirty && !isSubmitting}
      draft={draftOf(form, `order-address-${id}`)}
    >
      <p className="text-ink-2 text-ui">{orderTexts.addressHint}</p>
      <AddressFields form={form} hasEmail={false} />
      <DialogButtons action={t`Save address`} busy={isSubmitting} onCancel={onClose} />
    </SentForm>
  )
}
