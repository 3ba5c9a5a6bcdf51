import { contactAnswers, contactMessages } from "../../conversation/contact/tables.ts"
import { after, days, hours } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"

const messages = [
  {
    name: "Odile Marchand",
    email: "odile@letters.example",
    subject: "The crate for Portia",
    message:
      "Good morning,\n\nWill the crate for Portia fit through a 70 cm door? There will be two of us to carry it.",
    ago: hours(5),
  },
  {
    name: "Jonas Weil",
    email: "jonas@letters.example",
    subject: "Loan for an exhibition",
    message:
      "We're preparing a small exhibition on celadon for the spring. Would you lend us two pieces for six weeks? We'd cover transport and insurance.",
    ago: days(2),
  },
  {
    name: "Mara Demo",
    email: "mara@demo.example",
    subject: "Thank you",
    message: "She arrived without a scratch. The plain carton was a kindness.",
    ago: days(9),
    answer: "Thank you for writing. We're glad that she came to you safely.",
  },
]

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
