import { generalTexts } from "#contract/texts.ts"
import { toast } from "../ui/toast.tsx"

/** The device's own sheet where there is one, else the clipboard. */
export async function share(title: string, url: string): Promise<void> {
  if (navigator.share) {
    // Closing the sheet without sending is no failure.
    await navigator.share({ title, url }).catch(() => undefined)
    return
  }
  try {
    await navigator.clipboard.writeText(url)
    toast(generalTexts.linkCopied, { kind: "success" })
  } catch {
    toast("Copy this link to share it", { description: url })
  }
}
