import { useEffect } from "react"
import { titled } from "./shop.ts"

/** Sets the tab's title unless it is null. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = titled(title)
  }, [title])
}
