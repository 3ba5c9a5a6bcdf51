import { t } from "../t.ts"
import { supportTexts } from "../texts.ts"

export const contactCopy = {
  contact_lead: t`Questions about a model, an order or your account? A real person reads every message.`,
  contact_replies: supportTexts.replies,
  contact_description: t`Questions about a model, an order or your account? Support is available {hours}. Replies typically within 24 hours.`,
}
