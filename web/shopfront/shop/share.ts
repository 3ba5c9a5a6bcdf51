import { t } from "#contract/t.ts"
import { generalTexts } from "#contract/texts.ts"
import { toast } from "../../platform/ui/toast.tsx"

/** Opens the device's share sheet, or else copies to the clipboard. */
export async function share(title: string, url: string): Promise<void> {
  if (navigator.share) {
    // Cancelling the sheet is not an error.
    await navigator.share({ title, url }).catch(() => undefined)
    return
  }
  try {
    await navigator.clipboard.writeText(url)
    toast(generalTexts.linkCopied, { kind: "success" })
  } catch {
    toast(t`Copy this link to share it`, { description: url })
  }
}
