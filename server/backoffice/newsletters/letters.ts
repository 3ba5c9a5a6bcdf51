import type { Language } from "#contract/languages.ts"
import type { NewsletterText, NewsletterTexts } from "#contract/newsletters.ts"
import { t } from "#contract/t.ts"
import { copyTexts } from "../../platform/db/copyTexts.ts"
import type { Tx } from "../../platform/db/store.ts"
import { speaking } from "../../platform/languages.ts"
import { newsletter } from "../../platform/mail/emails.ts"
import type { Email } from "../../platform/mail/outbox.ts"

/** A text as it stands in an email. */
export interface Rendered {
  language: Language
  heading: string
  body: string
  html: string
  /** What the owner lets all emails in this language say around their text. */
  copy: Record<string, string>
}

/** Renders the text in a language, or in English where there is none. The libraries are loaded when they are needed. */
export async function renderText(
  tx: Tx,
  texts: NewsletterTexts,
  { language: wanted, origin }: { language: Language; origin: string },
): Promise<Rendered> {
  const language = texts[wanted] ? wanted : "en"
  const { title, content } = texts[language] as NewsletterText
  const { renderLetter } = await import("../../platform/site-pages/letter.ts")
  const { text, html } = renderLetter(content, { language, origin })
  return { language, heading: title, body: text, html, copy: await copyTexts(tx, language) }
}

interface Addressed {
  to: string
  origin: string
  /** Of the link that unsubscribes. */
  code: string
  isDiscreet: boolean
  delivery: number | null
}

/** Writes the email, all of it in the language of the text, whatever language its reader has chosen. */
export function letterOf({ language, copy, ...text }: Rendered, addressed: Addressed): Email {
  const email = newsletter({ ...text, ...addressed })
  return { ...email, render: (_, shop) => email.render!(language, shop, copy) }
}

/** Marks an email as a test. */
export const asTest = (email: Email): Email => ({
  ...email,
  render: (language, shop) => {
    const written = email.render!(language, shop)
    return { ...written, subject: speaking(language, () => t`Test: ${written.subject}`) }
  },
})
