import { useEffect, useState } from "react"
import { keys } from "../../platform/session/keys.ts"

/** Replaces a code that this page has used, so that a reload shows the outcome again. */
export const spent = "spent"

/**
 * The code from an email's link. It is removed from the address at once, so that no history contains it. The tab keeps
 * it for this page, so it survives a reload and a phone that unloads the tab. Undefined before the first effect; null
 * if there is none.
 */
export function useOneTimeCode(): string | null | undefined {
  const [code, setCode] = useState<string | null>()
  useEffect(() => {
    const fromAddress = new URLSearchParams(location.search).get("oob_code")
    if (fromAddress !== null) {
      history.replaceState(history.state, "", location.pathname)
      keepCode(fromAddress)
    }
    // React runs effects twice in development.
    setCode((known) => known ?? fromAddress ?? keptCode())
  }, [])
  return code
}

/** Replaces the code that the page came with. */
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
