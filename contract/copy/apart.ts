import { t } from "../t.ts"

/** What the server alone writes, so that browsers do not load it. */
export const appCopy = {
  app_description: t`Collectible models in porcelain, celadon and bronze, made by hand and shipped free. For adults only.`,
}

export const emailCopy = {
  email_opening: "",
  email_closing: "",
  email_signature: "{shop}",
}

export const gateCopy = {
  gate_text: t`Everything on this site is made for adults and depicts adults only. Please confirm your age to enter.`,
}
