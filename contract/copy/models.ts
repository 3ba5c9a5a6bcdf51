import { t } from "../t.ts"
import { modelTexts } from "../texts.ts"
import type { Piece } from "./piece.ts"

export const modelsCopy = {
  models_lead: {
    label: t`Text below the heading`,
    text: t`Figures, busts, columns and vessels in porcelain, bronze, celadon and stone.`,
    max: 240,
  },
  models_empty: { label: t`No models found`, text: modelTexts.empty, max: 160, isFixed: true },
  models_description: {
    label: t`Description for search engines`,
    text: t`The full collection, by form, material and price. Shipping is always free.`,
    max: 300,
  },
} satisfies Record<string, Piece>
