import { t } from "../t.ts"

/** What the server alone writes. */
export const appCopy = {
  app_description: t`Collectible models in porcelain, celadon and bronze, made by hand and shipped free. For adults only.`,
}

export const emailCopy = {
  email_opening: "",
  email_closing: "",
  email_signature: "{shop}",
}
