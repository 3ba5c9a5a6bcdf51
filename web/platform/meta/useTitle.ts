import { useEffect } from "react"
import { titled } from "./shop.ts"

/** Sets the tab's title once it is known; null until then. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = titled(title)
  }, [title])
}
