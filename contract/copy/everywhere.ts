import { t } from "../t.ts"

export const footerCopy = {
  footer_line: t`Collectible models, made by hand and kept for good. Adults only.`,
  footer_adults: t`18+ only. Every model depicts an adult.`,
}

export const missingCopy = {
  missing_title: t`This plinth is empty`,
  missing_text: t`The page you're looking for doesn't exist or has moved.`,
}
