import { type FormEvent, useState } from "react"
import type { OrderReturns, Return } from "#contract/refunds.ts"
import { returnTexts } from "#contract/refundText.ts"
import { t } from "#contract/t.ts"
import { explain } from "../../platform/api/client.ts"
import { DialogButtons } from "../../platform/forms/DialogButtons.tsx"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { useSendOnce } from "../../platform/forms/sendOnce.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { PhotoField } from "./PhotoField.tsx"
import { faultInPhotos, sendPhotos } from "./returnPhotos.ts"

/** Adds photographs to a return for damage. Those that fail stay chosen for another try. */
export function AddPhotos({ orderReturn, onChange }: { orderReturn: Return; onChange(found: OrderReturns): void }) {
  const [open, setOpen] = useState(false)
  const [photos, setPhotos] = useState<File[]>([])
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const once = useSendOnce()
  const choose = (chosen: File[]) => {
    setPhotos(chosen)
    setFault(undefined)
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const found = photos.length === 0 ? returnTexts.noPhoto : faultInPhotos(photos, orderReturn.photos.length)
    setFault(found)
    setFailure(undefined)
    if (found) return
    setBusy(true)
    try {
      await sendPhotos(orderReturn.id, photos, once, (photo, now) => {
        setPhotos((left) => left.filter((other) => other !== photo))
        onChange(now)
      })
      setOpen(false)
      toast(returnTexts.photosAdded, { kind: "success" })
    } catch (error) {
      setFailure(explain(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        variant="outline"
        className="no-print mt-3 me-3"
        onClick={() => setOpen(true)}
      >{t`Add photographs`}</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Add photographs`}>
        <SentForm
          onSubmit={(event) => void send(event as FormEvent)}
          failed={returnTexts.photosFailed}
          failure={failure}
        >
          <PhotoField photos={photos} error={fault} onChange={choose} />
          <DialogButtons action={t`Add photographs`} busy={busy} onCancel={() => setOpen(false)} />
        </SentForm>
      </Dialog>
    </>
  )
}
