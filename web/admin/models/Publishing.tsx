import { useState } from "react"
import type { Doll, EditDoll } from "#contract/catalog.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { ApiError, explain } from "../../platform/api/client.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { localOf } from "../parts/localTime.ts"
import { picturesOf } from "./AddModel.tsx"

type Publish = (fields: Pick<EditDoll, "draft" | "publish_at">, said: string) => Promise<unknown>

/** The state of a draft, with buttons to publish it now or later, and to preview its page. */
export function DraftNotice({ doll, onPublish }: { doll: Doll; onPublish: Publish }) {
  const [choosing, setChoosing] = useState(false)
  const [busy, setBusy] = useState(false)
  const at = doll.publish_at
  const run = async (...change: Parameters<Publish>) => {
    setBusy(true)
    await onPublish(...change).catch(() => undefined)
    setBusy(false)
  }
  return (
    <Alert
      kind="info"
      title={at ? t`This model will be published on ${dateTimeOf(at)}` : t`This model is a draft`}
      className="mb-6"
    >
      <p>
        {doll.needs_approval
          ? t`Only admins who manage models can see it. It needs approval as well.`
          : t`Only admins who manage models can see it.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          busy={busy}
          onClick={() => void run({ draft: false }, t`${doll.name} is published`)}
        >{t`Publish now`}</Button>
        <Button variant="outline" onClick={() => setChoosing(true)}>
          {at ? t`Change time` : t`Schedule`}
        </Button>
        {at && (
          <Button
            variant="outline"
            disabled={busy}
            onClick={() => void run({ publish_at: null }, t`Schedule removed`)}
          >{t`Remove schedule`}</Button>
        )}
        <ButtonLink to={`/admin/model/preview/${doll.id}`} variant="outline">{t`Preview`}</ButtonLink>
        {!at && <ButtonLink to={picturesOf(doll.id)} variant="outline">{t`Continue to images`}</ButtonLink>}
      </div>
      <Dialog open={choosing} onClose={() => setChoosing(false)} title={t`When should ${doll.name} be published?`}>
        <Schedule
          at={at ?? null}
          onChoose={async (publish_at) => {
            await onPublish({ publish_at }, t`${doll.name} will be published on ${dateTimeOf(publish_at)}`)
            setChoosing(false)
          }}
        />
      </Dialog>
    </Alert>
  )
}

/** Asks for a moment in the future. */
export function Schedule({ at, onChoose }: { at: string | null; onChoose(moment: string): Promise<void> }) {
  const [chosen, setChosen] = useState(localOf(at))
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    const moment = new Date(chosen)
    if (Number.isNaN(moment.getTime())) return setFault(t`Please enter a date and time.`)
    if (moment.getTime() <= Date.now()) return setFault(modelAdminTexts.publishLater)
    setBusy(true)
    await onChoose(moment.toISOString()).catch((error: unknown) => {
      setFault(error instanceof ApiError ? (error.fields.publish_at ?? explain(error)) : explain(error))
    })
    setBusy(false)
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send()
      }}
    >
      <TextField
        label={t`Date and time`}
        type="datetime-local"
        hint={t`In your time zone. It's published automatically.`}
        required
        value={chosen}
        error={fault}
        onChange={(event) => {
          setChosen(event.target.value)
          setFault(undefined)
        }}
      />
      <div className="flex justify-end">
        <Button type="submit" busy={busy}>{t`Schedule`}</Button>
      </div>
    </form>
  )
}

interface UnpublishProps {
  doll: Doll
  open: boolean
  onClose(): void
  onPublish: Publish
}

/** Asks before a model becomes a draft again. */
export function Unpublish({ doll, open, onClose, onPublish }: UnpublishProps) {
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t`Unpublish ${doll.name}?`}
      action={t`Unpublish`}
      onConfirm={() => onPublish({ draft: true }, t`${doll.name} is a draft again`).catch(() => undefined)}
    >
      <Trans>
        It will be a draft again: its page, carts and favorites no longer show it. Orders and chats are not affected.
      </Trans>
    </Confirm>
  )
}
