import { useEffect, useRef, useState } from "react"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { forgetCode, keepCode, spent, useOneTimeCode } from "./oneTimeCode.ts"

export type Spending = { step: "checking" | "done" | "already" | "bad" } | { step: "failed"; why: string }

/** Sends the code of an email's link once, by script: a mail scanner that fetches the link must not use it up. */
export function useSpentCode(
  what: `POST /${"newsletter" | "restock-requests"}/${"confirm" | "unsubscribe"}` | "POST /auth/verify-email/confirm",
  onDone?: () => Promise<unknown>,
): { state: Spending; spend(): Promise<void> } {
  const code = useOneTimeCode()
  const [state, setState] = useState<Spending>({ step: "checking" })
  const begun = useRef(false)
  const spend = async () => {
    if (!code) return
    setState({ step: "checking" })
    try {
      await call(what, { body: { oob_code: code } })
    } catch (error) {
      if (isBadCode(error)) {
        forgetCode()
        return setState({ step: "bad" })
      }
      const isDone = error instanceof ApiError && error.code === "ALREADY_CONFIRMED"
      return setState(isDone ? { step: "already" } : { step: "failed", why: explain(error) })
    }
    keepCode(spent)
    await onDone?.()
    setState({ step: "done" })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, as soon as the code is known
  useEffect(() => {
    if (code === null) setState({ step: "bad" })
    if (code === spent) setState({ step: "done" })
    if (!code || code === spent || begun.current) return
    begun.current = true
    void spend()
  }, [code])
  return { state, spend }
}

/** A code that is too short counts as bad too. */
export function isBadCode(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "BAD_CODE" || "oob_code" in error.fields)
}
