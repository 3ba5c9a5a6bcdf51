import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { User } from "#contract/accounts.ts"
import { maxAddresses, type SavedAddress } from "#contract/addresses.ts"
import { placeLine } from "#contract/addressRules.ts"
import { countryName } from "#contract/countries.ts"
import { accountTexts } from "#contract/memberText.ts"
import { ShippingForm } from "#contract/orders.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { DialogButtons } from "../../platform/forms/DialogButtons.tsx"
import { type Draft, draftOf, writeInto } from "../../platform/forms/drafts.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { CheckField } from "../../platform/ui/CheckField.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { ErrorState, Tag } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { knownValues } from "../../shopfront/checkout/draft.ts"
import { AddressFields } from "../../shopfront/checkout/ShippingFields.tsx"
import { addressesQuery, addressText, shippingOf } from "../../shopfront/orders/addresses.ts"
import { LoadingRows } from "./OrderTable.tsx"

export function Addresses({ user }: { user: User }) {
  const client = useQueryClient()
  const query = addressesQuery(user.uuid)
  const { data, error, isPending, refetch } = useQuery(query)
  const [editing, setEditing] = useState<SavedAddress | "new">()
  const [deleting, setDeleting] = useState<SavedAddress>()
  if (isPending) return <LoadingRows rows={2} />
  if (!data) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey })

  const remove = async ({ id }: SavedAddress) => {
    try {
      await call(`DELETE /auth/addresses/${id}`)
      toast(accountTexts.addressDeleted, { kind: "success", key: "address" })
    } catch (error) {
      toast(accountTexts.addressDeleteFailed, { kind: "error", key: "address", description: explain(error) })
    }
    await refresh()
  }

  return (
    <>
      {data.length === 0 && (
        <p className="text-ink-2">{t`Save the addresses you order to, and choose one of them at checkout.`}</p>
      )}
      {data.length > 0 && (
        <ul className="divide-y divide-line border-line border-b">
          {data.map((address) => (
            <li key={address.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
              <AddressLines of={address} />
              <div className="flex flex-wrap gap-3">
                <Button
                  variant="outline"
                  aria-label={t`Edit ${addressText(address)}`}
                  onClick={() => setEditing(address)}
                >{t`Edit`}</Button>
                <Button
                  variant="danger"
                  aria-label={t`Delete ${addressText(address)}`}
                  onClick={() => setDeleting(address)}
                >{t`Delete`}</Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {data.length < maxAddresses ? (
        <Button variant="outline" className="mt-4" onClick={() => setEditing("new")}>{t`Add an address`}</Button>
      ) : (
        <p className="mt-3 text-ink-2 text-ui">{accountTexts.tooManyAddresses(maxAddresses)}</p>
      )}
      <Dialog
        open={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={editing === "new" ? t`Add an address` : t`Edit address`}
      >
        {editing && (
          <AddressEditor
            user={user}
            saved={editing === "new" ? undefined : editing}
            isFirst={data.length === 0}
            onDone={() => void refresh().then(() => setEditing(undefined))}
            onCancel={() => setEditing(undefined)}
          />
        )}
      </Dialog>
      <Confirm
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title={t`Delete this address?`}
        action={t`Delete address`}
        onConfirm={() => remove(deleting!)}
      >
        {deleting && t`${addressText(deleting)}. Your orders keep their address.`}
      </Confirm>
    </>
  )
}

function AddressLines({ of }: { of: SavedAddress }) {
  return (
    <address className="min-w-0 flex-[1_1_14rem] text-ui not-italic wrap-anywhere">
      <span className="flex flex-wrap items-center gap-x-3 font-medium">
        {of.firstName} {of.lastName}
        {of.is_default && <Tag tone="celadon">{t`Default`}</Tag>}
      </span>
      <span className="block text-ink-2">{of.address}</span>
      <span className="block text-ink-2">{placeLine(of)}</span>
      <span className="block text-ink-2">{countryName(of.country)}</span>
    </address>
  )
}

interface AddressEditorProps {
  user: User
  /** Undefined for a new address. */
  saved?: SavedAddress
  isFirst: boolean
  onDone(): void
  onCancel(): void
}

function AddressEditor({ user, saved, isFirst, onDone, onCancel }: AddressEditorProps) {
  const form = useZodForm(ShippingForm, saved ? shippingOf(saved) : knownValues(user))
  const [isDefault, setIsDefault] = useState(saved?.is_default ?? isFirst)
  const { isDirty, isSubmitting } = form.formState
  const wasDefault = saved?.is_default ?? isFirst
  const { submit, failure } = useSending(form, async (shipping) => {
    const body = { ...shipping, is_default: isDefault }
    await (saved ? call(`PUT /auth/addresses/${saved.id}`, { body }) : call("POST /auth/addresses", { body }))
    toast(accountTexts.addressSaved, { kind: "success", key: "address" })
    onDone()
  })
  const draft: Draft = {
    ...draftOf(form, `address-${saved?.id ?? "new"}`),
    typed: () => ({ ...form.getValues(), isDefault }),
    saved: () => ({ ...form.formState.defaultValues, isDefault: wasDefault }),
    restore: ({ isDefault: chosen = isDefault, ...typed }) => {
      writeInto(form, typed)
      setIsDefault(chosen === true)
    },
    discard: () => {
      form.reset()
      setIsDefault(wasDefault)
    },
  }
  return (
    <SentForm
      onSubmit={submit}
      failed={accountTexts.addressFailed}
      failure={failure}
      isDirty={(isDirty || isDefault !== wasDefault) && !isSubmitting}
      draft={draft}
    >
      <p className="text-ink-2 text-ui">{t`All fields are required.`}</p>
      <AddressFields form={form} />
      <CheckField
        label={t`Use as the default address`}
        checked={isDefault}
        onChange={(event) => setIsDefault(event.target.checked)}
      />
      <DialogButtons action={t`Save address`} busy={isSubmitting} onCancel={onCancel} />
    </SentForm>
  )
}
