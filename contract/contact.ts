import * as z from "zod"
import { Email, OneTimeCode } from "./accounts.ts"
import { line, prose, text } from "./common.ts"
import { maxContactLength, maxNameLength, maxSubjectLength } from "./limits.ts"
import { LookUpOrder } from "./orders.ts"
import { t } from "./t.ts"

/** `website` is a honeypot: people do not see the field, bots fill it in. */
const bait = text().max(2000).optional()

/** `order_number` is the order that the message is about: of the caller's account, or placed with this address. */
export const ContactForm = z.object({
  name: line(maxNameLength, t`Please enter your name.`),
  email: Email,
  subject: line(maxSubjectLength, t`Please enter a subject.`),
  message: prose(maxContactLength, t`Please enter a message.`),
  order_number: LookUpOrder.shape.order_number.optional(),
  website: bait,
})
export type ContactForm = z.infer<typeof ContactForm>

export const Subscribe = z.object({ email: Email, website: bait })
export type Subscribe = z.infer<typeof Subscribe>
export const NewsletterCode = z.object({ oob_code: OneTimeCode })
