import type { ReactNode } from "react"
import { accountTexts, loginTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button, Spinner } from "../../platform/ui/Button.tsx"
import type { Spending } from "./useSpentCode.ts"

interface Props {
  state: Spending
  /** Shown while the server checks the code. */
  doing: string
  retry(): void
  /** Shown if the code is used, wrong or expired. */
  bad?: ReactNode
  /** Shown on success. */
  children: ReactNode
}

export function SpentCode({ state, doing, retry, bad, children }: Props) {
  return (
    <div className="mt-6 grid gap-5">
      {state.step === "checking" && (
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner /> {doing}
        </p>
      )}
      {state.step === "already" && <Alert kind="success">{accountTexts.alreadyConfirmed}</Alert>}
      {state.step === "done" && children}
      {state.step === "failed" && (
        <>
          <Alert kind="danger">{state.why}</Alert>
          <Button onClick={retry}>{t`Try again`}</Button>
        </>
      )}
      {state.step === "bad" && (
        <>
          <Alert kind="danger">{loginTexts.badLink}</Alert>
          {bad}
        </>
      )}
    </div>
  )
}
