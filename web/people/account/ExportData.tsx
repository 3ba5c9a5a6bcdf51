import { useState } from "react"
import { accountTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Download } from "../../platform/ui/icons.ts"
import { save } from "../../platform/ui/save.ts"
import { SettingRow } from "./Part.tsx"

/** Exports the account's data as a file. The call needs the bearer token, so a plain link would not do. */
export function ExportData() {
  const [state, setState] = useState<"idle" | "busy" | "done">("idle")
  const [failure, setFailure] = useState<string>()
  const download = async () => {
    setState("busy")
    setFailure(undefined)
    try {
      const held = await call("GET /users/account/export", { timeout: 60_000 })
      const file = new Blob([JSON.stringify(held, null, 2)], { type: "application/json" })
      save(file, `vitrine-account-${held.exported_at.slice(0, 10)}.json`)
      setState("done")
    } catch (error) {
      setFailure(explain(error))
      setState("idle")
    }
  }
  return (
    <>
      <SettingRow
        text={t`Your profile, orders, payments, reviews, favorites, messages to us and notifications in a single JSON file.`}
      >
        <Button variant="outline" busy={state === "busy"} onClick={() => void download()}>
          {state !== "busy" && <Download aria-hidden size={18} strokeWidth={1.5} />}
          {state === "busy" ? t`Preparing your data` : t`Download my data`}
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
