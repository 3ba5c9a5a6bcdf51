import { t } from "../t.ts"
import type { Piece } from "./piece.ts"

export const footerCopy = {
  footer_line: {
    label: t`Line below the shop's name`,
    text: t`Collectible models, made by hand and kept for good. Adults only.`,
    max: 160,
  },
  footer_adults: { label: t`Line at the end`, text: t`18+ only. Every model depicts an adult.`, max: 120 },
} satisfies Record<string, Piece>

export const missingCopy = {
  missing_title: { label: t`Heading`, text: t`This plinth is empty`, max: 80 },
  missing_text: {
    label: t`Text below the heading`,
    text: t`The page you're looking for doesn't exist or has moved.`,
    max: 240,
  },
} satisfies Record<string, Piece>

export const gateCopy = {
  gate_text: {
    label: t`Text below the heading`,
    text: t`Everything on this site is made for adults and depicts adults only. Please confirm your age to enter.`,
    max: 300,
  },
} satisfies Record<string, Piece>
