import { lt } from "drizzle-orm"
import type { ContactForm } from "#contract/contact.ts"
import type { Language } from "#contract/languages.ts"
import { contactTexts } from "#contract/texts.ts"
import type { Actor } from "../auth/actor.ts"
import { after, days } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import type { Finish } from "../http/idempotency.ts"
import { contactMessage } from "../mail/emails.ts"
import { enqueue } from "../mail/outbox.ts"
import { contactMessages } from "./tables.ts"

/**
 * Stores the message and emails it to support with the sender as Reply-To. Submissions that filled the honeypot field
 * are dropped.
 */
export function send(store: Store, actor: Actor, input: ContactForm, { supportEmail, language, finish }: Sending) {
  const { website, name, email, subject, message } = input
  return store.transaction(async (tx) => {
    if (!website) {
      const userId = actor.kind === "person" ? actor.id : null
      const createdAt = tx.now()
      await tx.db.insert(contactMessages).values({ name, email, subject, message, userId, language, createdAt })
      await enqueue(tx, contactMessage({ to: supportEmail, name, email, subject, message }))
    }
    return finish(tx, 202, { message: contactTexts.sent })
  })
}

interface Sending {
  supportEmail: string
  /** Of the page. */
  language: Language
  finish: Finish
}

/** Deletes messages after a year. */
export async function forgetOldMessages(tx: Tx): Promise<void> {
  await tx.db.delete(contactMessages).where(lt(contactMessages.createdAt, after(tx.now(), -days(365))))
}
