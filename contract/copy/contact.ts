import { t } from "../t.ts"
import { supportTexts } from "../texts.ts"
import type { Piece } from "./piece.ts"

export const contactCopy = {
  contact_lead: {
    label: t`Text below the heading`,
    text: t`Questions about a model, an order or your account? A real person reads every message.`,
    max: 240,
  },
  contact_replies: { label: t`Response time`, text: supportTexts.replies, max: 80, isFixed: true },
  contact_description: {
    label: t`Description for search engines`,
    text: t`Questions about a model, an order or your account? Support is available {hours}. Replies typically within 24 hours.`,
    max: 300,
  },
} satisfies Record<string, Piece>
