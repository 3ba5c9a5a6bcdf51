import { t } from "../t.ts"

export const footerCopy = {
  footer_line: t`Collectible models, made by hand and kept for good. Adults only.`,
  footer_adults: t`18+ only. Every model depicts an adult.`,
}
