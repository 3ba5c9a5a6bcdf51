import { after, days, hours } from "../../clock.ts"
import { contactMessages } from "../../contact/tables.ts"
import type { Tx } from "../store.ts"

const letters = [
  {
    name: "Odile Marchand",
    email: "odile@letters.example",
    subject: "The crate for Portia",
    message: "Good morning,\n\nwill the crate for Portia fit through a door of 70 cm? Two people are here to carry it.",
    ago: hours(5),
  },
  {
    name: "Jonas Weil",
    email: "jonas@letters.example",
    subject: "Loan for an exhibition",
    message:
      "We prepare a small exhibition on celadon for the spring. Would you lend us two pieces for six weeks? Transport and insurance would be ours.",
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
export async function seedLetters(tx: Tx): Promise<void> {
  const now = tx.now()
  await tx.db.insert(contactMessages).values(
    letters.toReversed().map(({ ago, answered, ...letter }) => ({
      ...letter,
      createdAt: after(now, -ago),
      handledAt: answered ? after(now, -ago + hours(20)) : null,
    })),
  )
}
