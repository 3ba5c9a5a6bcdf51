import { t } from "#contract/t.ts"
import { toast } from "./toast.tsx"

/** Copies to the clipboard, and shows a toast with the outcome. */
export async function copyText(text: string, { done, failed }: { done: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(done, { kind: "success", key: "copy" })
  } catch {
    toast(failed, { kind: "error", key: "copy", description: t`Please select it and copy it manually.` })
  }
}
