import type { ContactForm } from "#contract/contact.ts"
import type { Actor } from "../accounts/actor.ts"
import type { Store } from "../db/store.ts"
import { contactMessage } from "../mail/letters.ts"
import { enqueue } from "../mail/outbox.ts"
import { contactMessages } from "./tables.ts"

/** Keeps a message and passes it to the shop's people; answering the letter answers the person. What took the bait is dropped. */
export async function send(store: Store, actor: Actor, input: ContactForm, supportEmail: string): Promise<void> {
  if (input.website) return
  const { name, email, subject, message } = input
  await store.transaction(async (tx) => {
    const userId = actor.kind === "person" ? actor.id : null
    await tx.db.insert(contactMessages).values({ name, email, subject, message, userId, createdAt: tx.now() })
    await enqueue(tx, contactMessage({ to: supportEmail, name, email, subject, message }))
  })
}
