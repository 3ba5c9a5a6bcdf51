import { useEffect, useRef, useState } from "react"
import { ApiError, call, explain } from "../api/client.ts"
import { useOneTimeCode } from "./oneTimeCode.ts"

export type Spending = { step: "checking" | "done" | "bad" } | { step: "failed"; why: string }

/**
 * Spends the code of a letter's link at `path`, by the page's own script and once: what only fetches the link, a mail scanner
 * for one, uses nothing up.
 */
export function useSpentCode(
  path: string,
  onDone?: () => Promise<unknown>,
): { state: Spending; spend(): Promise<void> } {
  const code = useOneTimeCode()
  const [state, setState] = useState<Spending>({ step: "checking" })
  const begun = useRef(false)
  const spend = async () => {
    setState({ step: "checking" })
    try {
      await call(`POST ${path}`, { body: { oob_code: code } })
      setState({ step: "done" })
    } catch (error) {
      return setState(isBadCode(error) ? { step: "bad" } : { step: "failed", why: explain(error) })
    }
    await onDone?.()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as the code is known
  useEffect(() => {
    if (code === null) setState({ step: "bad" })
    if (!code || begun.current) return
    begun.current = true
    void spend()
  }, [code])
  return { state, spend }
}

/** Also one that is too short to be any code. */
export function isBadCode(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "BAD_CODE" || "oob_code" in error.fields)
}
