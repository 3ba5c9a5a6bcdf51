import * as z from "zod"
import { Email, OneTimeCode } from "./accounts.ts"
import { line, prose } from "./common.ts"

/** `website` is bait: people do not see the field, programs fill it in. */
const bait = z.string().max(2000).optional()

export const ContactForm = z.object({
  name: line(120, "Please enter your name."),
  email: Email,
  subject: line(200, "Please enter a subject."),
  message: prose(5000, "Please enter a message."),
  website: bait,
})
export type ContactForm = z.infer<typeof ContactForm>

export const Subscribe = z.object({ email: Email, website: bait })
export type Subscribe = z.infer<typeof Subscribe>
export const NewsletterCode = z.object({ oob_code: OneTimeCode })
