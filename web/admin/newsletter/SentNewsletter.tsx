import { useState } from "react"
import { type Language, languages } from "#contract/languages.ts"
import type { Newsletter } from "#contract/newsletters.ts"
import { locale, t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { SelectField } from "../../platform/ui/Field.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { toast } from "../../platform/ui/toast.tsx"
import { EmailPreview } from "./EmailPreview.tsx"
import { NewsletterHead } from "./NewsletterHead.tsx"
import { figureNames } from "./names.ts"

interface SentNewsletterProps {
  newsletter: Newsletter
  onChange(newsletter: Newsletter): void
}

/** A newsletter that is scheduled, on its way or sent: its figures and its text, which can no longer be changed. */
export function SentNewsletter({ newsletter, onChange }: SentNewsletterProps) {
  const { id, state, figures, send_at, finished_at, texts, version } = newsletter
  const [language, setLanguage] = useState<Language>("en")
  const [asks, setAsks] = useState(false)
  const isScheduled = state === "scheduled"
  const text = texts[language] ?? texts.en
  const stop = async () => {
    try {
      onChange(await call(`POST /admin/newsletters/${id}/stop`, { headers: { "if-match": `"v${version}"` } }))
      toast(isScheduled ? t`Newsletter is a draft again` : t`Newsletter stopped`, { kind: "success" })
    } catch (error) {
      toast(t`Failed to stop the newsletter`, { description: explain(error), kind: "error" })
      onChange(await call(`GET /admin/newsletters/${id}`))
    }
  }
  return (
    <>
      <NewsletterHead newsletter={newsletter}>
        {(isScheduled || state === "sending") && (
          <Button variant="outline" onClick={() => setAsks(true)}>
            {isScheduled ? t`Back to draft` : t({ context: "button", message: "Stop sending" })}
          </Button>
        )}
      </NewsletterHead>
      <p role="status" className="mb-6 text-ink-2 text-ui">
        {finished_at
          ? t`Finished on ${dateTimeOf(finished_at)}.`
          : isScheduled
            ? t`Goes out on ${dateTimeOf(send_at!)}.`
            : t`On its way. Emails about orders and accounts go first.`}
      </p>
      {!isScheduled && (
        <dl className="mb-8 flex flex-wrap gap-x-8 gap-y-4">
          {Object.entries(figureNames).map(([name, label]) => (
            <div key={name} className="border-line border-t pt-2">
              <dt className="text-ink-2 text-meta">{label}</dt>
              <dd className="font-display text-h3">{figures[name as keyof typeof figures].toLocaleString(locale)}</dd>
            </div>
          ))}
        </dl>
      )}
      <section aria-label={t`Preview`} className="max-w-3xl">
        {newsletter.languages.length > 1 && (
          <SelectField
            label={t`Language`}
            className="mb-4 max-w-56"
            value={language}
            onChange={(event) => setLanguage(event.target.value as Language)}
          >
            {newsletter.languages.map((name) => (
              <option key={name} value={name}>
                {languages[name]}
              </option>
            ))}
          </SelectField>
        )}
        <EmailPreview
          language={language}
          title={text?.title ?? ""}
          content={text?.content ?? ""}
          isDiscreet={newsletter.is_discreet}
        />
      </section>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={isScheduled ? t`Back to draft?` : t`Stop sending?`}
        action={isScheduled ? t`Back to draft` : t({ context: "button", message: "Stop sending" })}
        onConfirm={stop}
      >
        {isScheduled
          ? t`Nothing is sent until you schedule it again.`
          : t`Anyone who hasn't received it yet won't get it. You can't resume sending.`}
      </Confirm>
    </>
  )
}
