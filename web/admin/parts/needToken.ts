import { generalTexts } from "#contract/texts.ts"
import { readToken } from "../../session/session.ts"
import { toast } from "../../ui/toast.tsx"

/** Whether there is a token; shows a toast if not. */
export function hasToken(): boolean {
  if (readToken()) return true
  toast(generalTexts.authenticationRequired, { description: generalTexts.adminLoginHint, kind: "error" })
  return false
}
