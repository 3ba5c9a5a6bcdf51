import { secondFactorTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { save } from "../../platform/ui/save.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"

/** Shows new recovery codes. The server never shows them again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[] | null; onClose(): void }) {
  const text = codes?.join("\n") ?? ""
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast(secondFactorTexts.codesCopied, { kind: "success", key: "recovery-codes" })
  }
  const download = () => save(new Blob([`${text}\n`], { type: "text/plain" }), "recovery-codes.txt")
  return (
    <Dialog open={codes !== null} onClose={onClose} title={t`Save your recovery codes`}>
      <p className="text-ink-2">
        <Trans>
          If you lose your other ways to log in, each of these codes works once in their place. They are shown only now.
          Keep them somewhere safe.
        </Trans>
      </p>
      <ul className="mt-5 grid gap-y-2 border-line border-y py-4 font-mono text-ui">
        {codes?.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={() => void copy()}>{t`Copy`}</Button>
        <Button variant="outline" onClick={download}>{t`Download`}</Button>
        <Button onClick={onClose}>{t`I've saved them`}</Button>
      </div>
    </Dialog>
  )
}
