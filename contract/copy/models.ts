import { t } from "../t.ts"
import { modelTexts } from "../texts.ts"

export const modelsCopy = {
  models_lead: t`Figures, busts, columns and vessels in porcelain, bronze, celadon and stone.`,
  models_empty: modelTexts.empty,
  models_description: t`The full collection, by form, material and price. Shipping is always free.`,
}
