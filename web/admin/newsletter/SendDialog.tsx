import { type SubmitEvent, useState } from "react"
import { t } from "#contract/t.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { localOf } from "../parts/localTime.ts"
import type { Fields } from "./fields.ts"
import { peopleIn, useAudience } from "./Recipients.tsx"

interface SendDialogProps {
  open: boolean
  onClose(): void
  fields: Fields
  /** Sends at once or at a time; resolves once it is decided. */
  onSend(at: string | null): Promise<void>
}

/** Asks when, and says to how many. */
export function SendDialog({ open, onClose, fields, onSend }: SendDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={t`Send newsletter?`}>
      {open && <Form fields={fields} onClose={onClose} onSend={onSend} />}
    </Dialog>
  )
}

function Form({ fields, onClose, onSend }: Omit<SendDialogProps, "open">) {
  const { data } = useAudience(fields)
  const [isLater, setIsLater] = useState(false)
  const [at, setAt] = useState(() => localOf(new Date(Date.now() + 60 * 60_000).toISOString()))
  const [busy, setBusy] = useState(false)
  const isTime = !Number.isNaN(new Date(at).getTime())
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    await onSend(isLater ? new Date(at).toISOString() : null)
    onClose()
  }
  const whens = [
    { later: false, label: t`Now` },
    { later: true, label: t`At a time` },
  ]
  return (
    <form onSubmit={submit} className="grid gap-5" noValidate>
      <p className="text-ink-2">
        {data ? t`It goes to ${peopleIn(data.count)}, each in their language.` : t`Counting the recipients…`}{" "}
        {t`Anyone who unsubscribes before then won't get it.`}
      </p>
      <fieldset>
        <legend className="mb-1 font-medium text-ui">{t({ context: "of sending", message: "When" })}</legend>
        {whens.map(({ later, label }) => (
          <label key={label} className="flex min-h-11 items-center gap-3 text-ui">
            <input
              type="radio"
              name="when"
              className="size-5 accent-(--accent)"
              checked={isLater === later}
              onChange={() => setIsLater(later)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {isLater && (
        <TextField
          label={t`Date and time`}
          hint={t`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
          type="datetime-local"
          required
          value={at}
          error={isTime ? undefined : t`Please enter a date.`}
          onChange={(event) => setAt(event.target.value)}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>{t`Cancel`}</Button>
        <Button type="submit" busy={busy} disabled={isLater && !isTime}>
          {isLater ? t({ context: "button", message: "Schedule" }) : t({ context: "button", message: "Send now" })}
        </Button>
      </div>
    </form>
  )
}
