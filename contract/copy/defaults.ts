import { appCopy, emailCopy, gateCopy } from "./apart.ts"
import { automaticCopy } from "./automatic.ts"
import { contactCopy } from "./contact.ts"
import { footerCopy } from "./footer.ts"
import { homeCopy } from "./home.ts"
import { missingCopy } from "./missing.ts"
import { modelsCopy } from "./models.ts"
import { upgradeCopy } from "./upgrade.ts"

/** What each piece says until the owner changes it. */
export const copyDefaults: Record<string, string> = {
  ...homeCopy,
  ...modelsCopy,
  ...upgradeCopy,
  ...contactCopy,
  ...footerCopy,
  ...missingCopy,
  ...gateCopy,
  ...appCopy,
  ...emailCopy,
  ...automaticCopy,
}
