import { generalTexts } from "#contract/texts.ts"
import { isPageKept, readToken } from "../../platform/session/session.ts"
import { toast } from "../../platform/ui/toast.tsx"

/** Whether there is a token, or will be one once the call has asked the person to log in. Shows a toast if not. */
export function hasToken(): boolean {
  if (readToken() || isPageKept()) return true
  toast(generalTexts.authenticationRequired, { description: generalTexts.adminLoginHint, kind: "error" })
  return false
}
