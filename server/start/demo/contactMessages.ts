import * as z from "zod"
import { contactAnswers, contactMessages } from "../../conversation/contact/tables.ts"
import { after, hours } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { Duration, readContent, Text } from "./content.ts"

const Message = z.strictObject({
  name: Text,
  email: z.email(),
  subject: Text,
  ago: Duration,
  message: Text,
  answer: Text.optional(),
})

/** The latest first. */
const messages = readContent("content/contactMessages.json", z.array(Message))

/** What people have written by the contact form. */
export async function seedContactMessages(tx: Tx, people: Map<string, number>): Promise<void> {
  const now = tx.now()
  for (const { ago, answer, ...message } of messages.toReversed()) {
    const handledAt = answer === undefined ? null : after(now, -ago + hours(20))
    const authorId = people.get("admin@demo.example")!
    const [row] = await tx.db
      .insert(contactMessages)
      .values({ ...message, createdAt: after(now, -ago), handledAt, assigneeId: handledAt && authorId })
      .returning()
    if (answer && handledAt) {
      await tx.db.insert(contactAnswers).values({ contactId: row!.id, authorId, content: answer, createdAt: handledAt })
    }
  }
}
