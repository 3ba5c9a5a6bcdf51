import { Download } from "lucide-react"
import { useState } from "react"
import type { AccountExport } from "#contract/export.ts"
import { accountTexts } from "#contract/memberText.ts"
import { call, explain } from "../api/client.ts"
import { Alert } from "../ui/Alert.tsx"
import { Button } from "../ui/Button.tsx"
import { SettingRow } from "./Part.tsx"

/** Exports the account's data as a file. Needs the bearer token, so it cannot be a plain link. */
export function ExportData() {
  const [state, setState] = useState<"idle" | "busy" | "done">("idle")
  const [failure, setFailure] = useState<string>()
  const download = async () => {
    setState("busy")
    setFailure(undefined)
    try {
      save(await call("GET /users/account/export", { timeout: 60_000 }))
      setState("done")
    } catch (error) {
      setFailure(explain(error))
      setState("idle")
    }
  }
  return (
    <>
      <SettingRow text="Your profile, orders, payments, reviews, favorites, messages to us and notifications in a single JSON file.">
        <Button variant="outline" busy={state === "busy"} onClick={() => void download()}>
          {state !== "busy" && <Download aria-hidden size={18} strokeWidth={1.5} />}
          {state === "busy" ? "Preparing your data" : "Download my data"}
        </Button>
      </SettingRow>
      {failure && (
        <Alert kind="danger" title={accountTexts.exportFailed} className="mt-4">
          {failure}
        </Alert>
      )}
      <p role="status" className="mt-2 text-ink-2 text-meta">
        {state === "done" && accountTexts.exported}
      </p>
    </>
  )
}

function save(held: AccountExport): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(held, null, 2)], { type: "application/json" }))
  const link = document.createElement("a")
  link.href = address
  link.download = `vitrine-account-${held.exported_at.slice(0, 10)}.json`
  link.click()
  // Later: the browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
