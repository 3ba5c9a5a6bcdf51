import { generalTexts } from "#contract/texts.ts"
import { isPageKept, readToken } from "../../platform/session/session.ts"
import { toast } from "../../platform/ui/toast.tsx"

/** Whether there is a token, or will be one when the call asks the person to log in again; shows a toast if not. */
export function hasToken(): boolean {
  if (readToken() || isPageKept()) return true
  toast(generalTexts.authenticationRequired, { description: generalTexts.adminLoginHint, kind: "error" })
  return false
}
