import type { ReactNode } from "react"
import { loginTexts } from "#contract/texts.ts"
import { Button, Spinner } from "../ui/Button.tsx"
import { Notice } from "../ui/Notice.tsx"
import type { Spending } from "./useSpentCode.ts"

interface Props {
  state: Spending
  /** What is being done, while it is. */
  doing: string
  retry(): void
  /** What to do with a code that is used, wrong or too old. */
  bad?: ReactNode
  /** Shown once it is done. */
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
      {state.step === "done" && children}
      {state.step === "failed" && (
        <>
          <Notice kind="danger">{state.why}</Notice>
          <Button onClick={retry}>Try again</Button>
        </>
      )}
      {state.step === "bad" && (
        <>
          <Notice kind="danger">{loginTexts.badLink}</Notice>
          {bad}
        </>
      )}
    </div>
  )
}
