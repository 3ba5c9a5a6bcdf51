import { after, days, hours } from "../clock.ts"
import { contactMessages } from "../contact/tables.ts"
import type { Tx } from "../db/store.ts"

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
    answered: true,
  },
]

/** What people have written by the contact form. */
export async function seedContactMessages(tx: Tx): Promise<void> {
  const now = tx.now()
  await tx.db.insert(contactMessages).values(
    messages.toReversed().map(({ ago, answered, ...message }) => ({
      ...message,
      createdAt: after(now, -ago),
      handledAt: answered ? after(now, -ago + hours(20)) : null,
    })),
  )
}
