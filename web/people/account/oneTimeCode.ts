import { useEffect, useState } from "react"
import { keys } from "../../platform/session/keys.ts"

/** Stands for a code that this page has used: a reload shows again what came of it. */
export const spent = "spent"

/**
 * The code of an email's link. It is removed from the address at once, so that it stays in no history, and kept for its
 * page by the tab: a reload does not lose it, nor does a phone that puts the tab aside. Undefined before the first
 * effect; null if there is none.
 */
export function useOneTimeCode(): string | null | undefined {
  const [code, setCode] = useState<string | null>()
  useEffect(() => {
    const found = new URLSearchParams(location.search).get("oob_code")
    if (found !== null) {
      history.replaceState(history.state, "", location.pathname)
      keepCode(found)
    }
    // Effects run twice in development.
    setCode((known) => known ?? found ?? keptCode())
  }, [])
  return code
}

/** Instead of the one that this page came with. */
export function keepCode(code: string): void {
  sessionStorage.setItem(keys.oneTimeCode, JSON.stringify([location.pathname, code]))
}

export function forgetCode(): void {
  sessionStorage.removeItem(keys.oneTimeCode)
}

function keptCode(): string | null {
  try {
    const [page, code] = JSON.parse(sessionStorage.getItem(keys.oneTimeCode) ?? "[]")
    return page === location.pathname && typeof code === "string" ? code : null
  } catch {
    return null
  }
}
