import { useEffect, useState } from "react"

/**
 * The code of a letter's link. It leaves the address at once, so that it stays in no history, and is kept in memory only.
 * Undefined until the browser has looked; null when there is none.
 */
export function useOneTimeCode(): string | null | undefined {
  const [code, setCode] = useState<string | null>()
  useEffect(() => {
    const { search, pathname } = location
    const found = new URLSearchParams(search).get("oob_code")
    if (found !== null) history.replaceState(history.state, "", pathname)
    // Effects run twice in development: what was found stays.
    setCode((known) => known ?? found)
  }, [])
  return code
}
