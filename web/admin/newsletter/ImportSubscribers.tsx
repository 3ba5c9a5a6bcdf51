import { type SubmitEvent, useState } from "react"
import { newsletterAdminTexts, newsletterLimits, type SubscriberImport } from "#contract/newsletters.ts"
import { locale, plural, t } from "#contract/t.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { ApiError, explain } from "../../platform/api/client.ts"
import { upload } from "../../platform/api/upload.ts"
import { useSendOnce } from "../../platform/forms/sendOnce.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { TextArea } from "../../platform/ui/Field.tsx"
import { Upload } from "../../platform/ui/icons.ts"
import { toast } from "../../platform/ui/toast.tsx"
import { Rows } from "../models/ImportModels.tsx"
import { DropZone } from "../parts/DropZone.tsx"
import { hasToken } from "../parts/needToken.ts"

/** Adds subscribers from a CSV file. The first request only checks the file; the second adds who was shown. */
export function ImportSubscribers() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Upload aria-hidden size={18} />
        {t`Import`}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Import subscribers`}>
        {open && <Import onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

const written = (n: number) => n.toLocaleString(locale)

function Import({ onDone }: { onDone(): void }) {
  const [file, setFile] = useState<File>()
  const [result, setResult] = useState<SubscriberImport>()
  const [consent, setConsent] = useState("")
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const once = useSendOnce()

  const send = async (chosen: File, plan?: string) => {
    if (!hasToken()) return
    setFile(chosen)
    setFailure(undefined)
    setError(undefined)
    if (plan === undefined) setResult(undefined)
    setBusy(true)
    const form = new FormData()
    if (plan !== undefined) {
      form.set("plan", plan)
      form.set("consent", consent)
    }
    form.set("file", chosen)
    const call = (headers: Record<string, string>) =>
      upload("POST /admin/subscribers/import", form, { headers, progress: () => {}, timeout: 120_000 })
    try {
      const answer = plan === undefined ? await call({}) : await once(call, [plan, consent])
      setResult(answer)
      if (answer.is_done) {
        void refresh("subscribers")
        toast(addedIn(answer.added), { kind: "success" })
        onDone()
      }
    } catch (problem) {
      const fault = problem instanceof ApiError ? problem.fields.consent : undefined
      if (fault) setError(fault)
      else setFailure(explain(problem))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!consent.trim()) setError(newsletterAdminTexts.noConsent)
    else void send(file!, result!.plan)
  }
  return (
    <div className="grid gap-5">
      <p className="text-ink-2 text-ui">
        {t`A CSV file with an “email” column and, if you have them, “language”, “country” and “created_at”. Those who have unsubscribed stay unsubscribed.`}
      </p>
      <DropZone
        label={file ? t`Choose another file` : t`Choose a CSV file`}
        hint={file ? file.name : t`CSV in UTF-8, up to ${written(newsletterLimits.rows)} rows`}
        accept=".csv,.tsv,.txt,text/csv"
        disabled={busy}
        onFiles={([chosen]) => void send(chosen!)}
      />
      <p role="status" className="text-ink-2 text-ui">
        {busy ? (result ? t`Importing…` : t`Checking…`) : ""}
      </p>
      {failure && (
        <Alert kind="danger" title={result ? t`Nothing was imported` : t`The file couldn't be checked`}>
          {failure}
        </Alert>
      )}
      {result && <Checked result={result} />}
      {result && result.added > 0 && (
        <form onSubmit={submit} noValidate className="grid gap-5">
          <TextArea
            label={t`How did these people agree?`}
            hint={t`For example: “Signed up at our stand in Kiel, paper forms of May 2026.” Your statement is kept with each address.`}
            required
            rows={3}
            maxLength={newsletterLimits.consent}
            value={consent}
            error={error}
            onChange={(event) => setConsent(event.target.value)}
          />
          <div className="flex justify-end">
            <Button type="submit" busy={busy}>
              {plural(result.added, {
                one: "Add 1 subscriber",
                other: `Add ${written(result.added)} subscribers`,
              })}
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}

const addedIn = (n: number) => plural(n, { one: "1 subscriber added", other: `${written(n)} subscribers added` })

function Checked({ result }: { result: SubscriberImport }) {
  const { added, known, refused, refused_count, notes } = result
  return (
    <div className="grid gap-4" role="status">
      <Alert kind={added > 0 ? "info" : "warn"} title={added > 0 ? t`Ready to import` : t`No one to add`}>
        {t`${written(added)} new, ${written(known)} already subscribed, ${written(refused_count)} refused.`}
      </Alert>
      {notes.map((note) => (
        <p key={note} className="text-ink-2 text-ui">
          {note}
        </p>
      ))}
      {refused.length > 0 && (
        <Rows
          label={t`Refused lines`}
          head={[t`Row`, t`Email`, t`Problem`]}
          rows={refused.map(({ row, email, message }) => [row, email, message])}
          more={refused_count - refused.length}
        />
      )}
    </div>
  )
}
