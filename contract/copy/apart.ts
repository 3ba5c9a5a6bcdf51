import { t } from "../t.ts"
import type { Piece } from "./piece.ts"

/** What the server alone writes. */
export const appCopy = {
  app_description: {
    label: t`Description of the installed app`,
    text: t`Collectible models in porcelain, celadon and bronze, made by hand and shipped free. For adults only.`,
    max: 300,
  },
} satisfies Record<string, Piece>

export const emailCopy = {
  email_opening: { label: t`Opening line`, text: "", max: 240 },
  email_closing: { label: t`Closing line`, text: "", max: 240 },
  email_signature: { label: t`Signature`, text: "{shop}", max: 240, hasLines: true },
} satisfies Record<string, Piece>
