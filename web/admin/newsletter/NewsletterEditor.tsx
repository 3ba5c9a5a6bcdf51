import { type SubmitEvent, useId, useState } from "react"
import { type Language, languageNames, languages } from "#contract/languages.ts"
import { type Newsletter, newsletterAdminTexts, newsletterLimits } from "#contract/newsletters.ts"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { useNavigate } from "../../platform/router.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { SelectField, TextField } from "../../platform/ui/Field.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { Choice } from "../discounts/DiscountDialog.tsx"
import { EditConflict } from "../parts/EditConflict.tsx"
import { SaveBar } from "../parts/SaveBar.tsx"
import { useTexts } from "../parts/useTexts.ts"
import { MarkdownField } from "../site-pages/MarkdownField.tsx"
import { EmailPreview } from "./EmailPreview.tsx"
import { bodyOf, fieldNames, labelOf, shownValue, typedOf } from "./fields.ts"
import { NewsletterHead } from "./NewsletterHead.tsx"
import { Recipients } from "./Recipients.tsx"
import { SendDialog } from "./SendDialog.tsx"

interface NewsletterEditorProps {
  opened: Newsletter
  onSent(newsletter: Newsletter): void
}

/** The draft of a newsletter in all languages, with the email beside it and its recipients below. */
export function NewsletterEditor({ opened, onSent }: NewsletterEditorProps) {
  const navigate = useNavigate()
  const form = useId()
  const [asks, setAsks] = useState<"send" | "delete">()
  const editor = useTexts<Newsletter>({
    opened,
    kind: "newsletter",
    typedOf,
    read: (id) => call(`GET /admin/newsletters/${id}`),
    write: ({ id }, typed, headers) => call(`PUT /admin/newsletters/${id}`, { body: bodyOf(typed), headers }),
    labelOf,
    shownOf: shownValue,
  })
  const { item: known, fields, write, text, language, setLanguage, errors, failure, busy, isDirty } = editor
  const { attempt, headers, save, draft, goOn, differences } = editor
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void attempt(newsletterAdminTexts.saveFailed, async () => {
      await save()
      toast(newsletterAdminTexts.saved, { kind: "success" })
    })
  }
  const test = () =>
    attempt(newsletterAdminTexts.testFailed, async () => {
      await save()
      await call(`POST /admin/newsletters/${known.id}/test`, { body: { language } })
      toast(newsletterAdminTexts.testSent, { kind: "success" })
    })
  const send = (at: string | null) =>
    attempt(newsletterAdminTexts.sendFailed, async () => {
      const { version } = await save()
      const sent = await call(`POST /admin/newsletters/${known.id}/send`, { body: { at }, headers: headers(version) })
      toast(at ? t`Newsletter scheduled` : t`Newsletter on its way`, { kind: "success" })
      onSent(sent)
    })
  const remove = () =>
    attempt(t`Failed to delete the newsletter`, async () => {
      await call(`DELETE /admin/newsletters/${known.id}`, { headers: headers() })
      toast(t`Newsletter deleted`, { kind: "success" })
      void navigate("/admin?tab=newsletter", { replace: true })
    })
  return (
    <>
      <NewsletterHead newsletter={known}>
        <Button variant="outline" busy={busy} onClick={() => void test()}>{t`Send a test to me`}</Button>
        <Button variant="outline" busy={busy} onClick={() => setAsks("send")}>{t`Send…`}</Button>
      </NewsletterHead>
      <form id={form} onSubmit={submit} noValidate>
        <UnsavedChanges isDirty={() => isDirty && !busy} draft={draft} className="mb-6" />
        {failure && (
          <div className="mb-6">
            <Alert kind="danger" title={failure} />
          </div>
        )}
        {differences && (
          <div className="mb-6">
            <EditConflict title={t`Another admin changed this newsletter.`} differences={differences} onGoOn={goOn} />
          </div>
        )}
        <div className="grid items-start gap-6 xl:grid-cols-2 xl:gap-12">
          <div className="grid min-w-0 gap-5">
            <SelectField
              label={t`Language`}
              hint={t`Readers of a language without a text get the English one.`}
              value={language}
              onChange={(event) => setLanguage(event.target.value as Language)}
            >
              {languageNames.map((name) => (
                <option key={name} value={name}>
                  {fields[`${name}.content`] ? languages[name] : t`${languages[name]} (no text yet)`}
                </option>
              ))}
            </SelectField>
            <TextField
              label={fieldNames.title!}
              required
              lang={language}
              maxLength={newsletterLimits.title}
              autoComplete="off"
              value={text("title")}
              error={errors[`${language}.title`]}
              onChange={(event) => write({ [`${language}.title`]: event.target.value })}
            />
            <div>
              <Choice
                label={fieldNames.discreet!}
                checked={fields.discreet === "1"}
                onChange={(event) => write({ discreet: event.target.checked ? "1" : "" })}
              />
              <p className="text-ink-3 text-meta">
                {t`The title stays inside the email. Others who see the inbox read only that it's a newsletter.`}
              </p>
            </div>
            <MarkdownField
              key={language}
              lang={language}
              value={text("content")}
              error={errors[`${language}.content`]}
              onChange={(content) => write({ [`${language}.content`]: content })}
            />
            <Recipients fields={fields} onChange={write} />
          </div>
          <section
            aria-labelledby={`${form}-preview`}
            className="min-w-0 rounded-card border border-line bg-surface p-5 sm:p-8"
          >
            <h2 id={`${form}-preview`} className="mb-4 font-semibold text-ink-3 text-meta">{t`Preview`}</h2>
            <EmailPreview
              language={language}
              title={text("title")}
              content={text("content")}
              isDiscreet={fields.discreet === "1"}
            />
          </section>
        </div>
        <SaveBar busy={busy} isDirty={isDirty}>{t`Save draft`}</SaveBar>
      </form>
      <div className="mt-8">
        <Button variant="danger" busy={busy} onClick={() => setAsks("delete")}>{t`Delete draft`}</Button>
      </div>
      <SendDialog open={asks === "send"} onClose={() => setAsks(undefined)} fields={fields} onSend={send} />
      <Confirm
        open={asks === "delete"}
        onClose={() => setAsks(undefined)}
        title={t`Delete draft?`}
        action={t`Delete draft`}
        onConfirm={remove}
      >
        {t`The draft is deleted in all languages.`}
      </Confirm>
    </>
  )
}
